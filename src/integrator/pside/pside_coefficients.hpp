// Matrices of the parallel iteration of PSIDE.
#pragma once

#include <array>

#include "pleuel/integrator/radau/radau_coefficients.hpp"

namespace pleuel {

/// The triangular splitting of Radau IIA with four stages [SLV98; HS97].
///
/// A has two pairs of eigenvalues ξ ± iη. A T = T Λ with blocks Λ = [d₁ β; γ 2ξ − d₁] of the pairs.
/// Λ is replaced by the lower triangular L = [d₁ 0; γ d₂] = S diag(d₁, d₂) S⁻¹, S = [1 0; σ 1].
/// With Q = T S and B = I − D⁻¹S⁻¹ΛS,
///
///     Q⁻¹ A Q = D (I − B),   D = diag(d).
///
/// With r = |ξ + iη| the published values satisfy d₁ = 7r/8, d₂ = 8r/7, σ = 113/15, γ = σ(d₁ − d₂).
/// Since det L = det Λ, B² = 0. Each pair leaves two numbers of T free; they are those of the
/// published program, because another T is another iteration.
struct PsideCoefficients {
  static constexpr int stages = 4;

  PsideCoefficients();

  std::array<double, stages> d{};
  RadauCoefficients::RowMajor Q;
  RadauCoefficients::RowMajor Q_inverse;
  RadauCoefficients::RowMajor B;
  RadauCoefficients::RowMajor AQ;
  /// Weight b₀ of ẏ_n in the embedded formula [SLV98]. Its coefficients b satisfy
  ///
  ///     b₀ p(0) + Σ b_j p(c_j) + d₄ p(1) = ∫₀¹ p   for cubic polynomials p,
  ///
  /// so that the estimate h (Σ (a_4j − b_j) Ẏ_j − b₀ ẏ_n − d₄ ẏ_{n+1}) is b₀ h (u̇(t_n) − ẏ_n).
  static constexpr double start_weight = 0.01;
};

/// Computed at first use.
const PsideCoefficients& pside_coefficients();

}  // namespace pleuel
