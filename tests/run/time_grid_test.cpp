#include "pleuel/run/time_grid.hpp"

#include <gtest/gtest.h>

#include "pleuel/base/error.hpp"

namespace pleuel {
namespace time_grid_test {

std::vector<double> taken(TimeGrid grid, double t) {
  std::vector<double> times;
  while (const auto next = grid.next_up_to(t)) times.push_back(*next);
  return times;
}

TEST(TimeGrid, HasNoTimesUnlessGivenSome) { EXPECT_TRUE(taken(TimeGrid(), 1e300).empty()); }

TEST(TimeGrid, EndsExactlyAtTheEndWhenTheIntervalIsAMultipleOfTheSpacing) {
  const auto times = taken(TimeGrid::every(0.1, 0, 0.3, 0), 0.3);  // 3·0.1 > 0.3 in doubles
  ASSERT_EQ(times.size(), 4u);
  EXPECT_EQ(times.back(), 0.3);
  EXPECT_EQ(taken(TimeGrid::every(0.02, 0, 20, 1), 20).size(), 1000u);
}

TEST(TimeGrid, EndsBeforeTheEndWhenItIsNoMultiple) {
  const auto times = taken(TimeGrid::every(0.4, 1, 2, 0), 2);
  ASSERT_EQ(times.size(), 3u);
  EXPECT_DOUBLE_EQ(times.back(), 1.8);
}

TEST(TimeGrid, GivesEachTimeOnceAndNotBeforeItIsReached) {
  TimeGrid grid = TimeGrid::every(0.5, 0, 2, 0);
  EXPECT_EQ(grid.next_up_to(0.4), 0.0);
  EXPECT_EQ(grid.next_up_to(0.4), std::nullopt);
  EXPECT_EQ(grid.next_up_to(1.0), 0.5);
  EXPECT_EQ(grid.next_up_to(1.0), 1.0);
  EXPECT_EQ(grid.next_up_to(1.0), std::nullopt);
}

TEST(TimeGrid, SortsGivenTimesAndDropsRepetitions) {
  EXPECT_EQ(taken(TimeGrid::at({0.3, 0.1, 0.3}), 1), (std::vector<double>{0.1, 0.3}));
}

TEST(TimeGrid, RefusesMorePointsThanCanBeCounted) {
  EXPECT_THROW((void)TimeGrid::every(1e-300, 0, 1, 0), InvalidInput);
  EXPECT_THROW((void)TimeGrid::every(1e-10, 0, 1, 0), InvalidInput);
  EXPECT_NO_THROW((void)TimeGrid::every(1e-8, 0, 1, 0));
}

}  // namespace time_grid_test
}  // namespace pleuel
