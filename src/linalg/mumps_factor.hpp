// LU factorisation of large sparse matrices by the multifrontal solver MUMPS [ADKL01].
#pragma once

#include "pleuel/linalg/sparse_factor.hpp"

namespace pleuel {

/// Factors the whole matrix with threshold pivoting in frontal matrices, and needs no structure. A
/// matrix that is a block as a whole and has symmetric values is factored as L D Lᵀ. Columns are
/// permuted and scaled, and the order is found, for the first matrix; later ones reuse both.
///
/// MUMPS is not thread-safe: all calls of the process are serialised by one lock.
template <class Scalar>
class MumpsFactor final : public SparseFactor<Scalar> {
 public:
  MumpsFactor();
  ~MumpsFactor() override;

  void analyse(std::shared_ptr<const SparseStructure> structure) override;
  [[nodiscard]] std::optional<ZeroPivot> factor(const double* re, const double* im) override;
  SolveReport solve(double* re, double* im, int n_columns, double tolerance) override;
  FactorCounts counts() const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

extern template class MumpsFactor<double>;
extern template class MumpsFactor<Complex>;

}  // namespace pleuel
