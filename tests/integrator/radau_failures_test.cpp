// Each way in which RadauIIA can fail, provoked.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/integrator/radau/radau_iia.hpp"
#include "support/integrate.hpp"
#include "support/looped.hpp"

namespace pleuel {
namespace radau_failures_test {

const Vector kOne{{1.0}};
const Vector kZero{{0.0}};

std::optional<Failure> run(DenseTestDae& dae, StepSettings settings = {}, double t_end = 2,
                           double* t_last = nullptr) {
  Looped<RadauIIA> radau(dae, settings);
  radau.start(0, view(kOne), view(kZero), t_end);
  auto failure = integrate(radau, t_end);
  if (t_last != nullptr) *t_last = radau.t();
  EXPECT_TRUE(radau.y().allFinite()) << "y stays at the last accepted step";
  return failure;
}

void expect_complete(const Failure& failure) {
  EXPECT_FALSE(failure.what.empty());
  EXPECT_EQ(failure.method, "radau5");
  EXPECT_EQ(failure.formulation, "test");
  EXPECT_EQ(failure.order, 5);
  EXPECT_FALSE(failure.recent_steps.empty());
  EXPECT_LE(failure.recent_steps.size(), 8u);
  EXPECT_FALSE(failure.causes.empty());
  EXPECT_FALSE(failure.remedy.empty());
}

TEST(RadauFailure, ABlowUpIsAStepCollapse) {
  DenseTestDae dae(test_info("test", {1}),
                   [](double, ConstVec y, ConstVec ydot, Vec rows) { rows[0] = y[0] * y[0] - ydot[0]; });
  double t = 0;
  const auto failure = run(dae, {}, 2, &t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::step_collapse) << describe(*failure);
  EXPECT_NEAR(t, 1, 1e-5);
  EXPECT_EQ(failure->t, t);
  EXPECT_EQ(failure->worst, "y1");
  EXPECT_NE(failure->inequality.find('<'), std::string::npos);
  expect_complete(*failure);
}

TEST(RadauFailure, NotANumberNamesTheRow) {
  DenseTestDae dae(test_info("test", {1}), [](double t, ConstVec y, ConstVec ydot, Vec rows) {
    rows[0] = std::sqrt(1 - t) - y[0] - ydot[0];
  });
  double t = 0;
  const auto failure = run(dae, {}, 2, &t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::not_finite) << describe(*failure);
  EXPECT_EQ(failure->worst, "row1");
  EXPECT_LE(t, 1);
  EXPECT_GT(t, 0.999);
  expect_complete(*failure);
}

TEST(RadauFailure, NotANumberFromTheStartIsReportedToo) {
  DenseTestDae dae(test_info("test", {1}),
                   [](double, ConstVec, ConstVec, Vec rows) { rows[0] = std::nan(""); });
  const auto failure = run(dae);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->t, 0);
}

TEST(RadauFailure, AnExceptionBecomesAFailureWithItsText) {
  DenseTestDae dae(test_info("test", {1}), [](double t, ConstVec y, ConstVec ydot, Vec rows) {
    if (t > 0.5) throw std::runtime_error("the table ends at 0.5");
    rows[0] = -y[0] - ydot[0];
  });
  double t = 0;
  const auto failure = run(dae, {}, 2, &t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::user_exception);
  EXPECT_NE(failure->what.find("the table ends at 0.5"), std::string::npos);
  EXPECT_LE(t, 0.5);
  expect_complete(*failure);
}

TEST(RadauFailure, AThrownNumberIsCaughtAsWell) {
  DenseTestDae dae(test_info("test", {1}), [](double, ConstVec, ConstVec, Vec) { throw 7; });
  const auto failure = run(dae);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::user_exception);
}

TEST(RadauFailure, ASingularMatrixNamesTheUnknown) {
  DenseTestDae dae(
      test_info("test", {1, 1}),
      [](double, ConstVec y, ConstVec ydot, Vec rows) {
        rows[0] = -y[0] - ydot[0];
        rows[1] = y[0] - 1;  // nothing determines y2
      },
      [](double, ConstVec, ConstVec, Matrix& J) { J << -1, 0, 1, 0; });
  Looped<RadauIIA> radau(dae, {});
  const Vector y0{{1.0, 1.0}}, ydot0{{0.0, 0.0}};
  radau.start(0, view(y0), view(ydot0), 1);
  const auto failure = integrate(radau, 1.0);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::singular_matrix) << describe(*failure);
  EXPECT_EQ(failure->worst, "y2");
  expect_complete(*failure);
}

TEST(RadauFailure, AnAlgebraicRowWithoutASolutionIsANewtonDivergence) {
  // 0 = y² + 1: no real solution for t > 0.5, and none can be approached by shorter steps.
  DenseTestDae dae(test_info("test", {1}), [](double t, ConstVec y, ConstVec, Vec rows) {
    rows[0] = t <= 0.5 ? y[0] - 1 : y[0] * y[0] + 1;
  });
  double t = 0;
  const auto failure = run(dae, {}, 2, &t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::newton_divergence) << describe(*failure);
  EXPECT_NEAR(t, 0.5, 1e-6);
  EXPECT_EQ(failure->worst, "y1");
  expect_complete(*failure);
}

TEST(RadauFailure, AFixedStepThatCannotBeSolvedFailsInsteadOfBeingShortened) {
  DenseTestDae dae(test_info("test", {1}), [](double t, ConstVec y, ConstVec, Vec rows) {
    rows[0] = t <= 0.55 ? y[0] - 1 : y[0] * y[0] + 1;
  });
  double t = 0;
  const auto failure = run(dae, {.tolerance = {}, .fixed_step = 0.1}, 2, &t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::newton_divergence) << describe(*failure);
  EXPECT_NEAR(t, 0.5, 1e-12);
  EXPECT_NEAR(failure->h, 0.1, 1e-12);
}

TEST(RadauFailure, TheStepLimitIsAFailureWithBothNumbers) {
  DenseTestDae dae(test_info("test", {1}),
                   [](double t, ConstVec, ConstVec ydot, Vec rows) { rows[0] = std::cos(50 * t) - ydot[0]; });
  const auto failure = run(dae, {.tolerance = {}, .max_steps = 12});
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::step_limit);
  EXPECT_EQ(failure->inequality, "steps = 12 >= max_steps = 12");
  expect_complete(*failure);
}

/// ẏ = 1 in a model that ends at y = 1.5.
DenseTestDae short_table() {
  return {test_info("test", {1}), [](double, ConstVec y, ConstVec ydot, Vec rows) {
            if (y[0] > 1.5) throw LeftDomain("the table ends at 1.5", "y1");
            rows[0] = 1 - ydot[0];
          }};
}

TEST(RadauFailure, ASolutionThatLeavesTheModelsDomainIsFollowedToItsBoundaryAndNamed) {
  DenseTestDae dae = short_table();
  double t = 0;
  const auto failure = run(dae, {}, 2, &t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::domain_left) << describe(*failure);
  EXPECT_NEAR(t, 0.5, 1e-5);  // the test's Jacobian looks ahead by ε^(1/3) y = 9e-6
  EXPECT_EQ(failure->t, t);
  EXPECT_NE(failure->what.find("the table ends at 1.5"), std::string::npos) << failure->what;
  EXPECT_NE(failure->inequality.find("< "), std::string::npos) << failure->inequality;
  EXPECT_EQ(failure->worst, "y1");
  expect_complete(*failure);
}

TEST(RadauFailure, AFixedStepOutOfTheModelsDomainFailsAtOnce) {
  DenseTestDae dae = short_table();
  double t = 0;
  const auto failure = run(dae, {.tolerance = {}, .fixed_step = 0.1}, 2, &t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::domain_left) << describe(*failure);
  EXPECT_GT(t, 0.35);
  EXPECT_LT(t, 0.55);
}

TEST(RadauFailure, ADomainThatOnlyATryLeavesIsNoFailure) {
  // The first try is so long that its stages undershoot; the solution stays above exp(1 − exp(1.2))
  // = 0.098.
  DenseTestDae dae(test_info("test", {1}), [](double t, ConstVec y, ConstVec ydot, Vec rows) {
    if (y[0] < 0.05) throw LeftDomain("below 0.05");
    rows[0] = -std::exp(t) * y[0] - ydot[0];
  });
  EXPECT_FALSE(run(dae, {.tolerance = {.rtol = 1e-2, .atol = 1e-2}, .h0 = 1.2}, 1.2));
}

TEST(RadauFailure, TriesOfOneStepAreLimited) {
  DenseTestDae dae(test_info("test", {1}), [](double t, ConstVec y, ConstVec ydot, Vec rows) {
    if (t > 0.5) throw LeftDomain("the table ends at 0.5");
    rows[0] = -y[0] - ydot[0];
  });
  const auto failure = run(dae, {.tolerance = {}, .max_retries = 3});
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::retry_limit) << describe(*failure);
  EXPECT_EQ(failure->inequality, "retries = 4 > max_retries = 3");
  EXPECT_NE(failure->what.find("domain left"), std::string::npos) << failure->what;
  EXPECT_LE(failure->t, 0.5);
  expect_complete(*failure);
}

}  // namespace radau_failures_test
}  // namespace pleuel
