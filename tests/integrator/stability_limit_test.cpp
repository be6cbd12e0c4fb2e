#include "pleuel/integrator/bdf/stability_limit.hpp"

#include <gtest/gtest.h>

namespace pleuel {
namespace stability_limit_test {

constexpr int kStable = 2;

/// After `n` accepted steps.
StabilityLimit after(int n) {
  StabilityLimit limit(kStable, kStable);
  for (int i = 0; i < n; ++i) limit.step_accepted();
  return limit;
}

bool looks_suspect(StabilityLimit& limit) { return limit.look(0.8, 1, 1.2); }

TEST(StabilityLimit, SuspectsDifferencesThatDoNotDecreaseInTwoLooks) {
  StabilityLimit limit = after(50);
  EXPECT_FALSE(looks_suspect(limit));
  EXPECT_FALSE(limit.look(0.1, 1, 1.2)) << "the first look counts no longer";
  EXPECT_FALSE(looks_suspect(limit));
  EXPECT_FALSE(limit.look(0.8, 1, 12));
  EXPECT_FALSE(looks_suspect(limit));
  EXPECT_TRUE(looks_suspect(limit));
}

TEST(StabilityLimit, IgnoresStartsAndOrdersThatAreStable) {
  EXPECT_FALSE(after(5).wants_differences(5, 1));
  EXPECT_TRUE(after(50).wants_differences(3, 1));
  EXPECT_FALSE(after(50).wants_differences(2, 1));
  EXPECT_FALSE(StabilityLimit(0, 2).wants_differences(5, 1));
}

TEST(StabilityLimit, HoldsTheOrderAfterAGainAndTwiceAsLongTheNextTime) {
  StabilityLimit limit = after(50);
  limit.end_trial(true, 100, 1);
  EXPECT_EQ(limit.highest(5), kStable);
  int first = 0;
  for (; limit.is_holding(); ++first) limit.step_accepted();
  EXPECT_GE(first, limit.n_steps(1)) << "as long as the trial";
  EXPECT_EQ(limit.highest(5), 5);
  EXPECT_EQ(limit.n_held(), first);
  limit.end_trial(true, 100, 1);
  int second = 0;
  for (; limit.is_holding(); ++second) limit.step_accepted();
  EXPECT_EQ(second, 2 * first);
}

TEST(StabilityLimit, WaitsAfterATrialWithoutGainAndTriesLongerThen) {
  StabilityLimit limit = after(50);
  const int n = limit.n_steps(0);
  limit.end_trial(false, 20, 1);
  EXPECT_EQ(limit.highest(5), 5);
  int pause = 0;
  for (; !limit.wants_differences(5, 1); ++pause) limit.step_accepted();
  EXPECT_EQ(pause, 200) << "the work of trials is at most a tenth of the run's";
  EXPECT_GT(limit.n_steps(0), n);
}

// Where the limit is reached, the steps collapse after the verdict.
TEST(StabilityLimit, AVerdictIsVoidWhenTheStepsAreMuchShorter) {
  StabilityLimit limit = after(50);
  limit.end_trial(false, 20, 1);
  EXPECT_FALSE(limit.wants_differences(5, 0.3));
  EXPECT_TRUE(limit.wants_differences(5, 0.2));
  limit.end_trial(false, 20, 0.2);
  EXPECT_FALSE(limit.wants_differences(5, 0.2));
}

TEST(StabilityLimit, EndsTheTrialOfAStableOrderThatNeedsMuchShorterSteps) {
  const StabilityLimit limit = after(50);
  EXPECT_FALSE(limit.is_hopeless(0.3, 1, 1)) << "one step shows nothing";
  EXPECT_TRUE(limit.is_hopeless(0.3 * 10, 10, 1));
  EXPECT_FALSE(limit.is_hopeless(0.7 * 10, 10, 1));
}

}  // namespace stability_limit_test
}  // namespace pleuel
