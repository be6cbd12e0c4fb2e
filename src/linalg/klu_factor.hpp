// LU factorisation of large sparse matrices with little fill, real or complex, by SuiteSparse's KLU
// [DN10].
#pragma once

#include "pleuel/linalg/sparse_factor.hpp"

namespace pleuel {

/// The fill-reducing order is computed once. Pivots are reused between factorisations until they
/// have changed so much that they must be chosen again.
///
/// In a matrix with a border the block B is eliminated first, with pivots on its diagonal or at
/// least inside of it, the border last (bordered_order): full rows and columns are efficient there,
/// and its pivots are free. To prevent border rows as pivots in columns of B, they are scaled, by
/// powers of two, to 2⁻⁴⁰ of the smallest column of B when pivots are chosen.
template <class Scalar>
class KluFactor final : public SparseFactor<Scalar> {
 public:
  KluFactor();
  ~KluFactor() override;

  void analyse(std::shared_ptr<const SparseStructure> structure) override;
  [[nodiscard]] std::optional<ZeroPivot> factor(const double* re, const double* im) override;
  SolveReport solve(double* re, double* im, int n_columns, double tolerance) override;
  FactorCounts counts() const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

extern template class KluFactor<double>;
extern template class KluFactor<Complex>;

}  // namespace pleuel
