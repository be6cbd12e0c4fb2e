#include "pleuel/integrator/radau/radau_method.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "pleuel/base/error.hpp"
#include "support/integrate.hpp"

namespace pleuel {
namespace radau_method_test {

TEST(Radau5Method, IsMadeFromItsOptionsByName) {
  const Method method = radau5_method();
  EXPECT_EQ(method.name, "radau5");
  const SolvedDae problem = index_one();
  const StepSettings settings{.tolerance = {.rtol = 1e-8, .atol = 1e-8}};
  const auto steps = [&](const Settings& changes) {
    const auto radau = method.make(*problem.dae, settings, OptionValues(method.options, changes));
    EXPECT_FALSE(integrate(*radau, problem, 0, 5.0));
    EXPECT_EQ(radau->statistics().steps >= radau->statistics().accepted, true);
    return radau->statistics();
  };
  const Statistics plain = steps({});
  EXPECT_GT(steps({{"safety", "0.5"}}).steps, plain.steps);
  EXPECT_EQ(steps({{"jacobian_reuse", "0"}}).jacobians, steps({{"jacobian_reuse", "0"}}).accepted);
  EXPECT_GT(steps({{"newton_tolerance", "1e-6"}}).solves, plain.solves);
}

TEST(Radau5Method, TakesUpToTwoHiddenConstraintLevels) {
  const Method method = radau5_method();
  DaeInfo info = test_info("ori2", {1, 2, 3});
  EXPECT_FALSE(method.refusal(info));
  info.constraint_level = 3;
  ASSERT_TRUE(method.refusal(info));
  EXPECT_NE(method.refusal(info)->find("ori2"), std::string::npos);
}

TEST(RadauMethod, OrdersAreChosenByName) {
  const Method method = radau_method();
  const SolvedDae problem = overdetermined();
  const StepSettings settings{.tolerance = {.rtol = 1e-10, .atol = 1e-10}};
  const auto highest_order = [&](const Settings& changes) {
    const auto radau = method.make(*problem.dae, settings, OptionValues(method.options, changes));
    const Vector y = problem.y(0), ydot = problem.ydot(0);
    radau->start(0, view(y), view(ydot), 5);
    int highest = 0;
    while (radau->t() != 5.0) {
      const StepOutcome outcome = radau->step(5.0);
      EXPECT_TRUE(outcome.is_ok());
      if (!outcome.is_ok()) break;
      highest = std::max(highest, outcome.order);
    }
    return highest;
  };
  EXPECT_EQ(highest_order({}), 13);
  EXPECT_EQ(highest_order({{"order", "9"}}), 9);
  EXPECT_EQ(highest_order({{"max_order", "9"}}), 9);
  EXPECT_EQ(highest_order({{"min_order", "5"}, {"max_order", "5"}}), 5);
  EXPECT_THROW(highest_order({{"min_order", "13"}, {"max_order", "5"}}), InvalidInput);
}

}  // namespace radau_method_test
}  // namespace pleuel
