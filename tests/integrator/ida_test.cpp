#include "pleuel/integrator/ida/ida_method.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "pleuel/base/error.hpp"
#include "support/integrate.hpp"

namespace pleuel {
namespace ida_test {

/// Skips where the program was built without the library.
struct Ida : ::testing::Test {
  std::optional<Method> method = ida_method();

  void SetUp() override {
    if (!method) GTEST_SKIP() << ida_remedy();
  }
  std::unique_ptr<Integrator> make(Dae& dae, double tol, const Settings& changes = {}) const {
    return method->make(dae, {.tolerance = {.rtol = tol, .atol = tol}},
                        OptionValues(method->options, changes));
  }
};

TEST_F(Ida, TitleTellsTheLibrarysVersion) { EXPECT_NE(method->title.find("SUNDIALS 6."), std::string::npos); }

/// index_two(), with the multiplier declared as what it is.
SolvedDae index_two_declared() {
  SolvedDae problem = index_two();
  DaeInfo info = problem.dae->info();
  info.unknowns.edit([](auto& unknowns) { unknowns[2].is_differential = false; });
  const std::shared_ptr<DenseTestDae> undeclared = std::move(problem.dae);
  problem.dae =
      std::make_unique<DenseTestDae>(info, [undeclared](double t, ConstVec y, ConstVec ydot, Vec rows) {
        undeclared->residual(t, y, ydot, rows);
      });
  return problem;
}

TEST_F(Ida, SolvesIndexOneAndTwoWithBothLinearSolvers) {
  for (const char* linear : {"own", "dense", "saddle"}) {
    const SolvedDae one = index_one(), two = index_two_declared();
    const auto first = make(*one.dae, 1e-8, {{"linear", linear}});
    ASSERT_FALSE(integrate(*first, one, 0, 2.0)) << linear;
    EXPECT_LT((first->y() - one.y(2.0)).cwiseAbs().maxCoeff(), 1e-6) << linear;
    const auto second = make(*two.dae, 1e-8, {{"linear", linear}});
    ASSERT_FALSE(integrate(*second, two, 0, 2.0)) << linear;
    EXPECT_LT((second->y() - two.y(2.0)).head(2).cwiseAbs().maxCoeff(), 1e-6) << linear;
    const Statistics& count = second->statistics();
    EXPECT_EQ(count.steps, count.accepted + count.rejected + count.newton_failures);
    EXPECT_GT(count.jacobians, 0);
  }
}

TEST_F(Ida, WithTheEquationsOwnSolverNeedsNoResidualsForJacobians) {
  const SolvedDae problem = index_one();
  const auto own = make(*problem.dae, 1e-8, {{"linear", "own"}});
  ASSERT_FALSE(integrate(*own, problem, 0, 2.0));
  const auto saddle = make(*problem.dae, 1e-8, {{"linear", "saddle"}});
  ASSERT_FALSE(integrate(*saddle, problem, 0, 2.0));
  EXPECT_GE(own->statistics().rhs, own->statistics().solves + 2 * own->statistics().jacobians);
  EXPECT_LT(saddle->statistics().rhs, saddle->statistics().solves + 2 * saddle->statistics().jacobians);
}

TEST_F(Ida, SolvesLargeSystemsSparsely) {
  // A chain of relaxations, y_i' = y_{i−1} − y_i, with y_0 held at 1 by an algebraic row: y_i → 1.
  const int n = 150;
  DaeInfo info = test_info("relaxations", std::vector<int>(n, 1));
  info.unknowns.edit([](auto& unknowns) { unknowns[0].is_differential = false; });
  DenseTestDae dae(info, [n](double, ConstVec y, ConstVec ydot, Vec rows) {
    rows[0] = y[0] - 1;
    for (int i = 1; i < n; ++i) rows[i] = y[i - 1] - y[i] - ydot[i];
  });
  const auto ida = make(dae, 1e-8);
  Vector y = Vector::Zero(n), ydot = Vector::Zero(n);
  y[0] = ydot[1] = 1;
  ida->start(0, view(std::as_const(y)), view(std::as_const(ydot)), 3);
  ASSERT_FALSE(integrate(*ida, 3.0));
  EXPECT_NEAR(ida->y()[1], 1 - std::exp(-3), 1e-6);
  EXPECT_NEAR(ida->y()[2], 1 - std::exp(-3) * (1 + 3), 1e-6);
  // Two columns have a row in common only if they are neighbours: two residuals a Jacobian.
  const Statistics& count = ida->statistics();
  EXPECT_LE(count.rhs, count.solves + 2 * count.jacobians + count.steps);
}

TEST_F(Ida, DenseOutputIsAccurateWithinTheStep) {
  const SolvedDae problem = index_one();
  const auto ida = make(*problem.dae, 1e-8);
  ASSERT_FALSE(integrate(*ida, problem, 0, 0.5));
  Vector y(2);
  while (ida->t() < 1.0) {
    ASSERT_TRUE(ida->step(1.0).is_ok());
    const DenseOutput& piece = ida->dense_output();
    for (double x : {0.0, 0.3, 0.7, 1.0}) {
      const double t = piece.begin() + x * (piece.end() - piece.begin());
      piece.evaluate(t, view(y));
      EXPECT_LT((y - problem.y(t)).cwiseAbs().maxCoeff(), 1e-6);
    }
  }
  EXPECT_EQ(ida->t(), 1.0);
}

TEST_F(Ida, CanBeRestartedAndCountsOn) {
  const SolvedDae problem = index_one();
  const auto ida = make(*problem.dae, 1e-6);
  ASSERT_FALSE(integrate(*ida, problem, 0, 1.0));
  const long before = ida->statistics().accepted;
  ASSERT_FALSE(integrate(*ida, problem, 1.0, 2.0));
  EXPECT_GT(ida->statistics().accepted, before);
  EXPECT_LT((ida->y() - problem.y(2.0)).cwiseAbs().maxCoeff(), 1e-4);
}

TEST_F(Ida, RefusesMoreRowsThanUnknownsAndFixedSteps) {
  const auto refusal = method->refusal(test_info("ovd0", {1, 1}, 1));
  ASSERT_TRUE(refusal);
  EXPECT_NE(refusal->find("ovd0 has more where"), std::string::npos) << *refusal;
  const SolvedDae problem = index_one();
  EXPECT_THROW((void)method->make(*problem.dae, {.tolerance = {}, .fixed_step = 0.1},
                                  OptionValues(method->options, {})),
               InvalidInput);
}

std::optional<Failure> run(Integrator& integrator) {
  const Vector one{{1.0}}, zero{{0.0}};
  integrator.start(0, view(one), view(zero), 2);
  auto failure = integrate(integrator, 2);
  if (failure) {
    EXPECT_EQ(failure->method, "ida");
    EXPECT_FALSE(failure->causes.empty());
    EXPECT_FALSE(failure->remedy.empty());
  }
  return failure;
}

TEST_F(Ida, ExceptionsOfTheModelBecomeFailuresWithTheirText) {
  DenseTestDae dae(test_info("test", {1}), [](double t, ConstVec y, ConstVec ydot, Vec rows) {
    if (t > 0.5) throw std::runtime_error("the table ends at 0.5");
    rows[0] = -y[0] - ydot[0];
  });
  const auto failure = run(*make(dae, 1e-6));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::user_exception);
  EXPECT_NE(failure->what.find("the table ends at 0.5"), std::string::npos);
}

TEST_F(Ida, NotANumberNamesTheRow) {
  DenseTestDae dae(test_info("test", {1}), [](double t, ConstVec y, ConstVec ydot, Vec rows) {
    rows[0] = std::sqrt(1 - t) - y[0] - ydot[0];
  });
  const auto failure = run(*make(dae, 1e-6));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::not_finite) << describe(*failure);
  EXPECT_EQ(failure->worst, "row1");
}

TEST_F(Ida, ABlowUpIsAStepCollapse) {
  DenseTestDae dae(test_info("test", {1}),
                   [](double, ConstVec y, ConstVec ydot, Vec rows) { rows[0] = y[0] * y[0] - ydot[0]; });
  const auto failure = run(*make(dae, 1e-6));
  ASSERT_TRUE(failure);
  EXPECT_TRUE(failure->kind == FailureKind::step_collapse || failure->kind == FailureKind::newton_divergence)
      << describe(*failure);
  EXPECT_NE(failure->what.find("IDA"), std::string::npos);
}

}  // namespace ida_test
}  // namespace pleuel
