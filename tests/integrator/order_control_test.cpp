#include "pleuel/integrator/radau/order_control.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pleuel {
namespace order_control_test {

const std::vector<double> kGamma{3.6378, 6.2867, 8.9369};

double tolerance_of(int stages, double rtol) { return 0.1 * std::pow(rtol, (stages + 1.0) / (2 * stages)); }

/// Evidence from a solution with time scale τ = 1 where the estimate is C_s h^(s+1) and tests are
/// 0.1 rtol^((s+1)/(2s)): the step with err = 1.
OrderEvidence evidence(int stages, double gamma, double rtol) {
  double constant = 2 / gamma;
  for (int k = stages + 1; k <= 2 * stages; ++k) constant /= k;
  const double h = std::pow(tolerance_of(stages, rtol) / constant, 1.0 / (stages + 1));
  return {.h = h, .h_next = 0.9 * h, .err = 1, .decay = h, .rate = 1e-3, .newton_iterations = 2};
}

std::vector<OrderControl::Scheme> schemes(double rtol) {
  return {{3, kGamma[0], tolerance_of(3, rtol)},
          {5, kGamma[1], tolerance_of(5, rtol)},
          {7, kGamma[2], tolerance_of(7, rtol)}};
}

OrderChoice settled(OrderControl& control, int level, const OrderEvidence& e) {
  OrderChoice choice{level, 0};
  for (int k = 0; k < 20 && choice.level == level; ++k) choice = control.choose(level, e);
  return choice;
}

TEST(OrderControl, PredictsTheStepOfTheHigherOrder) {
  const double rtol = 1e-12;
  OrderOptions options;
  options.largest_change = 1e3;
  OrderControl control(options, schemes(rtol));
  const OrderChoice choice = settled(control, 0, evidence(3, kGamma[0], rtol));
  ASSERT_EQ(choice.level, 1);
  EXPECT_NEAR(choice.h, options.safety * evidence(5, kGamma[1], rtol).h, 1e-10);
}

TEST(OrderControl, RisesOnASmoothSolutionAndStaysWhereDerivativesGrow) {
  OrderControl tight({}, schemes(1e-12)), rough({}, schemes(1e-12));
  EXPECT_EQ(settled(tight, 0, evidence(3, kGamma[0], 1e-12)).level, 1);
  EXPECT_EQ(settled(tight, 1, evidence(5, kGamma[1], 1e-12)).level, 2);
  OrderEvidence growing = evidence(3, kGamma[0], 1e-12);
  growing.decay = 30;
  EXPECT_EQ(settled(rough, 0, growing).level, 0);
}

TEST(OrderControl, DoesNotRiseWhileNewtonsMethodContractsSlowly) {
  OrderControl control({}, schemes(1e-12));
  OrderEvidence slow = evidence(3, kGamma[0], 1e-12);
  slow.rate = 0.3;
  EXPECT_EQ(settled(control, 0, slow).level, 0);
}

TEST(OrderControl, FallsWhenNewtonsMethodHardlyConverges) {
  OrderControl control({}, schemes(1e-12));
  OrderEvidence bad = evidence(5, kGamma[1], 1e-12);
  bad.rate = 0.9;
  const OrderChoice choice = settled(control, 1, bad);
  EXPECT_EQ(choice.level, 0);
  EXPECT_LE(choice.h, bad.h_next);
}

TEST(OrderControl, TakesBackARiseThatFailsAtOnceAndWaits) {
  OrderOptions options;
  OrderControl control(options, schemes(1e-12));
  const OrderEvidence e = evidence(3, kGamma[0], 1e-12);
  ASSERT_EQ(settled(control, 0, e).level, 1);
  const OrderChoice fallen = control.after_failure(1, 1.2 * e.h, FailedTry::error_test);
  EXPECT_EQ(fallen.level, 0);
  EXPECT_EQ(fallen.h, e.h) << "no longer than the last step of that order";
  for (int k = 1; k < options.patience_after_failure; ++k) EXPECT_EQ(control.choose(0, e).level, 0) << k;
  EXPECT_EQ(settled(control, 0, e).level, 1);
}

TEST(OrderControl, FallsOnceInAStep) {
  OrderControl control({}, schemes(1e-12));
  EXPECT_EQ(control.after_failure(2, 1, FailedTry::newton).level, 1);
  EXPECT_EQ(control.after_failure(1, 0.5, FailedTry::newton).level, 1);
}

TEST(OrderControl, WaitsTwiceAsLongAfterEachFallOfTheSameOrder) {
  OrderOptions options;
  OrderControl control(options, {schemes(1e-12)[0], schemes(1e-12)[1]});
  const OrderEvidence e = evidence(3, kGamma[0], 1e-12);
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
  OrderControl control({}, schemes(1e-12));
  OrderEvidence e = evidence(3, kGamma[0], 1e-12);
  ASSERT_EQ(settled(control, 0, e).level, 1);
  e = evidence(5, kGamma[1], 1e-12);
  e.rate = 0.3;  // no further rise
  EXPECT_EQ(control.choose(1, e).level, 1);
  EXPECT_EQ(control.after_failure(1, e.h, FailedTry::error_test).level, 1);
  EXPECT_EQ(control.after_failure(1, e.h, FailedTry::newton).level, 1) << "still the longer step";
  EXPECT_EQ(control.after_failure(1, evidence(3, kGamma[0], 1e-12).h, FailedTry::newton).level, 0);
}

}  // namespace order_control_test
}  // namespace pleuel
