#include "pleuel/integrator/mebdf/mebdf.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/left_domain.hpp"
#include "pleuel/integrator/bdf/bdf.hpp"
#include "support/integrate.hpp"
#include "support/looped.hpp"

namespace pleuel {
namespace mebdf_test {

StepSettings tolerance(double tol) { return {.tolerance = {.rtol = tol, .atol = tol}}; }

StepSettings fixed(double h) { return {.tolerance = {.rtol = 1e-13, .atol = 1e-13}, .fixed_step = h}; }

MebdfOptions of_order(int p) {
  MebdfOptions options;
  options.orders.order = p;
  return options;
}

/// Errors of each unknown at 1.3 s with n equal steps of order p.
Vector end_errors(const SolvedDae& problem, int n, int p) {
  const double t_end = 1.3;
  Looped<Mebdf> mebdf(*problem.dae, fixed(t_end / n), of_order(p));
  const auto failure = integrate(mebdf, problem, 0, t_end);
  EXPECT_FALSE(failure) << describe(*failure);
  EXPECT_EQ(mebdf.statistics().accepted, n);
  return (mebdf.y() - problem.y(t_end)).cwiseAbs();
}

// Few enough steps for the errors to stay far above those of the start, 1e-12, and of rounding.
constexpr int kSteps[] = {0, 400, 200, 100, 60, 40, 30, 26, 24};

double measured_order(const SolvedDae& problem, int unknown, int p) {
  return std::log2(end_errors(problem, kSteps[p], p)[unknown] /
                   end_errors(problem, 2 * kSteps[p], p)[unknown]);
}

/// At high orders the step sizes at which errors exceed rounding are not yet asymptotic.
double slack(int p) { return p > 5 ? 0.9 : 0.3; }

TEST(Mebdf, OrderIsPOnAnIndexOneDae) {
  const SolvedDae problem = index_one();
  for (int p = 1; p <= 8; ++p)
    for (int unknown : {0, 1}) EXPECT_NEAR(measured_order(problem, unknown, p), p, slack(p)) << p;
}

// The unknown of index 2 loses one order.
TEST(Mebdf, OrderIsPOnAnIndexTwoDaeInUnknownsOfIndexOne) {
  const SolvedDae problem = index_two();
  for (int p = 1; p <= 8; ++p) {
    const double order = measured_order(problem, 0, p);
    EXPECT_GT(order, p - 0.5) << p;
    EXPECT_LT(order, p + 1.5) << p;
    EXPECT_GT(measured_order(problem, 2, p), p - 1.5) << p;
  }
}

TEST(Mebdf, OrderIsPWithAStateDependentEAndWithMoreRowsThanUnknowns) {
  for (int p : {2, 4, 6}) {
    EXPECT_NEAR(measured_order(state_dependent_mass(), 0, p), p, slack(p)) << p;
    EXPECT_NEAR(measured_order(overdetermined(), 0, p), p, slack(p)) << p;
  }
}

// Reference [HW96, IV.10, VDPOL]: y(2) = (1.706167732170483, −0.8928097010247975).
TEST(Mebdf, VanDerPolErrorFollowsTheTolerance) {
  const Vector reference{{1.706167732170483, -0.8928097010247975}};
  const Vector y0{{2.0, 0.0}}, ydot0{{0.0, -2e6}};
  for (double tol : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const auto dae = van_der_pol();
    Looped<Mebdf> mebdf(*dae, tolerance(tol));
    mebdf.start(0, view(y0), view(ydot0), 2);
    ASSERT_FALSE(integrate(mebdf, 2.0));
    // A multistep method adds up the errors of its steps.
    EXPECT_LT((mebdf.y() - reference).cwiseAbs().maxCoeff(), 100 * tol) << "tol " << tol;
  }
}

TEST(Mebdf, NeedsFewerStepsThanBdfForTightTolerances) {
  const SolvedDae problem = index_two();
  Looped<Mebdf> mebdf(*problem.dae, tolerance(1e-11));
  ASSERT_FALSE(integrate(mebdf, problem, 0, 5.0));
  Looped<Bdf> bdf(*problem.dae, tolerance(1e-11));
  ASSERT_FALSE(integrate(bdf, problem, 0, 5.0));
  EXPECT_LT(mebdf.statistics().steps, bdf.statistics().steps);
  // Errors of some hundred steps add up.
  EXPECT_LT((mebdf.y() - problem.y(5.0)).head(2).cwiseAbs().maxCoeff(), 100 * 1e-11);
}

/// y' = −y, defined up to t = 1 only.
std::unique_ptr<DenseTestDae> limited_decay() {
  return std::make_unique<DenseTestDae>(test_info("decay", {1}),
                                        [](double t, ConstVec y, ConstVec ydot, Vec rows) {
                                          if (t > 1) throw LeftDomain("there is nothing beyond t = 1");
                                          rows[0] = -y[0] - ydot[0];
                                        });
}

// The second stage of a step lies one step beyond its end.
TEST(Mebdf, ReachesTheEndOfTheDomainAlsoIfItIsNoStopTime) {
  const auto dae = limited_decay();
  const Vector y0{{1.0}}, ydot0{{-1.0}};
  Looped<Mebdf> mebdf(*dae, tolerance(1e-8));
  mebdf.start(0, view(y0), view(ydot0), 2);
  double last = 0;
  while (mebdf.step(2).is_ok()) last = mebdf.t();
  EXPECT_GT(last, 1 - 1e-9);
  EXPECT_LT(std::abs(mebdf.y()[0] - std::exp(-1)), 1e-6);
}

/// Undamped oscillators x'' = ω² (cos t − x) on their smooth motion x = cos t / (1 − 1/ω²).
SolvedDae stiff_oscillators() {
  static constexpr double kOmega[] = {50, 130, 300, 800};
  auto dae = std::make_unique<DenseTestDae>(
      test_info("oscillators", std::vector<int>(8, 1)), [](double t, ConstVec y, ConstVec ydot, Vec rows) {
        for (int i = 0; i < 4; ++i) {
          rows[2 * i] = y[2 * i + 1] - ydot[2 * i];
          rows[2 * i + 1] = kOmega[i] * kOmega[i] * (std::cos(t) - y[2 * i]) - ydot[2 * i + 1];
        }
      });
  const auto motion = [](double x, double v) {
    Vector y(8);
    for (int i = 0; i < 4; ++i) y.segment<2>(2 * i) << x, v;
    for (int i = 0; i < 4; ++i) y.segment<2>(2 * i) /= 1 - 1 / (kOmega[i] * kOmega[i]);
    return y;
  };
  return {std::move(dae), [motion](double t) { return motion(std::cos(t), -std::sin(t)); },
          [motion](double t) { return motion(-std::sin(t), -std::cos(t)); }};
}

template <class Method>
long steps_on_oscillators(int order_max, bool is_watched, bool* has_remark = nullptr) {
  const SolvedDae problem = stiff_oscillators();
  typename Method::Options options;
  options.orders.order_max = order_max;
  if (!is_watched) options.orders.stable_order = 0;
  Looped<Method> method(*problem.dae, tolerance(1e-7), options);
  EXPECT_FALSE(integrate(method, problem, 0, 5.0));
  EXPECT_LT((method.y() - problem.y(5.0)).cwiseAbs().maxCoeff(), 1e-3);
  if (has_remark != nullptr) *has_remark = !method.remarks().empty();
  return method.statistics().steps;
}

TEST(StabilityLimit, SparesBdfTheOscillationsThatItsHighOrdersExcite) {
  bool has_remark = false;
  const long watched = steps_on_oscillators<Bdf>(5, true, &has_remark);
  EXPECT_LE(watched, 3 * steps_on_oscillators<Bdf>(2, true));
  EXPECT_LE(3 * watched, 2 * steps_on_oscillators<Bdf>(5, false));
  EXPECT_TRUE(has_remark);
}

TEST(StabilityLimit, SparesMebdfTheOscillationsThatItsHighOrdersExcite) {
  const long watched = steps_on_oscillators<Mebdf>(8, true);
  EXPECT_LE(watched, 3 * steps_on_oscillators<Mebdf>(4, true));
}

TEST(Mebdf, RefusesOrdersThatDoNotExist) {
  const SolvedDae problem = index_one();
  MebdfOptions options;
  options.orders.order_max = 9;
  EXPECT_THROW(Looped<Mebdf>(*problem.dae, tolerance(1e-6), options), InvalidInput);
}

}  // namespace mebdf_test
}  // namespace pleuel
