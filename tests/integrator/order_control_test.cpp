#include "pleuel/integrator/control/order_control.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pleuel {
namespace order_control_test {

// Three orders like those of Radau IIA with 3, 5 and 7 stages: the estimate is C_s h^(s+1), tests
// are 0.1 rtol^((s+1)/(2s)).
constexpr int kStages[] = {3, 5, 7};
constexpr double kTight = 1e-12;

double tolerance_of(int stages, double rtol) { return 0.1 * std::pow(rtol, (stages + 1.0) / (2 * stages)); }

/// The error of a solution with time scale τ = 1 in units of the tolerance.
double error_of(int level, double h, double rtol) {
  const int s = kStages[level];
  double constant = 0.5;
  for (int k = s + 1; k <= 2 * s; ++k) constant /= k;
  return constant * std::pow(h, s + 1) / tolerance_of(s, rtol);
}

/// The step with error 1.
double step_of(int level, double rtol) {
  return std::pow(error_of(level, 1, rtol), -1.0 / (kStages[level] + 1));
}

OrderEvidence evidence(int level, double rtol) {
  const double h = step_of(level, rtol);
  const auto error = [&](int other) {
    return other < 0 || other > 2 ? std::numeric_limits<double>::infinity() : error_of(other, h, rtol);
  };
  return {
      .h = h, .h_next = 0.9 * h, .err_below = error(level - 1), .err_above = error(level + 1), .rate = 1e-3};
}

std::vector<OrderLevel> levels() { return {{4, 4}, {6, 6}, {8, 8}}; }

OrderChoice settled(OrderControl& control, int level, const OrderEvidence& e) {
  OrderChoice choice{level, 0};
  for (int k = 0; k < 20 && choice.level == level; ++k) choice = control.choose(level, e);
  return choice;
}

TEST(OrderControl, PredictsTheStepOfTheHigherOrder) {
  OrderOptions options;
  options.largest_change = options.largest_rise = 1e3;
  OrderControl control(options, levels());
  const OrderChoice choice = settled(control, 0, evidence(0, kTight));
  ASSERT_EQ(choice.level, 1);
  EXPECT_NEAR(choice.h, options.safety * step_of(1, kTight), 1e-10);
}

TEST(OrderControl, RisesOnASmoothSolutionAndStaysWhereDerivativesGrow) {
  OrderControl tight({}, levels()), rough({}, levels());
  EXPECT_EQ(settled(tight, 0, evidence(0, kTight)).level, 1);
  EXPECT_EQ(settled(tight, 1, evidence(1, kTight)).level, 2);
  OrderEvidence growing = evidence(0, kTight);
  growing.err_above = 900;
  EXPECT_EQ(settled(rough, 0, growing).level, 0);
}

TEST(OrderControl, DoesNotRiseWhileNewtonsMethodContractsSlowly) {
  OrderControl control({}, levels());
  OrderEvidence slow = evidence(0, kTight);
  slow.rate = 0.3;
  EXPECT_EQ(settled(control, 0, slow).level, 0);
}

TEST(OrderControl, FallsWhenNewtonsMethodHardlyConverges) {
  OrderControl control({}, levels());
  OrderEvidence bad = evidence(1, kTight);
  bad.rate = 0.9;
  const OrderChoice choice = settled(control, 1, bad);
  EXPECT_EQ(choice.level, 0);
  EXPECT_LE(choice.h, bad.h_next);
}

TEST(OrderControl, TakesBackARiseThatFailsAtOnceAndWaits) {
  OrderOptions options;
  OrderControl control(options, levels());
  const OrderEvidence e = evidence(0, kTight);
  ASSERT_EQ(settled(control, 0, e).level, 1);
  const OrderChoice fallen = control.after_failure(1, 1.2 * e.h, FailedTry::error_test);
  EXPECT_EQ(fallen.level, 0);
  EXPECT_EQ(fallen.h, e.h) << "no longer than the last step of that order";
  for (int k = 1; k < options.patience_after_failure; ++k) EXPECT_EQ(control.choose(0, e).level, 0) << k;
  EXPECT_EQ(settled(control, 0, e).level, 1);
}

TEST(OrderControl, FallsOnceInAStep) {
  OrderControl control({}, levels());
  EXPECT_EQ(control.after_failure(2, 1, FailedTry::newton).level, 1);
  EXPECT_EQ(control.after_failure(1, 0.5, FailedTry::newton).level, 1);
}

TEST(OrderControl, WaitsTwiceAsLongAfterEachFallOfTheSameOrder) {
  OrderOptions options;
  OrderControl control(options, {levels()[0], levels()[1]});
  const OrderEvidence e = evidence(0, kTight);
  const auto steps_until_rise = [&] {
    int k = 1;
    while (control.choose(0, e).level == 0 && k < 1000) ++k;
    return k;
  };
  EXPECT_EQ(steps_until_rise(), options.patience);
  for (int falls = 0; falls < 4; ++falls) {
    EXPECT_EQ(control.after_failure(1, e.h, FailedTry::newton).level, 0);
    EXPECT_EQ(steps_until_rise(), options.patience_after_failure << falls);
  }
}

TEST(OrderControl, KeepsTheOrderWhenALaterErrorTestFails) {
  OrderControl control({}, levels());
  OrderEvidence e = evidence(0, kTight);
  ASSERT_EQ(settled(control, 0, e).level, 1);
  e = evidence(1, kTight);
  e.rate = 0.3;  // no further rise
  EXPECT_EQ(control.choose(1, e).level, 1);
  EXPECT_EQ(control.after_failure(1, e.h, FailedTry::error_test).level, 1);
  EXPECT_EQ(control.after_failure(1, e.h, FailedTry::newton).level, 1) << "still the longer step";
  EXPECT_EQ(control.after_failure(1, evidence(0, kTight).h, FailedTry::newton).level, 0);
}

// A block of twice as many points advances twice as far with the same distance between them.
TEST(OrderControl, CountsThePointsOfABlock) {
  OrderOptions options;
  options.safety = 1;
  OrderControl control(
      options, {{.work = 1, .error_order = 4, .points = 4}, {.work = 1.5, .error_order = 6, .points = 8}});
  const OrderEvidence e{.h = 1, .h_next = 1, .err_below = 1, .err_above = 1, .rate = 1e-3};
  const OrderChoice choice = settled(control, 0, e);
  EXPECT_EQ(choice.level, 1);
  EXPECT_DOUBLE_EQ(choice.h, 2);
}

TEST(OrderControl, DoesNotRiseWhileTheStepShrinks) {
  OrderOptions options;
  options.steady = 0.95;
  OrderControl control(options, levels());
  EXPECT_EQ(settled(control, 0, evidence(0, kTight)).level, 0);
}

}  // namespace order_control_test
}  // namespace pleuel
