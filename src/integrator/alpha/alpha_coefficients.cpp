#include "pleuel/integrator/alpha/alpha_coefficients.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

namespace pleuel {
namespace {

// Differences of coefficients that are rounding errors: 1/3 typed with 15 digits and the like.
constexpr double kRounding = 1e-12;

/// The coefficient of h³ φ̈ in the error of a rate formula with this shift.
///
/// a_n = φ(t_n + δh) + c h² φ̈ with δ = α_m − α_f and c = ½ δ (α_m + α_f − 1) satisfies the
/// recursion up to third derivatives; the step then holds (1 − γ)(½ δ² + c) + γ (½ (1 + δ)² + c) of
/// h³ φ̈, the exact solution 1/6.
double rate_error(double alpha_m, double alpha_f, double gamma) {
  const double delta = alpha_m - alpha_f;
  const double c = 0.5 * delta * (alpha_m + alpha_f - 1);
  return 1.0 / 6 - (1 - gamma) * 0.5 * delta * delta - gamma * 0.5 * (1 + delta) * (1 + delta) - c;
}

}  // namespace

AlphaCoefficients AlphaCoefficients::newmark() { return {}; }

AlphaCoefficients AlphaCoefficients::hht(double alpha) {
  return {.alpha_m = 0, .alpha_f = -alpha, .beta = 0.25 * (1 - alpha) * (1 - alpha), .gamma = 0.5 - alpha};
}

AlphaCoefficients AlphaCoefficients::wbz(double alpha) {
  return {.alpha_m = alpha, .alpha_f = 0, .beta = 0.25 * (1 - alpha) * (1 - alpha), .gamma = 0.5 - alpha};
}

AlphaCoefficients AlphaCoefficients::generalized(double rho) {
  AlphaCoefficients c;
  c.alpha_m = (2 * rho - 1) / (rho + 1);
  c.alpha_f = rho / (rho + 1);
  const double shift = 1 - c.alpha_m + c.alpha_f;
  c.gamma = shift - 0.5;
  c.beta = 0.25 * shift * shift;
  return c;
}

int AlphaCoefficients::order() const { return std::abs(gamma - second_order_gamma()) <= kRounding ? 2 : 1; }

double AlphaCoefficients::stability_limit() const {
  // Eigenvalues λ = (1 + z)/(1 − z) of the step satisfy, with Ω = (hω)²,
  //
  //     4 z² (1 + m z) + Ω (1 + f z)(1 + g z + b z²) = 0,
  //     m = 1 − 2α_m,   f = 1 − 2α_f,   g = 2γ − 1,   b = 4β − 2γ.
  //
  // |λ| ≤ 1 means Re z ≤ 0. By Hurwitz' criterion the coefficients c₃ … c₀ and c₂c₁ − c₃c₀ must not
  // be negative. Each is linear in Ω, apart from a factor Ω: `at_zero` + Ω `growth` ≥ 0.
  const double m = 1 - 2 * alpha_m, f = 1 - 2 * alpha_f, g = 2 * gamma - 1, b = 4 * beta - 2 * gamma;
  struct Condition {
    double at_zero, growth;
  };
  const Condition conditions[] = {
      {4 * m, f * b}, {4, b + f * g}, {g + f, 0}, {4 * (g + f - m), g * (b + f * g + f * f)}};
  double limit = std::numeric_limits<double>::infinity();
  for (const auto& [at_zero, growth] : conditions) {
    if (at_zero < -kRounding) return 0;
    if (growth < -kRounding) limit = std::min(limit, std::max(at_zero, 0.0) / -growth);
  }
  return limit <= kRounding ? 0 : std::sqrt(limit);
}

double AlphaCoefficients::position_error() const {
  // q_n + h v_n + ½ h² a_n + β h² (a_{n+1} − a_n) holds ½ δ + β of h³ φ̇, the exact solution 1/6.
  return 1.0 / 6 - beta - 0.5 * (alpha_m - alpha_f);
}

double AlphaCoefficients::velocity_error() const { return rate_error(alpha_m, alpha_f, gamma); }

Eigen::Matrix3d AlphaCoefficients::amplification(double frequency) const {
  // Unknowns (q, h v, h² a); φ = −ω² q, so h² φ = −Ω q with Ω = (hω)².
  const double omega2 = frequency * frequency;
  Eigen::Matrix3d left, right;
  left << 1, 0, -beta, 0, 1, -gamma, (1 - alpha_f) * omega2, 0, 1 - alpha_m;
  right << 1, 1, 0.5 - beta, 0, 1, 1 - gamma, -alpha_f * omega2, 0, -alpha_m;
  // The last row is divided by its size, so that the limit Ω → ∞ can be taken in floating point.
  const double size = std::max(1.0, omega2);
  left.row(2) /= size;
  right.row(2) /= size;
  return left.inverse() * right;
}

std::array<double, 3> AlphaCoefficients::moduli_at_infinity() const {
  // (1 − α_f) q_{n+1} = −α_f q_n splits off one eigenvalue. With q ≡ 0 the position row gives
  // a_{n+1} and the velocity row v_{n+1}:
  //   h² a' = −(h v + (½ − β) h² a)/β,   h v' = h v + (1 − γ) h² a + γ h² a'.
  const double trace = 1 - gamma / beta - (0.5 - beta) / beta;
  const double determinant =
      (1 - gamma / beta) * (-(0.5 - beta) / beta) + (1 / beta) * (1 - gamma - gamma * (0.5 - beta) / beta);
  const double discriminant = 0.25 * trace * trace - determinant;
  double first = 0, second = 0;
  if (discriminant <= 0) {
    first = second = std::sqrt(std::max(determinant, 0.0));
  } else {
    first = std::abs(0.5 * trace + std::sqrt(discriminant));
    second = std::abs(0.5 * trace - std::sqrt(discriminant));
  }
  std::array<double, 3> moduli = {std::abs(alpha_f / (1 - alpha_f)), first, second};
  std::sort(moduli.rbegin(), moduli.rend());
  return moduli;
}

FirstOrderCoefficients FirstOrderCoefficients::with_radius(double rho) {
  const double delta_m = (3 * rho - 1) / (2 * (rho + 1)), delta_f = rho / (rho + 1);
  return {.delta_m = delta_m, .delta_f = delta_f, .gamma = 0.5 - delta_m + delta_f};
}

double FirstOrderCoefficients::error() const { return rate_error(delta_m, delta_f, gamma); }

Eigen::Matrix2d FirstOrderCoefficients::amplification(double rate) const {
  Eigen::Matrix2d left, right;
  left << 1, -gamma, (1 - delta_f) * rate, 1 - delta_m;
  right << 1, 1 - gamma, -delta_f * rate, -delta_m;
  const double size = std::max(1.0, rate);
  left.row(1) /= size;
  right.row(1) /= size;
  return left.inverse() * right;
}

}  // namespace pleuel
