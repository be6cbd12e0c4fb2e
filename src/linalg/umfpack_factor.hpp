// LU factorisation of sparse matrices by SuiteSparse's UMFPACK [Dav04], real or complex. Under the
// GPL: built only where that is accepted.
#pragma once

#include "pleuel/linalg/sparse_factor.hpp"

namespace pleuel {

/// Factors the whole matrix with threshold pivoting in fronts, and needs no structure. The order of
/// columns is found once, for the values of the first matrix; pivots are chosen for each one.
/// Solutions are refined as UMFPACK decides, at most twice.
template <class Scalar>
class UmfpackFactor final : public SparseFactor<Scalar> {
 public:
  UmfpackFactor();
  ~UmfpackFactor() override;

  void analyse(std::shared_ptr<const SparseStructure> structure) override;
  [[nodiscard]] std::optional<ZeroPivot> factor(const double* re, const double* im) override;
  SolveReport solve(double* re, double* im, int n_columns, double tolerance) override;
  FactorCounts counts() const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

extern template class UmfpackFactor<double>;
extern template class UmfpackFactor<Complex>;

}  // namespace pleuel
