// What each formulation loses of the pendulum's circle in 2000 s, a thousand swings [Ste15,
// scenario 2].
#include "literature/drift_record.hpp"

#include <gtest/gtest.h>

#include "pleuel/integrator/newton/newton_control.hpp"

namespace pleuel {
namespace drift_test {

constexpr double tolerance = 1e-9;
constexpr double until = 2000;  // s
// Up to here the residual within a swing, which has nothing to do with drift, is as large as the
// drift of rcd0.
constexpr double settled = 20;  // s
constexpr double fit_tolerance = 0.3;

/// What Newton's method leaves in |x² + y² − 1|: an increment is accepted when its mean over n
/// unknowns and three stages is κ (atol′ + rtol′ |q|), so one entry of it may have sqrt(3n) times
/// that; |g_q| = 2 and |q| = 1.
double newton_precision(int n_unknowns) {
  const double adapted = 0.1 * std::pow(tolerance, 2.0 / 3.0);
  return 2 * newton_kappa(adapted) * 2 * adapted * std::sqrt(3.0 * n_unknowns);
}

TEST(Drift, OfRcd0IsQuadraticAtPositionLevelAndLinearAtVelocityLevel) {
  const auto drift = pendulum_drift("rcd0", tolerance, until);
  EXPECT_NEAR(drift_exponent(drift, &Drift::position, settled), 2, fit_tolerance);
  EXPECT_NEAR(drift_exponent(drift, &Drift::velocity, settled), 1, fit_tolerance);
}

TEST(Drift, OfRcd1IsLinearAtPositionLevelAndAbsentAtVelocityLevel) {
  const auto drift = pendulum_drift("rcd1", tolerance, until);
  EXPECT_NEAR(drift_exponent(drift, &Drift::position, settled), 1, fit_tolerance);
  EXPECT_NEAR(drift_exponent(drift, &Drift::velocity, settled), 0, 0.05);
}

TEST(Drift, OfGgl1IsAbsentAtBothLevelsAndTheResidualIsThatOfNewtonsMethod) {
  const auto drift = pendulum_drift("ggl1", tolerance, until);
  EXPECT_NEAR(drift_exponent(drift, &Drift::position, settled), 0, 0.05);
  EXPECT_NEAR(drift_exponent(drift, &Drift::velocity, settled), 0, 0.05);
  EXPECT_LE(drift.back().position, newton_precision(8));
}

TEST(Drift, OfOri2IsAbsentAtPositionLevel) {
  const auto drift = pendulum_drift("ori2", tolerance, until);
  EXPECT_NEAR(drift_exponent(drift, &Drift::position, settled), 0, 0.1);
  EXPECT_LE(drift.back().position, newton_precision(7));
}

/// The same of |2 (x v + y w)|: |q| = 1 beside the error of the velocity, and the speed, which is
/// at most that of a fall by 1 m, beside that of q; the factor 2 for the way from transformed to
/// true stages.
double newton_precision_of_velocity(int n_unknowns) {
  constexpr double largest_speed = 5.25;  // m/s
  const double adapted = 0.1 * std::pow(tolerance, 2.0 / 3.0);
  const double share = 2 * newton_kappa(adapted) * adapted * std::sqrt(3.0 * n_unknowns);
  return 2 * share * (1 + largest_speed) + 2 * largest_speed * share * 2;
}

class BoundedDrift : public ::testing::TestWithParam<std::string> {};

TEST_P(BoundedDrift, IsAbsentAtBothLevelsAndTheResidualIsThatOfNewtonsMethod) {
  constexpr double hundred_swings = 200;  // s
  const auto drift = pendulum_drift(GetParam(), tolerance, hundred_swings);
  // Drift would be linear at least. The largest of many values that do not drift still grows now
  // and then.
  EXPECT_LT(drift_exponent(drift, &Drift::position, settled), 0.5);
  EXPECT_LT(drift_exponent(drift, &Drift::velocity, settled), 0.5);
  EXPECT_LE(drift.back().position, newton_precision(7));
  EXPECT_LE(drift.back().velocity, newton_precision_of_velocity(7));
  RecordProperty("position", std::to_string(1e12 * drift.back().position) + "e-12");
  RecordProperty("velocity", std::to_string(1e12 * drift.back().velocity) + "e-12");
}

INSTANTIATE_TEST_SUITE_P(Formulations, BoundedDrift, ::testing::Values("psi1", "psi0", "ovd1", "ovd0"),
                         [](const auto& tested) { return tested.param; });

}  // namespace drift_test
}  // namespace pleuel
