#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "pleuel/base/error.hpp"
#include "pleuel/base/thread_pool.hpp"
#include "pleuel/integrator/pside/pside_coefficients.hpp"
#include "pleuel/integrator/pside/pside_method.hpp"
#include "pleuel/integrator/radau/radau_iia.hpp"
#include "support/integrate.hpp"
#include "support/looped.hpp"

namespace pleuel {
namespace pside_test {

using RowMajor = RadauCoefficients::RowMajor;

/// Entry of a product, and the size of what rounding its factors leaves.
struct Entry {
  double value = 0, size = 0;
};

Entry entry(const RowMajor& X, const RowMajor& Y, int i, int j) {
  Entry sum;
  for (Eigen::Index k = 0; k < X.cols(); ++k) {
    sum.value += X(i, k) * Y(k, j);
    sum.size += std::abs(X(i, k) * Y(k, j));
  }
  return sum;
}

// The entries of Q are computed from an eigenvector in double precision: some ten roundings.
constexpr double kRounding = 10 * 2.3e-16;

TEST(PsideCoefficients, TransformAToDTimesIMinusB) {
  const PsideCoefficients& p = pside_coefficients();
  const RadauCoefficients& radau = radau_coefficients(4);
  RowMajor DIB = RowMajor::Zero(4, 4);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) DIB(i, j) = p.d[i] * ((i == j ? 1 : 0) - p.B(i, j));
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      // A Q = Q D (I − B)
      const Entry left = entry(radau.A, p.Q, i, j), right = entry(p.Q, DIB, i, j);
      EXPECT_NEAR(left.value, right.value, kRounding * (left.size + right.size)) << i << j;
      EXPECT_NEAR(left.value, p.AQ(i, j), kRounding * left.size);
      const Entry unit = entry(p.Q, p.Q_inverse, i, j);
      EXPECT_NEAR(unit.value, i == j ? 1 : 0, kRounding * unit.size);
      const Entry square = entry(p.B, p.B, i, j);
      EXPECT_NEAR(square.value, 0, kRounding * square.size) << "B is nilpotent";
    }
  }
}

// [SLV98], to the digits that program and report share.
TEST(PsideCoefficients, HaveThePublishedShiftsAndTransformation) {
  const PsideCoefficients& p = pside_coefficients();
  const double d[] = {0.15207736897657, 0.19863166560205, 0.17370482124559, 0.22687976652485};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(p.d[i], d[i], 1e-14);
  EXPECT_NEAR(p.Q(0, 0), 2.9525629137645, 1e-12);
  EXPECT_NEAR(p.Q(3, 2), -42.9039265780421, 1e-11);
  EXPECT_NEAR(p.B(1, 0), 25.3420388412422, 1e-12);
}

// z(I − zL)⁻¹(Λ − L) = B-form: the inner iteration U ← BU + D⁻¹(α − z)⁻¹(… − αEBU) on y' = zy
// contracts with (I − (I − zD)⁻¹) B = −zD(I − zD)⁻¹B.
TEST(PsideCoefficients, InnerIterationContractsOnTheWholeImaginaryAxis) {
  const PsideCoefficients& p = pside_coefficients();
  double largest = 0;
  for (double y = 1e-3; y < 1e6; y *= 1.05) {
    for (int k : {0, 2}) {
      const Complex z(0, y);
      const auto g = [&](int i) { return -z * p.d[i] / (1.0 - z * p.d[i]); };
      const Complex a = g(k) * p.B(k, k), b = g(k) * p.B(k, k + 1);
      const Complex c = g(k + 1) * p.B(k + 1, k), e = g(k + 1) * p.B(k + 1, k + 1);
      const Complex half = 0.5 * (a + e), root = std::sqrt(half * half - a * e + b * c);
      largest = std::max({largest, std::abs(half + root), std::abs(half - root)});
    }
  }
  EXPECT_NEAR(largest, 0.4465, 1e-3);
}

StepSettings tolerance(double tol) { return {.tolerance = {.rtol = tol, .atol = tol}}; }

std::unique_ptr<Integrator> make(Dae& dae, const StepSettings& settings,
                                 const std::map<std::string, std::string>& values = {}) {
  const Method method = pside_method();
  return method.make(dae, settings, OptionValues(method.options, values));
}

double end_error(const SolvedDae& problem, int n, int unknown) {
  const double t_end = 1.3;
  const auto pside =
      make(*problem.dae, {.tolerance = {.rtol = 1e-13, .atol = 1e-13}, .fixed_step = t_end / n});
  const auto failure = integrate(*pside, problem, 0, t_end);
  EXPECT_FALSE(failure) << describe(*failure);
  return std::abs((pside->y() - problem.y(t_end))[unknown]);
}

double measured_order(const SolvedDae& problem, int unknown, int n) {
  return std::log2(end_error(problem, n, unknown) / end_error(problem, 2 * n, unknown));
}

// Few steps, so that errors stay far above rounding.
TEST(Pside, OrderIsSevenOnAnIndexOneDae) {
  for (int unknown : {0, 1}) EXPECT_NEAR(measured_order(index_one(), unknown, 4), 7, 0.7);
}

// [HW96, VII.4]: order 2s − 1 in y and s in z at index 2.
TEST(Pside, OrderIsSevenAtIndexTwoAndFourInItsAlgebraicUnknown) {
  EXPECT_GT(measured_order(index_two(), 0, 4), 6);
  EXPECT_NEAR(measured_order(index_two(), 2, 8), 4, 0.5);
}

TEST(Pside, OrderIsSevenWithAStateDependentEAndWithMoreRowsThanUnknowns) {
  EXPECT_GT(measured_order(state_dependent_mass(), 0, 2), 6);
  EXPECT_GT(measured_order(overdetermined(), 0, 2), 6);
}

TEST(Pside, SolvesTheEquationsOfRadauIIA) {
  // The iteration does not change the solution: 30 inner iterations or one.
  const SolvedDae problem = index_two();
  Vector y[2];
  for (int k : {0, 1}) {
    const auto pside = make(*problem.dae, {.tolerance = {.rtol = 1e-13, .atol = 1e-13}, .fixed_step = 0.1},
                            {{"inner", k == 0 ? "1" : "10"}});
    ASSERT_FALSE(integrate(*pside, problem, 0, 1.0));
    y[k] = pside->y();
  }
  EXPECT_LT((y[0] - y[1]).cwiseAbs().maxCoeff(), 1e-11);
}

// Reference [HW96, IV.10, VDPOL]: y(2) = (1.706167732170483, −0.8928097010247975).
TEST(Pside, VanDerPolErrorFollowsTheTolerance) {
  const Vector reference{{1.706167732170483, -0.8928097010247975}};
  const Vector y0{{2.0, 0.0}}, ydot0{{0.0, -2e6}};
  for (double tol : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const auto dae = van_der_pol();
    const auto pside = make(*dae, tolerance(tol));
    pside->start(0, view(y0), view(ydot0), 2);
    ASSERT_FALSE(integrate(*pside, 2.0));
    EXPECT_LT((pside->y() - reference).cwiseAbs().maxCoeff(), 10 * tol) << "tol " << tol;
    EXPECT_EQ(pside->statistics().complex_factorizations, 0);
    EXPECT_EQ(pside->statistics().factorizations % PsideCoefficients::stages, 0);
  }
}

TEST(Pside, EigenStagesRefuseFourStages) {
  const SolvedDae problem = index_one();
  EXPECT_THROW(Looped<RadauIIA>(*problem.dae, tolerance(1e-6), RadauOptions{.stages = {4}}), InvalidInput);
}

}  // namespace pside_test
}  // namespace pleuel
