// Cholesky factorisation of real symmetric positive definite sparse matrices by SuiteSparse's
// CHOLMOD [CDHR08]. Its supernodes are under the GPL: built only where that is accepted.
#pragma once

#include "pleuel/linalg/sparse_factor.hpp"

namespace pleuel {

/// L Lᵀ of the lower triangle, with the order of fill_reducing_tree. The upper triangle is not
/// read. A matrix that is not positive definite is reported like a singular one.
class CholmodFactor final : public SparseFactor<double> {
 public:
  CholmodFactor();
  ~CholmodFactor() override;

  void analyse(std::shared_ptr<const SparseStructure> structure) override;
  [[nodiscard]] std::optional<ZeroPivot> factor(const double* re, const double* im) override;
  SolveReport solve(double* re, double* im, int n_columns, double tolerance) override;
  FactorCounts counts() const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pleuel
