// The inequalities of IterationControl, one by one.
#include "pleuel/base/iteration_control.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pleuel {
namespace iteration_control_test {

constexpr auto iterate = IterationState::iterate;
constexpr auto success = IterationState::success;
constexpr auto failure = IterationState::failure;

TEST(IterationControl, ConvergesWhenTheNumberIsAtMostTheToleranceTimesTheScale) {
  IterationControl control({.tolerance = 0.25});
  EXPECT_EQ(control.check(1.0, 2.0), iterate);
  EXPECT_EQ(control.check(0.5, 2.0), success);
  EXPECT_FALSE(control.is_rounding());
  EXPECT_EQ(control.iterations(), 2);
  EXPECT_EQ(control.first(), 1.0);
  EXPECT_EQ(control.last(), 0.5);
  EXPECT_EQ(control.fault("residual"), "");
}

TEST(IterationControl, TakesExactZeroForConvergedWhateverTheScale) {
  EXPECT_EQ(IterationControl({}).check(0.0, 0.0), success);
}

TEST(IterationControl, TakesStagnationForRoundingBelowItsLimitOnly) {
  const StopRule rule{.tolerance = 1e-15, .rounding = 1e-8, .stagnation = 0.5};
  IterationControl above(rule), below(rule), shrinking(rule);
  EXPECT_EQ(above.check(1e-7), iterate);
  EXPECT_EQ(above.check(1e-7), iterate);
  EXPECT_EQ(below.check(1e-9), iterate);  // nothing to compare the first with
  EXPECT_EQ(below.check(0.6e-9), success);
  EXPECT_TRUE(below.is_rounding());
  EXPECT_EQ(shrinking.check(1e-9), iterate);
  EXPECT_EQ(shrinking.check(0.5e-9), iterate);
}

TEST(IterationControl, ComparesWithNothingAfterForgettingTheLast) {
  IterationControl control({.tolerance = 1e-15, .rounding = 1e-8});
  EXPECT_EQ(control.check(1e-9), iterate);
  control.forget_last();
  EXPECT_EQ(control.check(1e-9), iterate);
  EXPECT_EQ(control.check(1e-9), success);
}

TEST(IterationControl, FailsOnNumbersThatAreNotFinite) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    IterationControl control({});
    EXPECT_EQ(control.check(1.0), iterate);
    EXPECT_EQ(control.check(bad), failure);
    EXPECT_EQ(control.fault("increment").rfind("is not finite: after 2 iterations its increment is ", 0), 0u);
  }
}

TEST(IterationControl, FailsWhenTheNumberHasGrownBeyondTheLimitOfDivergence) {
  IterationControl control({.divergence = 100});
  EXPECT_EQ(control.check(1.0), iterate);
  EXPECT_EQ(control.check(100.0), iterate);
  EXPECT_EQ(control.check(101.0), failure);
  EXPECT_EQ(control.fault("residual"), "diverges: in 3 iterations its residual grew from 1 to 101");
}

TEST(IterationControl, FailsAfterTheLastIterationAndStaysFailed) {
  IterationControl control({.most_iterations = 2, .tolerance = 1e-3});
  EXPECT_EQ(control.check(1.0, 2.0), iterate);
  EXPECT_EQ(control.check(0.5, 2.0), failure);
  EXPECT_EQ(control.fault("residual"),
            "has not converged after 2 iterations: its residual is 0.5, and must be at most 0.002");
  EXPECT_EQ(control.check(0.4, 2.0), failure);
}

TEST(IterationControl, ConvergesInTheLastIteration) {
  IterationControl control({.most_iterations = 1});
  EXPECT_EQ(control.check(0.0), success);
}

/// Newton's method for √2 ends at the last digit; for x² = −1, which has no root, it never does.
TEST(IterationControl, EndsNewtonsMethodWhereThereIsARootAndOnlyThere) {
  const auto newton = [](double a, double x) {
    IterationControl control({.rounding = 1e-8});
    while (control.state() == IterationState::iterate) {
      const double step = -(x * x - a) / (2 * x);
      x += step;
      (void)control.check(std::abs(step), std::abs(x));
    }
    return std::pair(control.state(), x);
  };
  const auto [found, root] = newton(2, 1);
  EXPECT_EQ(found, success);
  EXPECT_NEAR(root, std::sqrt(2.0), 2 * std::numeric_limits<double>::epsilon());
  EXPECT_EQ(newton(-1, 0.7).first, failure);
}

}  // namespace iteration_control_test
}  // namespace pleuel
