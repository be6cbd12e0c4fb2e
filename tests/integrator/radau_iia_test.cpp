#include "pleuel/integrator/radau/radau_iia.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/base/error.hpp"
#include "support/integrate.hpp"
#include "support/looped.hpp"

namespace pleuel {
namespace radau_iia_test {

StepSettings tolerance(double tol) { return {.tolerance = {.rtol = tol, .atol = tol}}; }

StepSettings fixed(double h) { return {.tolerance = {.rtol = 1e-13, .atol = 1e-13}, .fixed_step = h}; }

/// Errors of each unknown at t_end with n equal steps.
Vector end_errors(const SolvedDae& problem, double t_end, int n, int stages = 3) {
  Looped<RadauIIA> radau(*problem.dae, fixed(t_end / n), {.stages = {stages}});
  const auto failure = integrate(radau, problem, 0, t_end);
  EXPECT_FALSE(failure) << describe(*failure);
  EXPECT_EQ(radau.statistics().accepted, n);
  return (radau.y() - problem.y(t_end)).cwiseAbs();
}

/// log₂ of the ratio of the errors of unknown i with n and with 2n steps.
double measured_order(const SolvedDae& problem, int unknown, int n, int stages = 3) {
  const double t_end = 1.3;
  return std::log2(end_errors(problem, t_end, n, stages)[unknown] /
                   end_errors(problem, t_end, 2 * n, stages)[unknown]);
}

TEST(RadauIIA, OrderIsFiveOnAnIndexOneDae) {
  const SolvedDae problem = index_one();
  EXPECT_NEAR(measured_order(problem, 0, 10), 5, 0.25);
  EXPECT_NEAR(measured_order(problem, 1, 10), 5, 0.25);
}

// [HLR89, table 2.3; HW96, VII.4]: 2s − 1 for y, s for the unknown of index 2.
TEST(RadauIIA, OrderIsFiveForYAndThreeForTheMultiplierOfIndexTwo) {
  const SolvedDae problem = index_two();
  EXPECT_NEAR(measured_order(problem, 0, 10), 5, 0.35);
  EXPECT_NEAR(measured_order(problem, 1, 10), 5, 0.35);
  EXPECT_NEAR(measured_order(problem, 2, 20), 3, 0.3);
}

TEST(RadauIIA, OrderIsFiveWithAStateDependentE) {
  EXPECT_NEAR(measured_order(state_dependent_mass(), 0, 10), 5, 0.3);
}

TEST(RadauIIA, OrderIsFiveWithMoreRowsThanUnknowns) {
  const SolvedDae problem = overdetermined();
  EXPECT_NEAR(measured_order(problem, 0, 10), 5, 0.3);
}

TEST(RadauIIA, OrderIsTwoSMinusOneForAllStageNumbers) {
  const SolvedDae problem = index_one();
  EXPECT_NEAR(measured_order(problem, 0, 40, 1), 1, 0.1);
  // Linear equations for the high orders: their long steps are beyond simplified Newton on the
  // cubic row above.
  const SolvedDae linear = overdetermined();
  EXPECT_NEAR(measured_order(linear, 0, 2, 5), 9, 0.8);
  // Order 13 reaches rounding errors within two halvings: only the size is checked.
  EXPECT_LT(end_errors(linear, 1.3, 3, 7).maxCoeff(), 2e-13);
}

/// Largest error of the dense output over a run with n equal steps.
double dense_error(const SolvedDae& problem, int n, int stages = 3) {
  const double t_end = 1.3;
  Looped<RadauIIA> radau(*problem.dae, fixed(t_end / n), {.stages = {stages}});
  const Vector y0 = problem.y(0), ydot0 = problem.ydot(0);
  radau.start(0, view(y0), view(ydot0), t_end);
  Vector y(y0.size());
  double error = 0;
  while (radau.t() < t_end) {
    EXPECT_TRUE(radau.step(t_end).is_ok());
    const DenseOutput& piece = radau.dense_output();
    for (double x : {0.1, 0.37, 0.5, 0.83}) {
      const double t = piece.begin() + x * (piece.end() - piece.begin());
      piece.evaluate(t, view(y));
      error = std::max(error, std::abs(y[0] - problem.y(t)[0]));
    }
  }
  return error;
}

// Local error of the collocation polynomial h⁴, added to a global one of h⁵.
TEST(RadauIIA, DenseOutputHasLocalErrorOfOrderFour) {
  const SolvedDae problem = index_one();
  EXPECT_NEAR(std::log2(dense_error(problem, 10) / dense_error(problem, 20)), 4, 0.3);
}

// Local error of the collocation polynomial h^(s+1), added to a global one of h^(2s−1), which for
// one stage is the larger.
TEST(RadauIIA, DenseOutputHasLocalErrorOfOrderSPlusOneForAllStageNumbers) {
  const SolvedDae problem = overdetermined();
  const auto order = [&](int stages, int n) {
    return std::log2(dense_error(problem, n, stages) / dense_error(problem, 2 * n, stages));
  };
  EXPECT_NEAR(order(1, 80), 1, 0.1);
  EXPECT_NEAR(order(3, 16), 4, 0.3);
  EXPECT_NEAR(order(5, 8), 6, 0.4);
  EXPECT_NEAR(order(7, 4), 8, 0.6);
}

TEST(RadauIIA, DenseOutputMeetsBothEndsOfTheStepExactly) {
  const SolvedDae problem = index_two();
  Looped<RadauIIA> radau(*problem.dae, tolerance(1e-6));
  ASSERT_FALSE(integrate(radau, problem, 0, 0.5));
  const Vector before = radau.y();
  ASSERT_TRUE(radau.step(2.0).is_ok());
  Vector y(3);
  radau.dense_output().evaluate(radau.dense_output().begin(), view(y));
  EXPECT_EQ(radau.dense_output().begin(), 0.5);
  EXPECT_EQ(y, before);
  radau.dense_output().evaluate(radau.dense_output().end(), view(y));
  EXPECT_EQ(radau.dense_output().end(), radau.t());
  EXPECT_LE((y - radau.y()).cwiseAbs().maxCoeff(), 2.3e-16);
}

// Reference [HW96, IV.10, VDPOL]: y(2) = (1.706167732170483, −0.8928097010247975).
TEST(RadauIIA, VanDerPolErrorFollowsTheTolerance) {
  const Vector reference{{1.706167732170483, -0.8928097010247975}};
  const Vector y0{{2.0, 0.0}}, ydot0{{0.0, -2e6}};
  for (double tol : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const auto dae = van_der_pol();
    Looped<RadauIIA> radau(*dae, tolerance(tol));
    radau.start(0, view(y0), view(ydot0), 2);
    ASSERT_FALSE(integrate(radau, 2.0));
    EXPECT_LT((radau.y() - reference).cwiseAbs().maxCoeff(), 20 * tol) << "tol " << tol;
    const Statistics& count = radau.statistics();
    EXPECT_EQ(count.complex_factorizations, count.real_factorizations()) << "one pair for each matrix";
    EXPECT_EQ(count.steps, count.accepted + count.rejected + count.newton_failures);
    EXPECT_LT(static_cast<double>(count.jacobians), 0.9 * static_cast<double>(count.steps)) << "tol " << tol;
    RecordProperty("steps_" + std::to_string(-std::lround(std::log10(tol))), static_cast<int>(count.steps));
  }
}

TEST(RadauIIA, TightTolerancesAreReached) {
  const SolvedDae problem = index_two();
  Looped<RadauIIA> radau(*problem.dae, tolerance(1e-13));
  ASSERT_FALSE(integrate(radau, problem, 0, 2.0));
  EXPECT_LT((radau.y() - problem.y(2.0)).head(2).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(RadauIIA, AdaptiveRunsMeetTheToleranceForAllStageNumbers) {
  const SolvedDae problem = index_one();
  for (int stages : {3, 5, 7}) {
    Looped<RadauIIA> radau(*problem.dae, tolerance(1e-9), {.stages = {stages}});
    ASSERT_FALSE(integrate(radau, problem, 0, 5.0)) << stages;
    EXPECT_LT((radau.y() - problem.y(5.0)).cwiseAbs().maxCoeff(), 1e-7) << stages;
  }
}

TEST(RadauIIA, TimeMayRunBackwards) {
  const SolvedDae problem = index_two();
  Looped<RadauIIA> radau(*problem.dae, tolerance(1e-9));
  ASSERT_FALSE(integrate(radau, problem, 2.0, 0.0));
  EXPECT_EQ(radau.t(), 0.0);
  EXPECT_LT((radau.y() - problem.y(0.0)).head(2).cwiseAbs().maxCoeff(), 1e-8);
}

TEST(RadauIIA, StopTimesAreHitExactlyAndDoNotShrinkLaterSteps) {
  const SolvedDae problem = index_one();
  Looped<RadauIIA> radau(*problem.dae, tolerance(1e-6));
  ASSERT_FALSE(integrate(radau, problem, 0, 1.0));
  ASSERT_TRUE(radau.step(9.0).is_ok());
  const double usual = radau.dense_output().end() - radau.dense_output().begin();
  const double stop = radau.t() + 1e-4 * usual;
  ASSERT_TRUE(radau.step(stop).is_ok());
  EXPECT_EQ(radau.t(), stop);
  ASSERT_TRUE(radau.step(9.0).is_ok());
  EXPECT_GT(radau.dense_output().end() - radau.dense_output().begin(), 0.3 * usual);
  const StepOutcome nothing_left = radau.step(radau.t());
  EXPECT_TRUE(nothing_left.is_ok());
  EXPECT_EQ(nothing_left.h, 0);
}

TEST(RadauIIA, ARestartAtAKinkKeepsTheOrder) {
  // y' = −y + |t − 1|, y(0) = 0: the solution has a kink in its second derivative at t = 1.
  DenseTestDae dae(test_info("kink", {1}), [](double t, ConstVec y, ConstVec ydot, Vec rows) {
    rows[0] = -y[0] + std::abs(t - 1) - ydot[0];
  });
  Looped<RadauIIA> radau(dae, tolerance(1e-9));
  Vector y{{0.0}}, ydot{{1.0}};
  radau.start(0, view(std::as_const(y)), view(std::as_const(ydot)), 2);
  ASSERT_FALSE(integrate(radau, 1.0));
  y = radau.y();
  ydot = -y;
  radau.start(1, view(std::as_const(y)), view(std::as_const(ydot)), 2);
  const long rejected = radau.statistics().rejected;
  ASSERT_FALSE(integrate(radau, 2.0));
  EXPECT_LE(radau.statistics().rejected, rejected + 1) << "nothing of the other side is remembered";
  // y = 2 − t − 2e^−t before, y = t − 2 + (y(1) + 1) e^(1−t) after.
  EXPECT_NEAR(radau.y()[0], (2 - 2 * std::exp(-1)) * std::exp(-1), 1e-9);
}

TEST(RadauIIA, AProjectionIsPartOfTheStepAndOfItsDenseOutput) {
  SolvedDae problem = index_one();
  problem.dae->projection = [](double, Vec y) {
    y[0] *= 1 + 1e-9;
    return true;
  };
  Looped<RadauIIA> radau(*problem.dae, tolerance(1e-5));
  const Vector y0 = problem.y(0), ydot0 = problem.ydot(0);
  radau.start(0, view(y0), view(ydot0), 1);
  ASSERT_TRUE(radau.step(1).is_ok());
  ASSERT_TRUE(radau.step(1).is_ok());
  Vector y(2);
  radau.dense_output().evaluate(radau.t(), view(y));
  EXPECT_NEAR(y[0], radau.y()[0], 1e-15);
}

TEST(RadauIIA, ElementaryControlReachesTheSameEnd) {
  const SolvedDae problem = index_one();
  Looped<RadauIIA> radau(*problem.dae, tolerance(1e-8),
                         {.controller = {.kind = ControllerOptions::Kind::elementary}});
  ASSERT_FALSE(integrate(radau, problem, 0, 5.0));
  EXPECT_LT((radau.y() - problem.y(5.0)).cwiseAbs().maxCoeff(), 1e-7);
}

TEST(RadauIIA, RefusesSettingsThatMakeNoSense) {
  const SolvedDae problem = index_one();
  EXPECT_THROW(Looped<RadauIIA>(*problem.dae, tolerance(1e-6), {.stages = {4}}), InvalidInput);
  EXPECT_THROW(Looped<RadauIIA>(*problem.dae, {.tolerance = {}, .h0 = -1}), InvalidInput);
  EXPECT_THROW(Looped<RadauIIA>(*problem.dae, tolerance(0)), InvalidInput);
}

}  // namespace radau_iia_test
}  // namespace pleuel
