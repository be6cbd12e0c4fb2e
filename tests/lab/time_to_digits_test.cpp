#include "pleuel/lab/time_to_digits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pleuel {
namespace time_to_digits_test {

constexpr double failed = std::numeric_limits<double>::quiet_NaN();

TEST(TimeToDigits, BetweenTwoTolerancesTheLogarithmOfTheTimeIsLinearInTheDigits) {
  const std::vector<WorkPoint> runs = {{1e-4, 0.01, 2}, {1e-6, 1, 4}};
  EXPECT_NEAR(time_to_digits(runs, 3).value(), 0.1, 1e-15);
  EXPECT_NEAR(time_to_digits(runs, 3.5).value(), std::pow(10, -0.5), 1e-15);
  EXPECT_EQ(time_to_digits(runs, 4), 1.0);
}

TEST(TimeToDigits, WhatNoRunAchievedHasNoTimeAndWhatAllAchievedHasThatOfTheFastest) {
  const std::vector<WorkPoint> runs = {{1e-4, 0.03, 3}, {1e-5, 0.02, 4}, {1e-6, 0.5, 5}};
  EXPECT_FALSE(time_to_digits(runs, 5.01));
  EXPECT_EQ(time_to_digits(runs, 1), 0.02);
  EXPECT_FALSE(time_to_digits({}, 1));
}

TEST(TimeToDigits, OnlyCrossingsUpwardsCount) {
  // Digits fall from 5 to 3: between these two nothing is gained, and 4 digits cost what the first
  // run cost.
  const std::vector<WorkPoint> runs = {{1e-4, 2, 5}, {1e-5, 0.1, 3}, {1e-6, 8, 4.5}};
  EXPECT_NEAR(time_to_digits(runs, 4).value(), 0.1 * std::pow(80, 1 / 1.5), 1e-12);
  EXPECT_EQ(time_to_digits(runs, 5), 2.0);
}

TEST(TimeToDigits, TheOrderOfTheRunsIsOfNoConsequence) {
  EXPECT_EQ(time_to_digits({{1e-6, 1, 4}, {1e-4, 0.01, 2}}, 3),
            time_to_digits({{1e-4, 0.01, 2}, {1e-6, 1, 4}}, 3));
}

TEST(TimeToDigits, AFailedRunBetweenTwoOthersKeepsThemFromBeingNeighbours) {
  const std::vector<WorkPoint> runs = {{1e-4, 0.01, 2}, {1e-5, 0.1, failed}, {1e-6, 1, 4}};
  EXPECT_EQ(time_to_digits(runs, 3), 1.0);
}

TEST(TimeToDigits, AnExactRunIsNoNeighbourToInterpolateTo) {
  const double exact = std::numeric_limits<double>::infinity();
  EXPECT_EQ(time_to_digits({{1e-4, 0.01, 2}, {1e-6, 1, exact}}, 3), 1.0);
}

}  // namespace time_to_digits_test
}  // namespace pleuel
