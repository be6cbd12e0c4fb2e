// Coefficients of the generalized Adams methods, computed from their definition.
#pragma once

#include "pleuel/integrator/block/block_formula.hpp"

namespace pleuel {

/// The generalized Adams method of order p = 3, 5, 7 or 9 as a block of s = 4, 6, 8 or 9 points
/// [IM98, IM99].
///
/// Row i is Y_i − Y_{i−1} = h Σ_j β_ij Ẏ_j, the integral over [i − 1, i] of the polynomial through
/// the p points from j₀ = clamp(i − (p − 1)/2, 0, s + 1 − p) on. Every row has order p. With the
/// bidiagonal A of the differences and β = [β₀ | B], C = A⁻¹B and b = A⁻¹β₀.
///
/// Orders 3, 5 and 7 are A-stable, with a stability function of 0.34, 0.53 and 0.64 at infinity.
/// Order 9 is not: it amplifies undamped oscillations with 1.42 < hω < 1.77 by up to 4 % per block.
///
/// Splitting: B is replaced by a lower bidiagonal matrix L with constant diagonal γ = det(B)^(1/s).
/// Its subdiagonal makes L⁻¹B − I nilpotent, so that no error remains after s iterations as hλ → ∞.
///
/// Deferred correction: the rows of a formula that is more accurate, minus these. β̂_ij belongs to
/// the polynomial through all s + 1 points.
struct GamFormula : BlockFormula {
  /// Order 3, 5, 7 or 9 (asserted).
  explicit GamFormula(int order);

  RowMajor T;  ///< A⁻¹L, lower triangular
  /// For h Σ_j (…)_ij Ẏ_j, j = 0 … s: the truncation errors of this order, β − β̂, and of the order
  /// below on the same points. The latter is empty if there is no such order.
  BlockRows defect, defect_below;
  double truncation;  ///< the largest |C_{p+1,i}|
};

/// 4, 6, 8, 9 for orders 3 to 9.
int gam_points(int order);
/// β of the rows of this order on s points.
RowMajor gam_rows(int order, int points);
/// C_{p+1,i} of row i: y_i − y_{i−1} − h Σ_j β_ij ẏ_j = C_{p+1,i} h^(p+1) y^(p+1) + ….
Vector gam_truncation(int order, int points);

}  // namespace pleuel
