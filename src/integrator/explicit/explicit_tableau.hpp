// Coefficients of explicit and half-explicit Runge–Kutta methods.
#pragma once

#include <vector>

namespace pleuel {

/// A coefficient of a stage; stages count from 0.
struct StageWeight {
  int stage;
  double value;
};
using StageWeights = std::vector<StageWeight>;  ///< without zeros, ascending

/// An explicit Runge–Kutta method with its error estimate and dense output,
///
///     X_i = x_n + h Σ_{j<i} a_ij k_j,   k_i = φ(t_n + c_i h, X_i),   i < n_stages,
///
/// whose last stage is at the end of the step: X_{n_stages−1} = x_{n+1}, so that k_{n_stages−1} is
/// k_0 of the next step. Stages from n_stages on serve the dense output only.
///
/// Dense output with Δ = x_{n+1} − x_n and θ̄ = 1 − θ:
///
///     x(θ) = x_n + θ(Δ + θ̄(r₃ + θ(r₄ + θ̄(r₅ + θ(r₆ + …)))))
///     r₃ = h k_0 − Δ,   r₄ = Δ − h k_{n_stages−1} − r₃,   r_{5+m} = h Σ dense[m]_i k_i
///
/// Half-explicit methods [Mur97] have a second set of coefficients ã, c̃ for the velocity
/// constraint of each stage (HalfExplicitStage).
struct ExplicitTableau {
  int order = 0;
  int error_order = 0;  ///< the error estimate behaves like h^error_order
  int n_stages = 0;
  std::vector<double> c;
  std::vector<StageWeights> a;  ///< by stage, including those of the dense output
  StageWeights error;           ///< b − b̂
  /// A second estimate, of lower order, that reduces the first one [HNW93, II (10.17)]; may be
  /// empty.
  StageWeights second_error = {};
  int dense_order = 0;
  std::vector<StageWeights> dense = {};
  std::vector<StageWeights> half_a = {};  ///< ã by stage, with the diagonal; empty: explicit
  std::vector<double> half_c = {};        ///< c̃ by stage
  /// |hλ| up to which steps are stable, on the negative real axis and, apart from a growth by
  /// 1e-4 per step, on the imaginary axis.
  double real_stability = 0;
  double imaginary_stability = 0;

  int n_all_stages() const { return static_cast<int>(a.size()); }
  bool is_half_explicit() const { return !half_a.empty(); }
  /// True if the error estimate uses the derivative at the end of the step.
  bool tests_with_last_stage() const { return error.back().stage == n_stages - 1; }
};

/// Order 5(4) of Dormand and Prince [DP80], dense output of order 4 [HNW93, II.6].
const ExplicitTableau& dormand_prince_5();
/// Order 8(5,3) of Dormand, Prince and Hairer [HNW93, II.5 and II.10], dense output of order 7.
const ExplicitTableau& dormand_prince_8();
/// PHEM56 [Mur97; AM98]: the stages of dormand_prince_5() with accelerations from velocity
/// constraints, order 5 at index 2, dense output of order 4.
const ExplicitTableau& half_explicit_5();

}  // namespace pleuel
