#include "pleuel/integrator/bdf/stability_limit.hpp"

#include <gtest/gtest.h>

namespace pleuel {
namespace stability_limit_test {

constexpr double kSize = 0.01;

/// After `n` steps of order 5.
StabilityLimit after(int n) {
  StabilityLimit limit(2);
  for (int i = 0; i < n; ++i) limit.step_accepted(kSize, 5);
  return limit;
}

/// Two suspect looks.
bool alarms(StabilityLimit& limit, double factor) {
  (void)limit.look(true, factor);
  return limit.look(true, factor);
}

TEST(StabilityLimit, SuspectsDifferencesThatDoNotDecrease) {
  EXPECT_TRUE(StabilityLimit::is_suspect(0.8, 1, 1.2));
  EXPECT_FALSE(StabilityLimit::is_suspect(0.1, 1, 1.2));
  EXPECT_FALSE(StabilityLimit::is_suspect(0.8, 1, 12));
}

TEST(StabilityLimit, HoldsTheOrderAfterTwoSuspectLooks) {
  StabilityLimit limit = after(50);
  EXPECT_FALSE(limit.look(true, 1));
  EXPECT_FALSE(limit.look(false, 1)) << "the first one counts no longer";
  EXPECT_FALSE(limit.look(true, 1));
  EXPECT_TRUE(limit.look(true, 1));
  EXPECT_EQ(limit.highest(5), 2);
  for (int i = 0; i < 60; ++i) limit.step_accepted(kSize, 2);
  EXPECT_EQ(limit.highest(5), 5);
  EXPECT_EQ(limit.n_held(), 60);
  ASSERT_TRUE(alarms(limit, 1));
  for (int i = 0; i < 119; ++i) limit.step_accepted(kSize, 2);
  EXPECT_EQ(limit.highest(5), 2) << "the second time twice as long";
}

TEST(StabilityLimit, IgnoresStartsAndOrdersThatAreStable) {
  EXPECT_FALSE(after(5).wants_differences(5));
  EXPECT_TRUE(after(50).wants_differences(3));
  EXPECT_FALSE(after(50).wants_differences(2));
  EXPECT_FALSE(StabilityLimit(0).wants_differences(5));
}

TEST(StabilityLimit, NeedsAPromiseOfTheStableOrderAndASettledStep) {
  StabilityLimit limit = after(50);
  EXPECT_FALSE(alarms(limit, 0.3));
  limit.step_accepted(5 * kSize, 5);
  EXPECT_FALSE(alarms(limit, 1));
}

TEST(StabilityLimit, ReleasesTheOrderWhereTheStableOneIsWorse) {
  StabilityLimit limit = after(50);
  ASSERT_TRUE(alarms(limit, 1));
  for (int i = 0; i < 10; ++i) limit.step_accepted(0.3 * kSize, 2);
  EXPECT_EQ(limit.highest(5), 5);
  EXPECT_FALSE(limit.wants_differences(5)) << "a false alarm is followed by a pause";
  for (int i = 0; i < 60; ++i) limit.step_accepted(kSize, 5);
  EXPECT_TRUE(limit.wants_differences(5));
}

}  // namespace stability_limit_test
}  // namespace pleuel
