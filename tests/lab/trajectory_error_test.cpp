// The distance of two trajectories.
#include "pleuel/lab/trajectory_error.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pleuel {
namespace trajectory_error_test {

const std::vector<double> times = {1, 2, 3};

RunHeader header_with(const std::vector<Unknown>& unknowns) {
  RunHeader header;
  header.unknowns = unknowns;
  return header;
}

Unknown unknown(const char* name, Group group, const char* unit = "m") {
  return {.name = name, .unit = unit, .group = group};
}

/// A trajectory whose samples at times 1, 2, … are the rows.
SampledTrajectory trajectory(const std::vector<Unknown>& unknowns,
                             const std::vector<std::vector<double>>& rows,
                             const std::vector<double>& jumps = {}) {
  SampledTrajectory result(times);
  result.begin(header_with(unknowns));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Vector y = Eigen::Map<const Vector>(rows[k].data(), static_cast<Eigen::Index>(rows[k].size()));
    result.sample(times[k], view(y));
  }
  RunResult end;
  for (const double t : jumps) end.events.push_back({.t = t, .name = "hit", .effect = EventEffect::jump});
  result.end(end);
  return result;
}

TEST(TrajectoryError, EachUnknownCountsRelativeToItsLargestValueAndGroupsAreApart) {
  const std::vector<Unknown> unknowns = {unknown("x", Group::q), unknown("v", Group::v),
                                         unknown("f", Group::lambda)};
  const auto reference = trajectory(unknowns, {{1, 10, 100}, {-4, 20, 200}, {2, -50, 0}});
  const auto run = trajectory(unknowns, {{1, 10, 100}, {-4, 21, 200}, {2.2, -50, 8}});
  const GroupErrors errors = errors_of(run, reference);
  EXPECT_NEAR(errors.q, 0.2 / 4, 1e-15);
  EXPECT_NEAR(errors.v, 1.0 / 50, 1e-15);
  EXPECT_NEAR(errors.lambda, 8.0 / 200, 1e-15);
  EXPECT_TRUE(std::isnan(errors.s));
  EXPECT_TRUE(std::isnan(errors.y));
  EXPECT_NEAR(errors.largest({Group::v, Group::lambda}), 0.04, 1e-15);
  EXPECT_EQ(errors.worst({Group::q, Group::v}), Group::q);
}

TEST(TrajectoryError, AnUnknownHeldAtZeroCountsRelativeToAThousandthOfItsLikeButNotOfOtherUnits) {
  const std::vector<Unknown> unknowns = {unknown("x", Group::q), unknown("held", Group::q),
                                         unknown("angle", Group::q, "rad")};
  const auto reference = trajectory(unknowns, {{2, 0, 1e-6}});
  EXPECT_NEAR(errors_of(trajectory(unknowns, {{2, 2e-6, 1e-6}}), reference).q, 1e-3, 1e-15);
  EXPECT_NEAR(errors_of(trajectory(unknowns, {{2, 0, 2e-6}}), reference).q, 1, 1e-12);
}

TEST(TrajectoryError, AnglesThatAreNothingButRoundingDoNotCount) {
  const std::vector<Unknown> unknowns = {unknown("x", Group::q), unknown("angle", Group::q, "rad")};
  const auto reference = trajectory(unknowns, {{2, 1e-17}});
  EXPECT_LT(errors_of(trajectory(unknowns, {{2, -3e-17}}), reference).q, 1e-7);
}

TEST(TrajectoryError, SamplesNearAJumpAreLeftOut) {
  const std::vector<Unknown> unknowns = {unknown("v", Group::v)};
  const auto reference = trajectory(unknowns, {{1}, {1}, {-1}}, {2.001});
  EXPECT_EQ(errors_of(trajectory(unknowns, {{1}, {-1}, {-1}}, {1.999}), reference).v, 0);
  EXPECT_EQ(errors_of(trajectory(unknowns, {{1}, {1}, {1}}, {}), reference).v, 2);
}

TEST(TrajectoryError, WhatEndedTooSoonHasOtherUnknownsOrIsNotANumberIsInfinitelyFarAway) {
  const std::vector<Unknown> unknowns = {unknown("x", Group::q)};
  const auto reference = trajectory(unknowns, {{1}, {1}, {1}});
  EXPECT_EQ(errors_of(trajectory(unknowns, {{1}, {1}}), reference).q,
            0);  // an event may end a run a sample earlier
  EXPECT_TRUE(std::isinf(errors_of(trajectory(unknowns, {{1}}), reference).q));
  EXPECT_TRUE(std::isinf(errors_of(trajectory({unknown("z", Group::q)}, {{1}, {1}, {1}}), reference).q));
  EXPECT_TRUE(std::isinf(errors_of(trajectory(unknowns, {{1}, {std::nan("")}, {1}}), reference).q));
}

TEST(TrajectoryError, GroupsMayStandInAnotherOrderAndOthersAreNotCompared) {
  const auto reference = trajectory({unknown("x", Group::q), unknown("v", Group::v)}, {{1, 2}});
  const auto run = trajectory(
      {unknown("v", Group::v), unknown("a", Group::a), unknown("eta", Group::eta), unknown("x", Group::q)},
      {{2, 7, 9, 1}});
  EXPECT_EQ(errors_of(run, reference).q, 0);
  EXPECT_EQ(errors_of(run, reference).v, 0);
}

}  // namespace trajectory_error_test
}  // namespace pleuel
