// Stability and accuracy of the α-methods, from their coefficients alone.
#include "pleuel/integrator/alpha/alpha_coefficients.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

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

TEST(AlphaCoefficients, WbzHasTheModuliOfItsTheoryAtInfinity) {
  for (const double alpha : {-1.0, -0.5, -0.1, 0.0}) {
    const auto moduli = AlphaCoefficients::wbz(alpha).moduli_at_infinity();
    EXPECT_NEAR(moduli[0], (1 + alpha) / (1 - alpha), double_root);
    EXPECT_NEAR(moduli[1], (1 + alpha) / (1 - alpha), double_root);
    EXPECT_NEAR(moduli[2], 0, double_root);
    EXPECT_NEAR(spectral_radius(AlphaCoefficients::wbz(alpha).amplification(1e8)), moduli[0], triple_root);
  }
}

TEST(AlphaCoefficients, AllMethodsAreAStable) {
  std::vector<AlphaCoefficients> methods = {AlphaCoefficients::newmark()};
  for (const double rho : {0.0, 0.3, 0.5, 0.75, 0.95, 1.0})
    methods.push_back(AlphaCoefficients::generalized(rho));
  for (const double alpha : {-1.0 / 3, -0.3, -0.1}) methods.push_back(AlphaCoefficients::hht(alpha));
  for (const double alpha : {-1.0, -0.5, -0.1}) methods.push_back(AlphaCoefficients::wbz(alpha));
  for (const AlphaCoefficients& c : methods) EXPECT_TRUE(std::isinf(c.stability_limit()));
  for (const AlphaCoefficients& c : methods)
    for (double frequency = 1e-3; frequency < 1e4; frequency *= 1.3)
      EXPECT_LE(spectral_radius(c.amplification(frequency)), 1 + triple_root) << frequency;
}

TEST(AlphaCoefficients, WithoutDissipationTheSpectralRadiusIsOneAtEveryFrequency) {
  for (const AlphaCoefficients& c : {AlphaCoefficients::newmark(), AlphaCoefficients::generalized(1)})
    for (double frequency = 0.1; frequency < 100; frequency *= 2)
      EXPECT_NEAR(spectral_radius(c.amplification(frequency)), 1, double_root);
}

/// A consistent method with three values per unknown and one solution per step has, for q̈ = −ω² q,
/// the characteristic polynomial (λ − 1)² ((1 − α_m) λ + α_m) + Ω σ(λ) with a real cubic σ,
/// σ(1) = 1. σ has a real root r, so the family contains its spectrum.
TEST(AlphaCoefficients, TheFamilyContainsTheSpectrumOfEveryMethodWithThreeValues) {
  std::mt19937 random(1988);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int k = 0; k < 200; ++k) {
    const double c3 = number(random), c2 = number(random), c1 = number(random), c0 = 1 - c3 - c2 - c1;
    Matrix companion = Matrix::Zero(3, 3);
    companion.row(0) << -c2 / c3, -c1 / c3, -c0 / c3;
    companion(1, 0) = companion(2, 1) = 1;
    const auto roots = eigen_system(companion)->values;
    double r = 0, least = std::numeric_limits<double>::infinity();
    for (Eigen::Index i = 0; i < 3; ++i)
      if (std::abs(roots[i].imag()) < least) {
        least = std::abs(roots[i].imag());
        r = roots[i].real();
      }
    AlphaCoefficients c{.alpha_m = 0.7 * number(random), .alpha_f = -r / (1 - r)};
    c.beta = c3 * (1 - r);
    c.gamma = 0.5 + c.beta + c0 / r * (1 - r);
    for (const double hw : {0.1, 1.0, 10.0})
      for (const double x : {-1.5, -0.4, 0.3, 0.9, 2.0}) {
        const double omega = hw * hw, leading = 1 - c.alpha_m + omega * (1 - c.alpha_f) * c.beta;
        const double rho = (x - 1) * (x - 1) * ((1 - c.alpha_m) * x + c.alpha_m);
        const double sigma = ((c3 * x + c2) * x + c1) * x + c0;
        const Eigen::Matrix3d pencil = x * Eigen::Matrix3d::Identity() - c.amplification(hw);
        // Its entries are quotients by `leading`; the determinant is a sum of their products.
        const double scale = std::abs(leading) * (1 + std::pow(pencil.cwiseAbs().maxCoeff(), 3));
        EXPECT_NEAR(leading * pencil.determinant(), rho + omega * sigma, 1e-12 * scale) << k << " " << hw;
      }
  }
}

/// The largest hω of a scan from 0.01 on before the spectral radius exceeds 1 by more than rounding
/// of a double eigenvalue; ∞ if it never does.
double scanned_limit(const AlphaCoefficients& c) {
  for (double frequency = 0.01; frequency < 1e4; frequency *= 1.01)
    if (spectral_radius(c.amplification(frequency)) > 1 + 1e-6) return frequency;
  return std::numeric_limits<double>::infinity();
}

/// Explicit formulas know their limits: linear acceleration √12, Fox and Goodwin √6.
TEST(AlphaCoefficients, TheStabilityLimitIsThatOfTheory) {
  EXPECT_NEAR((AlphaCoefficients{.beta = 1.0 / 6}.stability_limit()), std::sqrt(12), 1e-12);
  EXPECT_NEAR((AlphaCoefficients{.beta = 1.0 / 12}.stability_limit()), std::sqrt(6), 1e-12);
  EXPECT_EQ((AlphaCoefficients{.gamma = 0.4}.stability_limit()), 0);  // amplifies all
  EXPECT_EQ((AlphaCoefficients{.alpha_m = 0.1}.stability_limit()), std::numeric_limits<double>::infinity());
  EXPECT_EQ((AlphaCoefficients{.alpha_f = 0.1}.stability_limit()), 0);  // γ below ½ + α_f
}

/// Hurwitz' criterion against the eigenvalues of the amplification matrix, on a lattice that
/// contains stable, conditionally stable and unstable members.
TEST(AlphaCoefficients, TheStabilityLimitIsThatOfTheEigenvalues) {
  int n_stable = 0, n_limited = 0, n_unstable = 0;
  for (const double alpha_m : {-0.4, 0.0, 0.3})
    for (const double alpha_f : {0.0, 0.25, 0.45, 0.6})
      for (const double more : {-0.1, 0.0, 0.2})
        for (const double beta : {0.15, 0.3, 0.6}) {
          const AlphaCoefficients c{alpha_m, alpha_f, beta, 0.5 - alpha_m + alpha_f + more};
          const double limit = c.stability_limit(), scanned = scanned_limit(c);
          const std::string text = "alpha_m " + std::to_string(alpha_m) + " alpha_f " +
                                   std::to_string(alpha_f) + " gamma " + std::to_string(c.gamma) + " beta " +
                                   std::to_string(beta);
          if (limit == 0) {
            EXPECT_LT(scanned, 1) << text;
            ++n_unstable;
          } else if (std::isinf(limit)) {
            EXPECT_TRUE(std::isinf(scanned)) << text << ": " << scanned;
            ++n_stable;
          } else {
            EXPECT_NEAR(std::log(scanned / limit), 0, 0.02) << text;
            ++n_limited;
          }
        }
  EXPECT_GT(n_stable, 10);
  EXPECT_GT(n_limited, 10);
  EXPECT_GT(n_unstable, 10);
}

TEST(AlphaCoefficients, TheOrderConditionHolds) {
  EXPECT_EQ(AlphaCoefficients::hht(-0.3).order(), 2);
  EXPECT_EQ(AlphaCoefficients::wbz(-0.3).order(), 2);
  EXPECT_EQ((AlphaCoefficients{.gamma = 0.6}.order()), 1);
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
