// LU factorisation of sparse matrices with supernodes, real or complex, by SuperLU [DEGLL99].
#pragma once

#include "pleuel/linalg/sparse_factor.hpp"

namespace pleuel {

/// Factors the whole matrix with threshold pivoting that prefers the diagonal. The order of columns
/// is found once: in a matrix with a border that of bordered_order, of a block as a whole that of
/// minimum degree, otherwise COLAMD. Pivots are chosen for each matrix. Rows and columns are scaled
/// by powers of two; rows of a border as in KluFactor, so that they do not become pivots in columns
/// of the block.
template <class Scalar>
class SuperluFactor final : public SparseFactor<Scalar> {
 public:
  SuperluFactor();
  ~SuperluFactor() override;

  void analyse(std::shared_ptr<const SparseStructure> structure) override;
  [[nodiscard]] std::optional<ZeroPivot> factor(const double* re, const double* im) override;
  SolveReport solve(double* re, double* im, int n_columns, double tolerance) override;
  FactorCounts counts() const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

extern template class SuperluFactor<double>;
extern template class SuperluFactor<Complex>;

}  // namespace pleuel
