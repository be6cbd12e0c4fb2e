// Bordered elimination: LDLᵀ of the block of elastic bodies without pivoting, and the Schur
// complement of its border.
#pragma once

#include "pleuel/linalg/sparse_factor.hpp"

namespace pleuel {

/// For matrices [B F; C E] with a block B (SparseStructure), real or complex. With an order P that
/// is found once,
///
///     S = P (B + Bᵀ)/2 Pᵀ = L D Lᵀ,     X = D⁻¹L⁻¹P F,     Y = L⁻¹P Cᵀ,     E − YᵀX,
///
/// by the multifrontal method [DR83] with dense supernodes, and all columns of the border at a
/// time. The Schur complement is factored with pivots, dense if it is small. No pivots are needed
/// in S: see SparseStructure. Complex matrices are symmetric, not Hermitian.
///
/// B itself is unsymmetric only by gyroscopic terms and by condensed internal states. Solutions are
/// refined with the true matrix until their estimated error is below the tolerance; nothing is
/// refined if B is symmetric.
///
/// The second way: if a pivot is small, L is large, B is far from symmetric, or refinement is slow,
/// then this matrix is factored by KluFactor, with pivots inside of B.
template <class Scalar>
class LdlFactor final : public SparseFactor<Scalar> {
 public:
  LdlFactor();
  ~LdlFactor() override;

  /// The structure must have a block.
  void analyse(std::shared_ptr<const SparseStructure> structure) override;
  [[nodiscard]] std::optional<ZeroPivot> factor(const double* re, const double* im) override;
  SolveReport solve(double* re, double* im, int n_columns, double tolerance) override;
  FactorCounts counts() const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

extern template class LdlFactor<double>;
extern template class LdlFactor<Complex>;

}  // namespace pleuel
