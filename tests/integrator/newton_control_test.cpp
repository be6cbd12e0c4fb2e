#include "pleuel/integrator/newton/newton_control.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pleuel {
namespace {

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

TEST(NewtonControl, GrowingIncrementsAreDivergence) {
  auto newton = control();
  EXPECT_EQ(newton.judge(1.0), NewtonVerdict::proceed);
  EXPECT_EQ(newton.judge(1.5), NewtonVerdict::divergent);
  EXPECT_EQ(newton.step_factor(), 0.5);
}

TEST(NewtonControl, IncrementsThatStagnateAtRoundingAreConvergence) {
  auto newton = control({.kappa = 1e-6, .rounding = 1e-4});
  EXPECT_EQ(newton.judge(5e-5), NewtonVerdict::proceed);
  EXPECT_EQ(newton.judge(5e-5), NewtonVerdict::converged);
}

TEST(NewtonControl, TooSlowARateIsGivenUpBeforeTheLimit) {
  auto newton = control({.max_iterations = 7, .kappa = 0.01, .error_order = 4});
  EXPECT_EQ(newton.judge(1.0), NewtonVerdict::proceed);
  EXPECT_EQ(newton.judge(0.9), NewtonVerdict::slow);  // 9 · 0.9 · 0.9⁴ is far above 0.01
  EXPECT_EQ(newton.iterations(), 2);
  EXPECT_NEAR(newton.step_factor(), 0.8 * std::pow(20.0, -1.0 / 8), 1e-15);
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

}  // namespace
}  // namespace pleuel
