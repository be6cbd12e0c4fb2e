#include "pleuel/integrator/control/step_controller.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/integrator/control/recent_steps.hpp"

namespace pleuel {
namespace step_controller_test {

using Kind = ControllerOptions::Kind;

TEST(StepController, ElementaryStepFollowsTheRootOfTheError) {
  StepController controller({.kind = Kind::elementary}, 4, 7);
  EXPECT_NEAR(controller.accepted(0.1, 1.0 / 16, 1), 0.1 * 2 * 0.9, 1e-15);
  EXPECT_NEAR(controller.accepted(0.1, 1.0 / 16, 8), 0.1 * 2 * 0.9 * 15 / 22, 1e-15);
}

TEST(StepController, GrowthAndReductionAreLimited) {
  StepController controller({.kind = Kind::elementary}, 4, 7);
  EXPECT_EQ(controller.accepted(0.5, 1e-12, 1), 4.0);
  EXPECT_EQ(controller.rejected(0.5, 1e12, 1), 0.1);
}

TEST(StepController, PredictiveStepIsSmallerWhenTheErrorRises) {
  StepController controller({}, 4, 7);
  (void)controller.accepted(0.1, 0.1, 1);
  const double h = controller.accepted(0.1, 0.4, 1);
  EXPECT_NEAR(h, 0.1 * 0.9 * std::pow(0.1 / (0.4 * 0.4), 0.25), 1e-15);
  EXPECT_LT(h, 0.1 * 0.9 * std::pow(0.4, -0.25));
}

TEST(StepController, RestartForgetsTheStepBefore) {
  StepController controller({}, 6, 7);
  (void)controller.accepted(0.1, 0.01, 1);
  controller.restart();
  EXPECT_NEAR(controller.accepted(0.1, 0.4, 1), 0.1 * 0.9 * std::pow(0.4, -1.0 / 6), 1e-15);
}

TEST(RecentSteps, KeepTheLastEightInOrder) {
  RecentSteps recent;
  for (int k = 1; k <= 11; ++k) recent.add(k);
  EXPECT_EQ(recent.list(), (std::vector<double>{4, 5, 6, 7, 8, 9, 10, 11}));
}

}  // namespace step_controller_test
}  // namespace pleuel
