// Coefficients of the blended implicit methods, computed from their definition.
#pragma once

#include <array>

#include "pleuel/integrator/block/block_formula.hpp"

namespace pleuel {

/// The blended implicit method of order 4, 6, 8, 10, 12 or 14 with k = 3, 4, 6, 8, 10 or 12 points
/// [BM02, BMM06].
///
/// Row i is the integral over [0, i] of the polynomial of degree k through all derivatives, plus
/// c_i times their k-th difference d:
///
///     Y_i = y_n + h Σ_{j=0}^k (w_ij + c_i d_j) Ẏ_j,   d_j = (−1)^(k−j) binom(k, j).
///
/// c makes the denominator of the stability function, det(I − qC), that of the Padé approximation
/// of exp(kq) of degrees (k − 2, k), or (2, 3) for k = 3. In the basis φ_m = x^m/m! of polynomials
/// that vanish at 0, C is a companion matrix: C φ_m = φ_{m+1} for m < k. So this condition gives C
/// φ_k, and c is the difference to φ_{k+1}. With ν the degree of the numerator and ξ = i/k
///
///     c_i = (−1)^(k+1) k^(k+1)/(ν + k)! · d^(ν−1)/dξ^(ν−1) [ξ^ν (1 − ξ)^k].
///
/// The method is A- and L-stable by Ehle's theorem. Its last row has order p = k + 2 (4 for k = 3),
/// the others order k. γ is the smallest modulus of an eigenvalue of C, with which the blended
/// iteration contracts best on undamped oscillations [BM02]. The last row of D is that of BDF with
/// k steps, and e₀ ends with 0.
struct BimFormula : BlockFormula {
  /// Orders 4 to 14, even (asserted).
  explicit BimFormula(int order);

  Vector c;
  Vector difference;   ///< d_0 … d_k
  RowMajor C_shifted;  ///< C − γ I
  /// γ^m max |(C^(−m) c)_i|, m = 0, 1, 2: the size of the truncation error seen by unknowns of
  /// index 1, 2 and 3
  std::array<double, 3> error_constant;
};

/// 3, 4, 6, 8, 10, 12 for orders 4 to 14.
int bim_points(int order);

}  // namespace pleuel
