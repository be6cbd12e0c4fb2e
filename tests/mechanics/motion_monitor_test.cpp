// Energy, work and constraint residuals of whole runs.
#include <gtest/gtest.h>

#include <cmath>

#include "support/run_system.hpp"

namespace pleuel::testing {
namespace motion_monitor_test {

constexpr double tolerance = 1e-9;
// Errors accumulate over some hundred steps; the energy's are those of q and v times forces of
// about 10 N.
constexpr double energy_tolerance = 1e3 * tolerance;

TEST(MotionMonitor, FindsTheEnergyOfAnUndampedPendulumUnchanged) {
  const Kind k = kind("bare pendulum");
  SystemRun run(k, "ggl1", tolerance, 3 * k.period);
  MotionMonitor monitor = run.monitor(k);
  const BarePendulum pendulum;
  const double expected = 0.5 * pendulum.m * k.v.squaredNorm() + pendulum.m * pendulum.gravity * k.q[1];
  EXPECT_NEAR(monitor.energy(), expected, 1e-14);
  EXPECT_EQ(monitor.drift(), 0.0);
  EXPECT_EQ(monitor.ratio(), 1.0);
  ASSERT_TRUE(run.finish(&monitor));
  EXPECT_EQ(monitor.work(), 0.0);
  EXPECT_LE(std::abs(monitor.drift()), energy_tolerance);
  EXPECT_NEAR(monitor.ratio(), 1.0, energy_tolerance);
}

TEST(MotionMonitor, BalancesTheWorkOfADriver) {
  const Kind k = kind("driven pendulum");
  SystemRun run(k, "ggl1", tolerance, 1.3);
  MotionMonitor monitor = run.monitor(k);
  const double before = monitor.energy();
  ASSERT_TRUE(run.finish(&monitor));
  EXPECT_GT(std::abs(monitor.work()), 0.1) << "the driver must do work for this test to say anything";
  EXPECT_NEAR(monitor.energy() - before, monitor.work(), energy_tolerance * 10);
  EXPECT_LE(std::abs(monitor.drift()), energy_tolerance);
}

TEST(MotionMonitor, BalancesHeatAndTheWorkOfAnActuator) {
  const Kind k = kind("Maxwell pendulum");
  SystemRun run(k, "rcd1", tolerance, k.period);
  MotionMonitor monitor = run.monitor(k);
  const double before = monitor.energy();
  ASSERT_TRUE(run.finish(&monitor));
  EXPECT_LT(monitor.work(), -0.1) << "dashpots must heat up for this test to say anything";
  EXPECT_NEAR(monitor.energy() - before, monitor.work(), energy_tolerance * 10);
}

TEST(MotionMonitor, FindsTheEnergyOfABodyWithAQuaternion) {
  const Kind k = kind("ball joint");
  SystemRun run(k, "ggl1", tolerance, k.period);
  MotionMonitor monitor = run.monitor(k);
  ASSERT_TRUE(run.finish(&monitor));
  EXPECT_LE(std::abs(monitor.drift()), energy_tolerance);
  EXPECT_NEAR(run.end().q.tail(4).norm(), 1.0, 1e-15);
}

TEST(MotionMonitor, SeesEachFormulationKeepTheLevelsItSolvesFor) {
  const Kind k = kind("bare pendulum");
  const double loose = 1e-5;
  // What Newton's method leaves is a part of the norm's tolerance, which Radau IIA raises to 0.1
  // rtol^(2/3).
  const double left = 0.1 * std::pow(loose, 2.0 / 3.0);
  const auto residuals = [&](const std::string& f) {
    SystemRun run(k, f, loose, 4 * k.period);
    MotionMonitor monitor = run.monitor(k);
    EXPECT_TRUE(run.finish(&monitor)) << f;
    return monitor.residuals();
  };
  EXPECT_LT(residuals("ori2").position, left);
  EXPECT_LT(residuals("rcd1").velocity, left);
  // a and λ are of size 10, and so are the errors allowed in them.
  EXPECT_LT(residuals("rcd0").acceleration, 10 * left);
  EXPECT_LT(residuals("ggl1").position, left);
  EXPECT_LT(residuals("ggl1").velocity, left);
}

TEST(MotionMonitor, SeesNoDriftLinearDriftAndFasterDrift) {
  const Kind k = kind("bare pendulum");
  constexpr double run_tolerance = 1e-5;
  const auto position = [&](const std::string& f, double periods) {
    SystemRun run(k, f, run_tolerance, periods * k.period);
    MotionMonitor monitor = run.monitor(k);
    EXPECT_TRUE(run.finish(&monitor)) << f;
    return monitor.residuals().position;
  };
  // Where g = 0 is a row, only what Newton's method leaves remains, and that is below the tolerance
  // for however long.
  EXPECT_LT(position("ori2", 64), run_tolerance);
  EXPECT_LT(position("ggl1", 64), run_tolerance);
  // Four times as long: four times, and up to sixteen times, as much, each within a factor two.
  const double linear = position("rcd1", 64) / position("rcd1", 16);
  EXPECT_GT(linear, 2);
  EXPECT_LT(linear, 8);
  EXPECT_GT(position("rcd0", 64) / position("rcd0", 16), 5);
}

}  // namespace motion_monitor_test
}  // namespace pleuel::testing
