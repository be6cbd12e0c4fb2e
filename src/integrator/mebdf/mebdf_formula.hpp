// Coefficients of one step of the modified extended BDF.
#pragma once

#include "pleuel/integrator/bdf/bdf_formula.hpp"

namespace pleuel {

/// The weights of MEBDF with k-step predictors on equal steps [Cas83]:
///
///     y_{n+1} = Σ_{j<k} c_j ∇^j y_n + h (β₁ ẏ_{n+1} + β₂ ẏ_{n+2})
///
/// is exact for polynomials of degree k + 1, and b is the weight of ẏ in BDF of order k. With
/// p_j(s) = s (s+1) … (s+j−1) / j!, for which ∇^i p_j vanishes at s = 0 for all i < j, β₁ and β₂
/// satisfy p_j(1) = β₁ p_j′(1) + β₂ p_j′(2) for j = k and k + 1.
struct MebdfWeights {
  double b;
  double beta1;
  double beta2;

  explicit MebdfWeights(int k);
};

/// The three stages of a step of order p = k + 1 ≥ 2, with variable step size.
///
/// ω is the polynomial of degree p through the last p + 1 points. Stages 1 and 2 are BDF of order k
/// at t_{n+1} and t_{n+2} = t_{n+1} + h, and stage 3 is the formula of MebdfWeights at t_{n+1} in
/// which (β₁ − b) ẏ comes from stage 1, so that b is the weight of the unknown ẏ in all three
/// [Cas83]. All are taken on the equally spaced values of ω at t_n, t_n − h, …, as in BdfFormula.
/// Their unknowns are the differences e_i to ω. With α = 1/(h b) and the derivatives r_i = ẏ_i − ω̇
///
///     r₁ = α e₁ − δ,     r₂ = α e₂ − δ − (k/h) e₁,     δ = h^k ω^(k+1) / (k+1)
///     r₃ = α e₃ − (β₂ r₂ + (β₁ − b) r₁) / b.
///
/// δ is there because ω has one degree more than BDF of order k differentiates exactly. The order p
/// holds for any step sizes.
struct MebdfFormula {
  MebdfWeights weights;
  BdfExtrapolation ahead;  ///< ω at t_{n+2}
  double coupling;         ///< k/h
  double delta;            ///< δ / φ_{p+1}
  /// e₂/e₁ of the polynomial that also passes the result of stage 1
  double growth;

  /// For the predictor of a step of order p at points with this spacing.
  MebdfFormula(const BdfFormula& predictor, const BdfSpacing& spacing);
};

}  // namespace pleuel
