#include "pleuel/integrator/newton/newton_control.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pleuel {
namespace newton_control_test {

NewtonControl control(NewtonOptions options = {}) {
  NewtonControl newton(options);
  newton.begin_step();
  return newton;
}

TEST(NewtonControl, StopsWhenTheEstimatedErrorIsBelowKappa) {
  auto newton = control({.kappa = 0.01});
  EXPECT_EQ(newton.judge(1.0), NewtonVerdict::proceed);
  EXPECT_EQ(newton.judge(0.1), NewtonVerdict::proceed);  // η ‖Δ‖ = 0.1/0.9 · 0.1 = 0.0111
  EXPECT_NEAR(newton.error_bound(), 0.1 / 9, 1e-15);
  EXPECT_EQ(newton.judge(0.01), NewtonVerdict::converged);
  EXPECT_NEAR(newton.rate(), 0.1, 1e-15);
}

TEST(NewtonControl, IncrementsThatGrowTwiceAreDivergence) {
  auto newton = control();
  EXPECT_EQ(newton.judge(1.0), NewtonVerdict::proceed);
  EXPECT_EQ(newton.judge(1.5), NewtonVerdict::proceed);
  EXPECT_EQ(newton.judge(2.0), NewtonVerdict::divergent);
  EXPECT_EQ(newton.step_factor(), 0.5);
}

TEST(NewtonControl, OneIncrementMoreThanTenTimesTheLastIsDivergenceAtOnce) {
  auto newton = control();
  EXPECT_EQ(newton.judge(1.0), NewtonVerdict::proceed);
  EXPECT_EQ(newton.judge(11.0), NewtonVerdict::divergent);
}

// A step of models/flyball.json.
TEST(NewtonControl, IncrementsThatShrinkInPairsConverge) {
  auto newton = control({.max_iterations = 10, .kappa = 1e-3});
  for (const double increment : {5.27, 5.24, 0.33, 0.20, 0.027, 0.012})
    EXPECT_EQ(newton.judge(increment), NewtonVerdict::proceed) << increment;
  EXPECT_EQ(newton.judge(0.002), NewtonVerdict::converged);  // θ = 0.27, η ‖Δ‖ = 7.5e-4
}

TEST(NewtonControl, TheNextStepIsLimitedByARateOfThreeIterationsOrMore) {
  auto newton = control({.kappa = 0.01});
  (void)newton.judge(1.0);
  (void)newton.judge(0.6);
  EXPECT_EQ(newton.growth_limit(), std::numeric_limits<double>::infinity());
  (void)newton.judge(0.36);
  EXPECT_NEAR(newton.growth_limit(), 0.7, 1e-15);  // 0.3 / 0.6 = 0.5 is below
  (void)newton.judge(0.036);                       // θ = sqrt(0.6 · 0.1)
  EXPECT_NEAR(newton.growth_limit(), 0.3 / std::sqrt(0.06), 1e-15);
}

// The strict test of the pendulum at 1e-12: rates of rounding errors shrank the step to nothing.
TEST(NewtonControl, IncrementsAfterConvergenceDoNotLimitTheNextStep) {
  auto newton = control({.kappa = 0.01});
  (void)newton.judge(0.1);
  EXPECT_EQ(newton.judge(1e-6), NewtonVerdict::converged);
  EXPECT_EQ(newton.judge(0.9e-6), NewtonVerdict::converged);
  EXPECT_EQ(newton.growth_limit(), std::numeric_limits<double>::infinity());
  newton.restart();
  newton.begin_step();
  for (const double increment : {1.0, 0.6, 0.36}) (void)newton.judge(increment);
  EXPECT_NEAR(newton.growth_limit(), 0.7, 1e-15) << "of the step before";
}

// A step of the slider crank with seven stages.
TEST(NewtonControl, OneQuotientDoesNotProveThatALargeIncrementConverged) {
  auto newton = control({.kappa = 1e-3});
  EXPECT_EQ(newton.judge(2800), NewtonVerdict::proceed);
  EXPECT_EQ(newton.judge(1.16), NewtonVerdict::proceed);  // η ‖Δ‖ = 4.8e-4
  // θ = sqrt(4.1e-4 · 0.043), η ‖Δ‖ = 2.1e-4
  EXPECT_EQ(newton.judge(0.05), NewtonVerdict::converged);
}

TEST(NewtonControl, IncrementsThatStagnateAtRoundingAreConvergence) {
  auto newton = control({.kappa = 1e-6, .rounding = 1e-4});
  EXPECT_EQ(newton.judge(5e-5), NewtonVerdict::proceed);
  EXPECT_EQ(newton.judge(5e-5), NewtonVerdict::converged);
}

TEST(NewtonControl, TooSlowARateIsGivenUpBeforeTheLimit) {
  auto newton = control({.max_iterations = 7, .kappa = 0.01, .error_order = 4});
  EXPECT_EQ(newton.judge(1.0), NewtonVerdict::proceed);
  EXPECT_EQ(newton.judge(0.9), NewtonVerdict::proceed);  // one quotient is no rate
  EXPECT_EQ(newton.judge(0.81), NewtonVerdict::slow);    // 9 · 0.81 · 0.9³ is far above 0.01
  EXPECT_EQ(newton.iterations(), 3);
  EXPECT_NEAR(newton.step_factor(), 0.8 * std::pow(20.0, -1.0 / 7), 1e-15);
}

TEST(NewtonControl, WithoutPredictionTheLimitIsReached) {
  auto newton = control({.max_iterations = 3, .kappa = 0.01, .gives_up_early = false});
  EXPECT_EQ(newton.judge(1.0), NewtonVerdict::proceed);
  EXPECT_EQ(newton.judge(0.9), NewtonVerdict::proceed);
  EXPECT_EQ(newton.judge(0.8), NewtonVerdict::slow);
}

TEST(NewtonControl, RateOfTheStepBeforeLetsOneIterationSuffice) {
  auto newton = control({.kappa = 0.01});
  (void)newton.judge(1.0);
  EXPECT_EQ(newton.judge(1e-4), NewtonVerdict::converged);  // η ≈ 1e-4
  newton.begin_step();                                      // η = 1e-4^0.8 = 6.3e-4
  EXPECT_EQ(newton.judge(10.0), NewtonVerdict::converged);
  newton.restart();
  newton.begin_step();
  EXPECT_EQ(newton.judge(10.0), NewtonVerdict::proceed);
}

TEST(NewtonControl, NotANumberIsToldApart) {
  auto newton = control();
  EXPECT_EQ(newton.judge(std::nan("")), NewtonVerdict::not_finite);
}

TEST(NewtonControl, KappaLiesBetweenRoundingAndThreePercent) {
  EXPECT_EQ(newton_kappa(1e-2), 0.03);
  EXPECT_NEAR(newton_kappa(1e-6), 1e-3, 1e-18);
  EXPECT_NEAR(newton_kappa(1e-14), 0.222, 0.001);
}

}  // namespace newton_control_test
}  // namespace pleuel
