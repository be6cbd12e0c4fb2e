#include "pleuel/integrator/bdf/bdf_method.hpp"

#include <gtest/gtest.h>

#include "support/integrate.hpp"

namespace pleuel {
namespace bdf_method_test {

Statistics counts(const Method& method, const Settings& changes) {
  const SolvedDae problem = index_one();
  const StepSettings settings{.tolerance = {.rtol = 1e-8, .atol = 1e-8}};
  const auto integrator = method.make(*problem.dae, settings, OptionValues(method.options, changes));
  EXPECT_FALSE(integrate(*integrator, problem, 0, 5.0));
  return integrator->statistics();
}

TEST(BdfMethod, IsMadeFromItsOptionsByName) {
  const Method method = bdf_method();
  EXPECT_EQ(method.name, "bdf");
  const Statistics plain = counts(method, {});
  EXPECT_GT(counts(method, {{"order_max", "2"}}).steps, 2 * plain.steps);
  EXPECT_GT(counts(method, {{"order", "3"}}).steps, plain.steps);
  EXPECT_GT(counts(method, {{"newton_tolerance", "1e-6"}}).solves, plain.solves);
}

TEST(BdfMethod, Bdf2IsTheSameWithItsOrderCapped) {
  EXPECT_EQ(bdf2_method().name, "bdf2");
  EXPECT_EQ(counts(bdf2_method(), {}).steps, counts(bdf_method(), {{"order_max", "2"}}).steps);
}

TEST(BdfMethod, TakesSquareAndOverdeterminedEquationsOfUpToTwoHiddenLevels) {
  const Method method = bdf_method();
  DaeInfo info = test_info("ori2", {1, 2, 3});
  EXPECT_FALSE(method.refusal(info));
  EXPECT_FALSE(method.refusal(test_info("ovd1", {1, 2}, 1)));
  info.constraint_level = 3;
  ASSERT_TRUE(method.refusal(info));
  EXPECT_NE(method.refusal(info)->find("ori2"), std::string::npos);
}

}  // namespace bdf_method_test
}  // namespace pleuel
