#include "pleuel/integrator/radau/radau_method.hpp"

#include <gtest/gtest.h>

#include "support/integrate.hpp"

namespace pleuel {
namespace {

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

}  // namespace
}  // namespace pleuel
