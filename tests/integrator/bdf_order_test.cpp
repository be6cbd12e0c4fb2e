#include "pleuel/integrator/bdf/bdf_order.hpp"

#include <gtest/gtest.h>

#include "pleuel/integrator/bdf/jacobian_age.hpp"

namespace pleuel {
namespace bdf_order_test {

/// Past its start, at order 3, with n further steps of that order.
BdfOrderControl at_order_three(int n, BdfOrderOptions options = {}) {
  BdfOrderControl control(options);
  control.restart_at(3);
  for (int i = 0; i < n; ++i) (void)control.accepted({.lower = 10, .same = 0.4, .raised = 10});
  return control;
}

TEST(BdfOrderControl, RaisesTheOrderAndTheStepWhileItStarts) {
  BdfOrderControl control({});
  for (int order = 1; order < 5; ++order) {
    EXPECT_EQ(control.order(), order);
    const auto choice = control.accepted({.lower = 0.5, .same = 0.01});
    EXPECT_EQ(choice.order, order + 1);
    EXPECT_EQ(choice.factor, 2);
  }
}

TEST(BdfOrderControl, EndsItsStartWithAFailure) {
  BdfOrderControl control({});
  (void)control.accepted({.same = 0.01});
  const auto shorter = control.rejected({.lower = 30, .same = 3}, 1);
  EXPECT_EQ(shorter.order, 2);
  EXPECT_LT(shorter.factor, 0.9);
  EXPECT_EQ(control.accepted({.lower = 1, .same = 0.4}).order, 2);
}

TEST(BdfOrderControl, TakesTheOrderThatAllowsTheLongestStep) {
  EXPECT_EQ(at_order_three(0).accepted({.lower = 0.9, .same = 0.4}).order, 3);
  EXPECT_EQ(at_order_three(0).accepted({.lower = 1e-4, .same = 0.4}).order, 2);
  EXPECT_EQ(at_order_three(4).accepted({.lower = 10, .same = 0.4, .raised = 1e-3}).order, 4);
}

TEST(BdfOrderControl, RaisesTheOrderOnlyAfterKPlusOneStepsOfOrderK) {
  EXPECT_EQ(at_order_three(2).accepted({.lower = 10, .same = 0.4, .raised = 1e-3}).order, 3);
  EXPECT_EQ(at_order_three(3).accepted({.lower = 10, .same = 0.4, .raised = 1e-3}).order, 4);
}

TEST(BdfOrderControl, KeepsTheStepUnlessMuchIsWon) {
  // (2 · 0.4)^(−1/4) = 1.06; (2 · 0.004)^(−1/4) = 3.3; (2 · 0.9)^(−1/4) = 0.86.
  EXPECT_EQ(at_order_three(0).accepted({.lower = 10, .same = 0.4}).factor, 1);
  EXPECT_EQ(at_order_three(0).accepted({.lower = 10, .same = 0.004}).factor, 2);
  EXPECT_NEAR(at_order_three(0).accepted({.lower = 10, .same = 0.9}).factor, 0.863, 0.001);
}

TEST(BdfOrderControl, GoesBackToOrderOneAfterThreeFailures) {
  BdfOrderControl control = at_order_three(0);
  EXPECT_EQ(control.rejected({.lower = 1e6, .same = 50}, 1).order, 3);
  EXPECT_EQ(control.rejected({.lower = 1e6, .same = 50}, 2).factor, 0.25);
  const auto last = control.rejected({.lower = 1e6, .same = 50}, 3);
  EXPECT_EQ(last.order, 1);
  EXPECT_EQ(last.factor, 0.25);
}

TEST(BdfOrderControl, ReachesAnOrderThatIsAskedForAndStaysThere) {
  BdfOrderControl control({.order = 2});
  EXPECT_EQ(control.accepted({.same = 0.9}).order, 2);
  EXPECT_EQ(control.accepted({.lower = 1e-6, .same = 0.9, .raised = 1e-6}).order, 2);
}

TEST(JacobianAge, HasToMeasureBeforeItPredicts) {
  JacobianAge age({});
  EXPECT_EQ(age.predicted(0.1), 1);
  age.step_done(0.02, 0.1);
  EXPECT_NEAR(age.predicted(0.1), 0.02, 1e-15);
  EXPECT_NEAR(age.predicted(0.2), 0.04, 1e-15) << "the rate grows with the distance";
  for (int i = 0; i < 20; ++i) age.step_done(-1, 0.1);
  EXPECT_EQ(age.predicted(0.1), 1) << "after 20 steps it measures again";
}

TEST(JacobianAge, BelievesWorseRatesAtOnceAndBetterOnesGradually) {
  JacobianAge age({});
  age.step_done(0.02, 0.1);
  age.step_done(0.08, 0.1);
  EXPECT_NEAR(age.predicted(0.1), 0.08, 1e-15);
  age.step_done(0.01, 0.1);
  EXPECT_GT(age.predicted(0.1), 0.05);
}

TEST(JacobianAge, RenewsWhereThatIsCheaperThanIterating) {
  JacobianAge age({.cost = 3});
  age.step_done(0.01, 1);  // θ = 0.01 a second
  // A reduction to 0.01 in one iteration holds for 1 s: 1000 steps of 1 ms, or half a step of 2 s.
  EXPECT_FALSE(age.is_slow(0.009, 0.01, 1e-3));
  EXPECT_TRUE(age.is_slow(0.011, 0.01, 1e-3));
  EXPECT_FALSE(age.is_slow(0.011, 0.01, 2)) << "two iterations a step are cheaper than a Jacobian a step";
  EXPECT_TRUE(age.is_slow(0.6, 0.01, 2));
}

}  // namespace bdf_order_test
}  // namespace pleuel
