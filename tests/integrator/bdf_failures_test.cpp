// Each way in which Bdf can fail, provoked.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/integrator/bdf/bdf.hpp"
#include "support/integrate.hpp"
#include "support/looped.hpp"

namespace pleuel {
namespace bdf_failures_test {

const Vector kOne{{1.0}};
const Vector kZero{{0.0}};

std::optional<Failure> run(DenseTestDae& dae, StepSettings settings = {}, double t_end = 2,
                           double* t_last = nullptr) {
  Looped<Bdf> bdf(dae, settings);
  bdf.start(0, view(kOne), view(kZero), t_end);
  auto failure = integrate(bdf, t_end);
  if (t_last != nullptr) *t_last = bdf.t();
  EXPECT_TRUE(bdf.y().allFinite()) << "y stays at the last accepted step";
  return failure;
}

void expect_complete(const Failure& failure) {
  EXPECT_FALSE(failure.what.empty());
  EXPECT_EQ(failure.method, "bdf");
  EXPECT_EQ(failure.formulation, "test");
  EXPECT_GE(failure.order, 1);
  EXPECT_LE(failure.order, 5);
  EXPECT_FALSE(failure.recent_steps.empty());
  EXPECT_LE(failure.recent_steps.size(), 8u);
  EXPECT_FALSE(failure.causes.empty());
  EXPECT_FALSE(failure.remedy.empty());
}

TEST(BdfFailure, ABlowUpIsAStepCollapse) {
  DenseTestDae dae(test_info("test", {1}),
                   [](double, ConstVec y, ConstVec ydot, Vec rows) { rows[0] = y[0] * y[0] - ydot[0]; });
  double t = 0;
  const auto failure = run(dae, {}, 2, &t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::step_collapse) << describe(*failure);
  EXPECT_NEAR(t, 1, 1e-4);  // errors of a hundred steps at 1e-6 move the pole
  EXPECT_EQ(failure->t, t);
  EXPECT_EQ(failure->worst, "y1");
  EXPECT_NE(failure->inequality.find('<'), std::string::npos);
  expect_complete(*failure);
}

TEST(BdfFailure, NotANumberNamesTheRow) {
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

TEST(BdfFailure, NotANumberFromTheStartIsReportedToo) {
  DenseTestDae dae(test_info("test", {1}),
                   [](double, ConstVec, ConstVec, Vec rows) { rows[0] = std::nan(""); });
  const auto failure = run(dae);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->t, 0);
}

TEST(BdfFailure, AnExceptionBecomesAFailureWithItsText) {
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

TEST(BdfFailure, LeavingTheDomainIsMetByShorterStepsUntilTheyCollapse) {
  DenseTestDae dae(test_info("test", {1}), [](double t, ConstVec y, ConstVec ydot, Vec rows) {
    if (t > 0.5) throw LeftDomain("the table ends at 0.5", "time");
    rows[0] = -y[0] - ydot[0];
  });
  double t = 0;
  const auto failure = run(dae, {}, 2, &t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::domain_left) << describe(*failure);
  EXPECT_NE(failure->what.find("the table ends at 0.5"), std::string::npos);
  EXPECT_EQ(failure->worst, "time");
  EXPECT_NEAR(t, 0.5, 1e-12);
  expect_complete(*failure);
}

TEST(BdfFailure, TriesOfOneStepAreLimited) {
  DenseTestDae dae(test_info("test", {1}), [](double t, ConstVec y, ConstVec ydot, Vec rows) {
    if (t > 1e-12) throw LeftDomain("the table ends at once", "time");
    rows[0] = -y[0] - ydot[0];
  });
  const auto failure = run(dae, {.tolerance = {}, .max_retries = 3});
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::retry_limit) << describe(*failure);
  EXPECT_EQ(failure->inequality, "retries = 4 > max_retries = 3");
  EXPECT_EQ(failure->worst, "time");
}

TEST(BdfFailure, AThrownNumberIsCaughtAsWell) {
  DenseTestDae dae(test_info("test", {1}), [](double, ConstVec, ConstVec, Vec) { throw 7; });
  const auto failure = run(dae);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::user_exception);
}

TEST(BdfFailure, ASingularMatrixNamesTheUnknown) {
  DenseTestDae dae(
      test_info("test", {1, 1}),
      [](double, ConstVec y, ConstVec ydot, Vec rows) {
        rows[0] = -y[0] - ydot[0];
        rows[1] = y[0] - 1;  // nothing determines y2
      },
      [](double, ConstVec, ConstVec, Matrix& J) { J << -1, 0, 1, 0; });
  Looped<Bdf> bdf(dae, {});
  const Vector y0{{1.0, 1.0}}, ydot0{{0.0, 0.0}};
  bdf.start(0, view(y0), view(ydot0), 1);
  const auto failure = integrate(bdf, 1.0);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::singular_matrix) << describe(*failure);
  EXPECT_EQ(failure->worst, "y2");
  expect_complete(*failure);
}

TEST(BdfFailure, AnAlgebraicRowWithoutASolutionIsANewtonDivergence) {
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

TEST(BdfFailure, AFixedStepThatCannotBeSolvedFailsInsteadOfBeingShortened) {
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

TEST(BdfFailure, TheStepLimitIsAFailureWithBothNumbers) {
  DenseTestDae dae(test_info("test", {1}),
                   [](double t, ConstVec, ConstVec ydot, Vec rows) { rows[0] = std::cos(50 * t) - ydot[0]; });
  const auto failure = run(dae, {.tolerance = {}, .max_steps = 12});
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::step_limit);
  EXPECT_EQ(failure->inequality, "steps = 12 >= max_steps = 12");
  expect_complete(*failure);
}

}  // namespace bdf_failures_test
}  // namespace pleuel
