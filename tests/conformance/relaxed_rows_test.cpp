// Formulations that relax q̇ = H v or v̇ = a: what they keep, and that two ways of relaxing are the
// same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pleuel/integrator/newton/newton_control.hpp"
#include "support/run_system.hpp"

namespace pleuel::testing {
namespace relaxed_rows_test {

/// An increment counts as converged when its error is at most κ in the mean over n unknowns and
/// three stages: one entry of it may be sqrt(3n) times as large, in units of atol + rtol |y|. |T| <
/// 2 carries it from transformed to true stages.
double newton_share(int n_unknowns, double rtol) {
  constexpr double transformation = 2;
  return transformation * newton_kappa(rtol) * std::sqrt(3.0 * n_unknowns);
}

Vector allowed_error(const Vector& y, double share, double tolerance) {
  return share * tolerance * (1 + y.array().abs());
}

struct RelaxedRows : ::testing::TestWithParam<int> {
  const Kind k = all_kinds()[GetParam()];
};

TEST_P(RelaxedRows, OfPsi1AndGgl1GiveTheSameMotionOnTheSameSteps) {
  // P_q (q̇ − H v) = 0 says that q̇ − H v = −g_qᵀη for some η: the same equations, stage by stage.
  constexpr double tolerance = 1e-10;
  constexpr int steps = 40;
  const double h = 0.5 * k.period / steps;
  const StepSettings settings{.tolerance = {.rtol = tolerance, .atol = tolerance}, .fixed_step = h};
  SystemRun psi1(k, "psi1", settings, steps * h), ggl1(k, "ggl1", settings, steps * h);
  ASSERT_TRUE(psi1.finish() && ggl1.finish());
  ASSERT_EQ(psi1.radau->statistics().accepted, ggl1.radau->statistics().accepted);
  const Motion one = psi1.end(), two = ggl1.end();
  // Newton's errors of all steps add up.
  const double share = steps * newton_share(ggl1.dae->info().n_unknowns(), tolerance);
  const auto expect_near = [&](const Vector& x, const Vector& y, double unit, const char* what) {
    const double worst =
        x.size() > 0 ? ((x - y).array().abs() / allowed_error(y, share * unit, tolerance).array()).maxCoeff()
                     : 0;
    EXPECT_LE(worst, 1) << k.name << ", " << what;
    RecordProperty(what, std::to_string(worst));
  };
  expect_near(one.q, two.q, 1, "q");
  expect_near(one.v, two.v, 1, "v");
  expect_near(one.s, two.s, 1, "s");
  // a and λ, of index 2, are judged times h.
  expect_near(one.a, two.a, 1 / h, "a");
  expect_near(one.lambda, two.lambda, 1 / h, "lambda");
}

/// The largest residual of the levels that a formulation has, in units of what Newton's method may
/// leave of them.
class LevelCheck {
 public:
  LevelCheck(const Kind& k, double tolerance)
      : evaluator_(k.system->make_evaluator()),
        m_(evaluator_->matrices({.position = true, .velocity = true, .acceleration = true})),
        g_(k.system->info().n_lambda()),
        tolerance_(tolerance) {}

  double worst(const EquationsOfMotion& dae, double t, ConstVec y) {
    const double adapted = 0.1 * std::pow(tolerance_, 2.0 / 3.0);  // of RadauIIA with three stages
    const Motion at = dae.motion(t, y);
    evaluator_->linearize(at, m_);
    const double share = newton_share(dae.info().n_unknowns(), adapted);
    const Vector e_q = allowed_error(at.q, share, adapted), e_v = allowed_error(at.v, share, adapted),
                 e_a = allowed_error(at.a, share, adapted);
    const auto size = [](const FixedMatrix& A) { return Matrix(A.dense().cwiseAbs()); };
    evaluator_->rows(at, {.position = g_});
    double result = ratio(size(m_.g_q) * e_q);
    evaluator_->rows(at, {.velocity = g_});
    result = std::max(result, ratio(size(m_.G) * e_v + size(m_.velocity_q) * e_q));
    if (!dae.rows().levels().acceleration) return result;
    evaluator_->rows(at, {.acceleration = g_});
    return std::max(result,
                    ratio(size(m_.G) * e_a + size(m_.acceleration_v) * e_v + size(m_.acceleration_q) * e_q));
  }

 private:
  double ratio(const Vector& allowed) const { return (g_.array().abs() / allowed.array()).maxCoeff(); }

  std::unique_ptr<SystemEvaluator> evaluator_;
  MotionMatrices m_;
  Vector g_;
  double tolerance_;
};

TEST_P(RelaxedRows, KeepEveryLevelThatStandsAmongTheRowsToNewtonsPrecisionAtEveryStep) {
  if (k.system->info().n_lambda() == 0) return;
  for (const double tolerance : {1e-5, 1e-8})
    for (const char* name : {"ggl1", "psi1", "psi0", "ovd1", "ovd0"}) {
      SystemRun run(k, name, tolerance, k.period);
      LevelCheck check(k, tolerance);
      double worst = 0, h = 0;
      while (run.radau->t() != run.t_end) {
        const StepOutcome outcome = run.radau->step(run.t_end);
        ASSERT_TRUE(outcome.is_ok()) << name << ": " << describe(*outcome.failure);
        // Where one increment is enough it is judged by the rate of the step before, and rates grow
        // like h².
        const double growth = h > 0 ? std::max(1.0, outcome.h / h) : 1.0;
        h = outcome.h;
        worst = std::max(worst, check.worst(dynamic_cast<const EquationsOfMotion&>(*run.dae), run.radau->t(),
                                            run.radau->y()) /
                                    (growth * growth));
      }
      EXPECT_LE(worst, 1) << k.name << ", " << name << " at " << tolerance;
      RecordProperty(std::string(name) + (tolerance == 1e-5 ? "_coarse" : "_fine"), std::to_string(worst));
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, RelaxedRows, ::testing::Range(0, n_kinds), [](const auto& suite) {
  std::string name = all_kinds()[suite.param].name;
  for (char& c : name)
    if (c == ' ') c = '_';
  return name;
});

}  // namespace relaxed_rows_test
}  // namespace pleuel::testing
