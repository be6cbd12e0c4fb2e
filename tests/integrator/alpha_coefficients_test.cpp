// Stability and accuracy of the α-methods, from their coefficients alone.
#include "pleuel/integrator/alpha/alpha_coefficients.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/linalg/decompositions.hpp"

namespace pleuel {
namespace alpha_coefficients_test {

double spectral_radius(const Matrix& A) { return eigen_system(A)->values.cwiseAbs().maxCoeff(); }

/// Multiple eigenvalues are known to the square (cube) root of the rounding errors of the matrix.
constexpr double double_root = 1e-7;
constexpr double triple_root = 2e-5;

TEST(AlphaCoefficients, GeneralizedAlphaHasTheSpectralRadiusRhoAtInfinity) {
  for (const double rho : {0.0, 0.25, 0.5, 0.75, 0.9, 1.0}) {
    const AlphaCoefficients c = AlphaCoefficients::generalized(rho);
    EXPECT_NEAR(c.moduli_at_infinity()[0], rho, double_root);
    EXPECT_NEAR(spectral_radius(c.amplification(1e8)), rho, triple_root);
  }
}

TEST(AlphaCoefficients, HhtHasTheModuliOfItsTheoryAtInfinity) {
  for (const double alpha : {-1.0 / 3, -0.3, -0.1, 0.0}) {
    const auto moduli = AlphaCoefficients::hht(alpha).moduli_at_infinity();
    const double twice = (1 + alpha) / (1 - alpha), once = -alpha / (1 + alpha);
    EXPECT_NEAR(moduli[0], std::max(twice, once), double_root);
    EXPECT_NEAR(moduli[2], std::min(twice, once), double_root);
  }
}

TEST(AlphaCoefficients, AllMethodsAreAStable) {
  std::vector<AlphaCoefficients> methods = {AlphaCoefficients::newmark()};
  for (const double rho : {0.0, 0.3, 0.5, 0.75, 0.95, 1.0})
    methods.push_back(AlphaCoefficients::generalized(rho));
  for (const double alpha : {-1.0 / 3, -0.3, -0.1}) methods.push_back(AlphaCoefficients::hht(alpha));
  for (const AlphaCoefficients& c : methods)
    for (double frequency = 1e-3; frequency < 1e4; frequency *= 1.3)
      EXPECT_LE(spectral_radius(c.amplification(frequency)), 1 + triple_root) << frequency;
}

TEST(AlphaCoefficients, WithoutDissipationTheSpectralRadiusIsOneAtEveryFrequency) {
  for (const AlphaCoefficients& c : {AlphaCoefficients::newmark(), AlphaCoefficients::generalized(1)})
    for (double frequency = 0.1; frequency < 100; frequency *= 2)
      EXPECT_NEAR(spectral_radius(c.amplification(frequency)), 1, double_root);
}

TEST(AlphaCoefficients, TheOrderConditionHolds) {
  for (const double rho : {0.0, 0.5, 1.0}) {
    const AlphaCoefficients c = AlphaCoefficients::generalized(rho);
    EXPECT_NEAR(c.gamma, 0.5 - c.alpha_m + c.alpha_f, 1e-15);
  }
}

/// q̈ = 6t has q = t³, v = 3t². With a_0 as the recursion makes it in the long run, one step has
/// the local errors C_q h³ φ̇ and none in v.
TEST(AlphaCoefficients, OneStepOnACubicHasTheStatedError) {
  for (const double rho : {0.0, 0.5, 0.8, 1.0}) {
    const AlphaCoefficients c = AlphaCoefficients::generalized(rho);
    const double h = 1, phi_new = 6 * h, a = 6 * (c.alpha_m - c.alpha_f) * h;
    const double q = h * h * c.q_from_a() * a + c.beta_hat() * h * h * phi_new;
    const double v = h * c.v_from_a() * a + c.gamma_hat() * h * phi_new;
    EXPECT_NEAR(1 - q, c.position_error() * 6, 1e-14);
    EXPECT_NEAR(v, 3, 1e-14);
  }
}

/// φ = 12 t² has v = 4 t³ and φ̈ = 24; a belongs to t_n + (α_m − α_f) h plus c h² φ̈, the fixed
/// point of the recursion.
TEST(AlphaCoefficients, OneStepOnAQuarticHasTheStatedErrorInVelocity) {
  for (const double rho : {0.0, 0.5, 0.8, 1.0}) {
    const AlphaCoefficients c = AlphaCoefficients::generalized(rho);
    // Many steps of the recursion on φ(t_k) = 12 t_k² with t_0 = 0 as the last time.
    double a = 0;
    for (int k = -200; k < 0; ++k) {
      const double t = k, next = k + 1;
      if (k == -200) a = 12 * t * t;
      a = c.a_from_new() * 12 * next * next + c.a_from_phi() * 12 * t * t + c.a_from_a() * a;
    }
    const double v = c.v_from_a() * a + c.gamma_hat() * 12;
    EXPECT_NEAR(4 - v, c.velocity_error() * 24, 1e-11) << rho;
  }
}

TEST(FirstOrderCoefficients, HaveTheRadiusRhoAtInfinityAndAreAStable) {
  for (const double rho : {0.0, 0.4, 0.8, 1.0}) {
    const FirstOrderCoefficients c = FirstOrderCoefficients::with_radius(rho);
    // At the rate κh the double root of ρ = 0 is split by √(1/(2κh)).
    EXPECT_NEAR(spectral_radius(c.amplification(1e9)), rho, 3e-5);
    for (double rate = 1e-3; rate < 1e6; rate *= 1.5)
      EXPECT_LE(spectral_radius(c.amplification(rate)), 1 + double_root);
  }
}

TEST(FirstOrderCoefficients, WithRadiusOneAreTheTrapezoidalRule) {
  const FirstOrderCoefficients c = FirstOrderCoefficients::with_radius(1);
  EXPECT_DOUBLE_EQ(c.gamma, 0.5);
  EXPECT_DOUBLE_EQ(c.delta_m, c.delta_f);
  EXPECT_NEAR(c.error(), -1.0 / 12, 1e-15);
}

}  // namespace alpha_coefficients_test
}  // namespace pleuel
