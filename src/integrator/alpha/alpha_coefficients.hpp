// The coefficients of Newmark's, the HHT-α, the WBZ-α and the generalized-α method.
#pragma once

#include <Eigen/Core>
#include <array>

namespace pleuel {

/// One family with four coefficients [CH93; HHT77; WBZ80; New59]. For q̈ = φ(t, q, v),
///
///     (1 − α_m) a_{n+1} + α_m a_n = (1 − α_f) φ_{n+1} + α_f φ_n
///     q_{n+1} = q_n + h v_n + h² ((½ − β) a_n + β a_{n+1})
///     v_{n+1} = v_n + h ((1 − γ) a_n + γ a_{n+1})
///
/// a_n differs from φ_n and approximates φ at t_n + (α_m − α_f) h. With γ = ½ − α_m + α_f the order
/// is 2. Substituting the first row leaves φ_{n+1} as the only new value [YPR98, (4.2)]:
///
///     q_{n+1} = q_n + h v_n + h² (q_from_a a_n + q_from_phi φ_n) + β̂ h² φ_{n+1}
///     v_{n+1} = v_n + h (v_from_a a_n + v_from_phi φ_n) + γ̂ h φ_{n+1}
///     a_{n+1} = a_from_new φ_{n+1} + a_from_phi φ_n + a_from_a a_n
///
/// Differs from [YPR98, (4.2)]: the terms with φ_n are added. Subtracted, as printed, the method
/// does not converge.
struct AlphaCoefficients {
  double alpha_m = 0;
  double alpha_f = 0;
  double beta = 0.25;
  double gamma = 0.5;

  /// Newmark's method with constant average acceleration (trapezoidal rule): α_m = α_f = 0, γ = ½,
  /// β = ¼.
  static AlphaCoefficients newmark();
  /// HHT-α, −⅓ ≤ α ≤ 0: α_m = 0, α_f = −α, γ = ½ − α, β = (1 − α)²/4.
  static AlphaCoefficients hht(double alpha);
  /// WBZ-α, −1 ≤ α ≤ 0: α_m = α, α_f = 0, γ = ½ − α, β = (1 − α)²/4.
  static AlphaCoefficients wbz(double alpha);
  /// Generalized-α with spectral radius ρ for hω → ∞, 0 ≤ ρ ≤ 1: α_m = (2ρ − 1)/(ρ + 1), α_f = ρ/(ρ
  /// + 1).
  static AlphaCoefficients generalized(double rho);

  /// γ of order 2: ½ − α_m + α_f.
  double second_order_gamma() const { return 0.5 - alpha_m + alpha_f; }
  /// 2, or 1 if γ is another one.
  int order() const;
  /// The largest hω up to which no oscillation q̈ = −ω² q is amplified: ∞ for an A-stable method, 0
  /// if arbitrarily small hω are.
  double stability_limit() const;

  double beta_hat() const { return beta * (1 - alpha_f) / (1 - alpha_m); }
  double gamma_hat() const { return gamma * (1 - alpha_f) / (1 - alpha_m); }
  double q_from_a() const { return 0.5 - beta / (1 - alpha_m); }
  double q_from_phi() const { return beta * alpha_f / (1 - alpha_m); }
  double v_from_a() const { return 1 - gamma / (1 - alpha_m); }
  double v_from_phi() const { return gamma * alpha_f / (1 - alpha_m); }
  double a_from_new() const { return (1 - alpha_f) / (1 - alpha_m); }
  double a_from_phi() const { return alpha_f / (1 - alpha_m); }
  double a_from_a() const { return -alpha_m / (1 - alpha_m); }

  /// C_q and C_v of the local errors C_q h³ φ̇ in q and C_v h³ φ̈ in v, by Taylor expansion with
  /// the a_n of the recursion.
  double position_error() const;
  double velocity_error() const;

  /// (q, h v, h² a)_{n+1} = A (q, h v, h² a)_n for q̈ = −ω² q, at hω = `frequency`.
  Eigen::Matrix3d amplification(double frequency) const;
  /// Moduli of its eigenvalues in the limit hω → ∞, largest first.
  std::array<double, 3> moduli_at_infinity() const;
};

/// Generalized-α of first order for ṡ = σ with spectral radius ρ at infinity [JWH00]:
///
///     (1 − δ_m) b_{n+1} + δ_m b_n = (1 − δ_f) σ_{n+1} + δ_f σ_n
///     s_{n+1} = s_n + h ((1 − γ) b_n + γ b_{n+1})
///     δ_m = (3ρ − 1)/(2 (ρ + 1)),   δ_f = ρ/(ρ + 1),   γ = ½ − δ_m + δ_f
struct FirstOrderCoefficients {
  double delta_m = 0.5;
  double delta_f = 0.5;
  double gamma = 0.5;

  static FirstOrderCoefficients with_radius(double rho);

  double gamma_hat() const { return gamma * (1 - delta_f) / (1 - delta_m); }
  double s_from_b() const { return 1 - gamma / (1 - delta_m); }
  double s_from_sigma() const { return gamma * delta_f / (1 - delta_m); }
  double b_from_new() const { return (1 - delta_f) / (1 - delta_m); }
  double b_from_sigma() const { return delta_f / (1 - delta_m); }
  double b_from_b() const { return -delta_m / (1 - delta_m); }

  /// C_s of the local error C_s h³ σ̈.
  double error() const;
  /// s_{n+1}, h b_{n+1} from s_n, h b_n for ṡ = −κ s, at hκ = `rate`.
  Eigen::Matrix2d amplification(double rate) const;
};

}  // namespace pleuel
