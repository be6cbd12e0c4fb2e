#include "pleuel/integrator/bdf/bdf.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/base/error.hpp"
#include "support/integrate.hpp"
#include "support/looped.hpp"

namespace pleuel {
namespace bdf_test {

StepSettings tolerance(double tol) { return {.tolerance = {.rtol = tol, .atol = tol}}; }

StepSettings fixed(double h) { return {.tolerance = {.rtol = 1e-13, .atol = 1e-13}, .fixed_step = h}; }

BdfOptions of_order(int k) { return {.orders = {.order = k}}; }

/// Errors of each unknown at t_end with n equal steps of order k.
Vector end_errors(const SolvedDae& problem, double t_end, int n, int k) {
  Looped<Bdf> bdf(*problem.dae, fixed(t_end / n), of_order(k));
  const auto failure = integrate(bdf, problem, 0, t_end);
  EXPECT_FALSE(failure) << describe(*failure);
  EXPECT_EQ(bdf.statistics().accepted, n);
  return (bdf.y() - problem.y(t_end)).cwiseAbs();
}

/// log₂ of the ratio of the errors of unknown i with n and with 2n steps.
double measured_order(const SolvedDae& problem, int unknown, int n, int k) {
  const double t_end = 1.3;
  return std::log2(end_errors(problem, t_end, n, k)[unknown] / end_errors(problem, t_end, 2 * n, k)[unknown]);
}

// Few enough steps for the errors to stay far above those of the start, 1e-12, and of rounding.
constexpr int kSteps[] = {0, 400, 200, 100, 80, 60};

TEST(Bdf, OrderIsKOnAnIndexOneDae) {
  const SolvedDae problem = index_one();
  for (int k = 1; k <= 5; ++k)
    for (int unknown : {0, 1}) EXPECT_NEAR(measured_order(problem, unknown, kSteps[k], k), k, 0.25) << k;
}

// [BCP96, 3.2.2]: k for y and for the unknown of index 2, on equal steps.
TEST(Bdf, OrderIsKOnAnIndexTwoDaeForAllUnknowns) {
  const SolvedDae problem = index_two();
  for (int k = 1; k <= 5; ++k)
    for (int unknown : {0, 1, 2}) EXPECT_NEAR(measured_order(problem, unknown, kSteps[k], k), k, 0.35) << k;
}

TEST(Bdf, OrderIsKWithAStateDependentE) {
  for (int k : {2, 4}) EXPECT_NEAR(measured_order(state_dependent_mass(), 0, kSteps[k], k), k, 0.25) << k;
}

TEST(Bdf, OrderIsKWithMoreRowsThanUnknowns) {
  for (int k : {1, 3, 5}) EXPECT_NEAR(measured_order(overdetermined(), 0, kSteps[k], k), k, 0.25) << k;
}

/// Largest error of the dense output over a run with n equal steps.
double dense_error(const SolvedDae& problem, int n, int k) {
  const double t_end = 1.3;
  Looped<Bdf> bdf(*problem.dae, fixed(t_end / n), of_order(k));
  const Vector y0 = problem.y(0), ydot0 = problem.ydot(0);
  bdf.start(0, view(y0), view(ydot0), t_end);
  Vector y(y0.size());
  double error = 0;
  while (bdf.t() < t_end) {
    EXPECT_TRUE(bdf.step(t_end).is_ok());
    const DenseOutput& piece = bdf.dense_output();
    EXPECT_EQ(piece.order(), k);
    for (double x : {0.1, 0.37, 0.5, 0.83}) {
      const double t = piece.begin() + x * (piece.end() - piece.begin());
      piece.evaluate(t, view(y));
      error = std::max(error, std::abs(y[0] - problem.y(t)[0]));
    }
  }
  return error;
}

TEST(Bdf, DenseOutputHasTheOrderOfTheMethodAlsoInTheFirstSteps) {
  const SolvedDae problem = index_one();
  for (int k = 1; k <= 5; ++k) {
    const double order =
        std::log2(dense_error(problem, kSteps[k], k) / dense_error(problem, 2 * kSteps[k], k));
    EXPECT_NEAR(order, k, 0.3) << k;
  }
}

TEST(Bdf, DenseOutputMeetsBothEndsOfTheStep) {
  const SolvedDae problem = index_two();
  Looped<Bdf> bdf(*problem.dae, tolerance(1e-6));
  ASSERT_FALSE(integrate(bdf, problem, 0, 0.5));
  const Vector before = bdf.y();
  ASSERT_TRUE(bdf.step(2.0).is_ok());
  Vector y(3);
  bdf.dense_output().evaluate(bdf.dense_output().begin(), view(y));
  EXPECT_EQ(bdf.dense_output().begin(), 0.5);
  EXPECT_LE((y - before).cwiseAbs().maxCoeff(), 1e-15);
  bdf.dense_output().evaluate(bdf.dense_output().end(), view(y));
  EXPECT_EQ(bdf.dense_output().end(), bdf.t());
  EXPECT_EQ(y, Vector(bdf.y()));
}

// Reference [HW96, IV.10, VDPOL]: y(2) = (1.706167732170483, −0.8928097010247975).
TEST(Bdf, VanDerPolErrorFollowsTheTolerance) {
  const Vector reference{{1.706167732170483, -0.8928097010247975}};
  const Vector y0{{2.0, 0.0}}, ydot0{{0.0, -2e6}};
  for (double tol : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const auto dae = van_der_pol();
    Looped<Bdf> bdf(*dae, tolerance(tol));
    bdf.start(0, view(y0), view(ydot0), 2);
    ASSERT_FALSE(integrate(bdf, 2.0));
    // A multistep method adds up the errors of its steps.
    EXPECT_LT((bdf.y() - reference).cwiseAbs().maxCoeff(), 100 * tol) << "tol " << tol;
    const Statistics& count = bdf.statistics();
    EXPECT_EQ(count.steps, count.accepted + count.rejected + count.newton_failures);
    EXPECT_LT(static_cast<double>(count.jacobians), 0.5 * static_cast<double>(count.steps)) << "tol " << tol;
  }
}

TEST(Bdf, TightTolerancesAreReachedOnIndexTwo) {
  const SolvedDae problem = index_two();
  Looped<Bdf> bdf(*problem.dae, tolerance(1e-12));
  ASSERT_FALSE(integrate(bdf, problem, 0, 2.0));
  EXPECT_LT((bdf.y() - problem.y(2.0)).head(2).cwiseAbs().maxCoeff(), 1e-10);
}

// At a change of step e of an unknown of index 2 does not fall with h [BCP96, 3.2].
TEST(Bdf, AStrictTestOfAnUnknownOfIndexTwoCollapsesAndSaysWhy) {
  const SolvedDae problem = index_two();
  StepSettings settings = tolerance(1e-6);
  settings.scaling = IndexScaling::strict;
  Looped<Bdf> bdf(*problem.dae, settings);
  const auto failure = integrate(bdf, problem, 0, 2.0);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::step_collapse) << describe(*failure);
  EXPECT_EQ(failure->worst, "y3");
  EXPECT_NE(failure->causes.front().find("index 2"), std::string::npos);
  EXPECT_NE(failure->remedy.find("error=scaled"), std::string::npos);
}

TEST(Bdf, HigherOrdersNeedFewerStepsForTightTolerances) {
  const SolvedDae problem = index_one();
  long before = 100'000'000;
  for (int order_max = 2; order_max <= 5; ++order_max) {
    Looped<Bdf> bdf(*problem.dae, tolerance(1e-10), {.orders = {.order_max = order_max}});
    ASSERT_FALSE(integrate(bdf, problem, 0, 5.0)) << order_max;
    // Errors of up to 10⁴ steps add up.
    EXPECT_LT((bdf.y() - problem.y(5.0)).cwiseAbs().maxCoeff(), 1e4 * 1e-10) << order_max;
    EXPECT_LT(bdf.statistics().steps, before) << order_max;
    before = bdf.statistics().steps;
  }
}

TEST(Bdf, RaisesItsOrderFromOneInTheFirstSteps) {
  const SolvedDae problem = index_one();
  Looped<Bdf> bdf(*problem.dae, tolerance(1e-9));
  const Vector y0 = problem.y(0), ydot0 = problem.ydot(0);
  bdf.start(0, view(y0), view(ydot0), 2);
  int highest = 0;
  for (int i = 1; i <= 25; ++i) {
    const StepOutcome outcome = bdf.step(2);
    ASSERT_TRUE(outcome.is_ok());
    if (i <= 3) {
      EXPECT_EQ(outcome.order, i);
    }
    highest = std::max(highest, outcome.order);
  }
  EXPECT_GE(highest, 4);
}

TEST(Bdf, KeepsAnOrderThatIsAskedForOnceItIsReached) {
  const SolvedDae problem = index_one();
  Looped<Bdf> bdf(*problem.dae, tolerance(1e-6), of_order(3));
  const Vector y0 = problem.y(0), ydot0 = problem.ydot(0);
  bdf.start(0, view(y0), view(ydot0), 5);
  for (int i = 0; bdf.t() != 5.0; ++i) {
    const StepOutcome outcome = bdf.step(5);
    ASSERT_TRUE(outcome.is_ok());
    ASSERT_EQ(outcome.order, std::min(i + 1, 3));
  }
  EXPECT_LT((bdf.y() - problem.y(5.0)).cwiseAbs().maxCoeff(), 1e-4);
}

TEST(Bdf, TimeMayRunBackwards) {
  const SolvedDae problem = index_two();
  Looped<Bdf> bdf(*problem.dae, tolerance(1e-9));
  ASSERT_FALSE(integrate(bdf, problem, 2.0, 0.0));
  EXPECT_EQ(bdf.t(), 0.0);
  EXPECT_LT((bdf.y() - problem.y(0.0)).head(2).cwiseAbs().maxCoeff(), 1e-7);
}

TEST(Bdf, StopTimesAreHitExactly) {
  const SolvedDae problem = index_one();
  Looped<Bdf> bdf(*problem.dae, tolerance(1e-6));
  ASSERT_FALSE(integrate(bdf, problem, 0, 1.0));
  EXPECT_EQ(bdf.t(), 1.0);
  const StepOutcome nothing_left = bdf.step(1.0);
  EXPECT_TRUE(nothing_left.is_ok());
  EXPECT_EQ(nothing_left.h, 0);
}

TEST(Bdf, FixedStepsEndWhereTheIntervalDoes) {
  const SolvedDae problem = index_one();
  for (const double t_end : {0.001, 0.02, 0.0451, 0.1, 0.333}) {
    Looped<Bdf> bdf(*problem.dae, fixed(0.01), of_order(4));
    ASSERT_FALSE(integrate(bdf, problem, 0, t_end)) << t_end;
    EXPECT_EQ(bdf.statistics().accepted, static_cast<long>(std::ceil(t_end / 0.01 - 1e-6))) << t_end;
    EXPECT_LT((bdf.y() - problem.y(t_end)).cwiseAbs().maxCoeff(), 1e-7) << t_end;
  }
}

TEST(Bdf, ARestartAtAKinkForgetsTheOtherSide) {
  // y' = −y + |t − 1|, y(0) = 0: the solution has a kink in its second derivative at t = 1.
  DenseTestDae dae(test_info("kink", {1}), [](double t, ConstVec y, ConstVec ydot, Vec rows) {
    rows[0] = -y[0] + std::abs(t - 1) - ydot[0];
  });
  Looped<Bdf> bdf(dae, tolerance(1e-9));
  Vector y{{0.0}}, ydot{{1.0}};
  bdf.start(0, view(std::as_const(y)), view(std::as_const(ydot)), 2);
  ASSERT_FALSE(integrate(bdf, 1.0));
  y = bdf.y();
  ydot = -y;
  bdf.start(1, view(std::as_const(y)), view(std::as_const(ydot)), 2);
  const long rejected = bdf.statistics().rejected;
  const long accepted = bdf.statistics().accepted;
  ASSERT_FALSE(integrate(bdf, 2.0));
  EXPECT_LE(bdf.statistics().rejected, rejected + 2);
  EXPECT_LE(bdf.statistics().accepted, 2 * accepted);
  // y = 2 − t − 2e^−t before, y = t − 2 + (y(1) + 1) e^(1−t) after.
  EXPECT_NEAR(bdf.y()[0], (2 - 2 * std::exp(-1)) * std::exp(-1), 1e-7);
}

TEST(Bdf, SlopesOfAlgebraicUnknownsNeedNotBeKnownAtTheStart) {
  const auto steps = [](double slope) {
    SolvedDae problem = index_one();
    DaeInfo info = test_info("index one", {1, 1});
    info.unknowns.edit([](auto& unknowns) { unknowns[1].is_differential = false; });
    DenseTestDae dae(info, [&](double t, ConstVec y, ConstVec ydot, Vec rows) {
      problem.dae->residual(t, y, ydot, rows);
    });
    Looped<Bdf> bdf(dae, tolerance(1e-10));
    const Vector y0 = problem.y(0.5);
    Vector ydot0 = problem.ydot(0.5);
    ydot0[1] = slope;
    bdf.start(0.5, view(y0), view(std::as_const(ydot0)), 1);
    EXPECT_FALSE(integrate(bdf, 1.0));
    EXPECT_LT((bdf.y() - problem.y(1.0)).cwiseAbs().maxCoeff(), 1e-8);
    return bdf.statistics().steps;
  };
  // The first step is shorter by the root of the tolerance: found by quartering, log₄ 10⁵ = 9
  // tries, and made up for by doubling, log₂ 10⁵ = 17, while the order, which rises after k + 1
  // steps of order k, may wait for two of these (3 + 4 steps).
  EXPECT_LE(steps(0), steps(-std::sin(0.5)) + 9 + 17 + 7);
}

TEST(Bdf, AProjectionIsPartOfTheStepAndOfItsDenseOutput) {
  SolvedDae problem = index_one();
  problem.dae->projection = [](double, Vec y) {
    y[0] *= 1 + 1e-9;
    return true;
  };
  Looped<Bdf> bdf(*problem.dae, tolerance(1e-5));
  const Vector y0 = problem.y(0), ydot0 = problem.ydot(0);
  bdf.start(0, view(y0), view(ydot0), 1);
  Vector before(2), y(2);
  for (int i = 0; i < 6; ++i) {
    before = bdf.y();
    ASSERT_TRUE(bdf.step(1).is_ok());
    bdf.dense_output().evaluate(bdf.t(), view(y));
    EXPECT_EQ(y[0], bdf.y()[0]);
    bdf.dense_output().evaluate(bdf.dense_output().begin(), view(y));
    EXPECT_NEAR(y[0], before[0], 1e-15);
  }
}

TEST(Bdf, RefusesSettingsThatMakeNoSense) {
  const SolvedDae problem = index_one();
  EXPECT_THROW(Looped<Bdf>(*problem.dae, tolerance(1e-6), {.orders = {.order_max = 6}}), InvalidInput);
  EXPECT_THROW(Looped<Bdf>(*problem.dae, tolerance(1e-6), {.orders = {.order_max = 2, .order = 3}}),
               InvalidInput);
  EXPECT_THROW(Looped<Bdf>(*problem.dae, {.tolerance = {}, .h0 = -1}), InvalidInput);
  EXPECT_THROW(Looped<Bdf>(*problem.dae, tolerance(0)), InvalidInput);
}

}  // namespace bdf_test
}  // namespace pleuel
