// GeneralizedAlpha as an integrator: every kind of system, every failure, no allocation.
#include <gtest/gtest.h>

#include "pleuel/integrator/alpha/generalized_alpha.hpp"
#include "support/allocation_count.hpp"
#include "support/looped.hpp"
#include "support/run_system.hpp"

namespace pleuel {
namespace alpha_test {

using testing::all_kinds;
using pleuel::testing::Kind;

/// Started at the consistent state of `k`.
struct AlphaRun {
  InitialState start;
  Looped<GeneralizedAlpha> alpha;

  AlphaRun(const Kind& k, const StepSettings& settings, const AlphaOptions& options)
      : start(consistent_initial_state(*k.system, 0, k.q, k.v, k.s)), alpha(k.system, settings, options) {
    Vector y(alpha.inner().info().n_unknowns());
    y << start.q, start.v, start.a, start.lambda, start.s;
    const Vector rates = Vector::Zero(y.size());
    alpha.start(0, y, rates, k.period);
  }
  bool finish(double t_end) {
    while (alpha.t() != t_end)
      if (!alpha.step(t_end).is_ok()) return false;
    return true;
  }
};

/// Errors at 1e-5 are some hundred times the tolerance for a method of order 2 over one swing; q of
/// these systems is of size 1.
TEST(GeneralizedAlpha, FollowsEveryKindOfSystemUnderErrorControl) {
  for (const Kind& k : all_kinds()) {
    pleuel::testing::SystemRun exact(k, "rcd0", 1e-9, k.period);
    ASSERT_TRUE(exact.finish());
    const Vector expected = exact.end().q;
    for (const AlphaIteration iteration :
         {AlphaIteration::projected, AlphaIteration::index2, AlphaIteration::cs, AlphaIteration::cm}) {
      AlphaRun run(k, {.tolerance = {.rtol = 1e-5, .atol = 1e-5}}, {.iteration = iteration});
      ASSERT_TRUE(run.finish(k.period)) << k.name;
      const Vector q = run.alpha.y().head(expected.size());
      EXPECT_LE((q - expected).cwiseAbs().maxCoeff(), 5e-3) << k.name << ' ' << static_cast<int>(iteration);
    }
  }
}

TEST(GeneralizedAlpha, FactorsMatricesOfTheStatedSizeOnceAStep) {
  const Kind k = testing::kind("chain of 3");
  for (const auto& [iteration, size] : {std::pair{AlphaIteration::index2, 15}, {AlphaIteration::cs, 9}}) {
    AlphaRun run(k, {.tolerance = {.rtol = 1e-8, .atol = 1e-8}, .fixed_step = k.period / 200},
                 {.iteration = iteration});
    ASSERT_TRUE(run.finish(k.period));
    EXPECT_EQ(run.alpha.inner().matrix_size(), size);
    EXPECT_EQ(run.alpha.statistics().jacobians, run.alpha.statistics().accepted);
    // One more for the accelerations at the start.
    EXPECT_EQ(run.alpha.statistics().factorizations, run.alpha.statistics().accepted + 1);
  }
}

#if PLEUEL_COUNTS_ALLOCATIONS
TEST(GeneralizedAlpha, AllocatesNothingAfterTheStart) {
  for (const char* name : {"given pendulum", "ball joint", "Maxwell pendulum", "chain of 3"})
    for (const AlphaIteration iteration :
         {AlphaIteration::projected, AlphaIteration::index2, AlphaIteration::cs, AlphaIteration::index3}) {
      const Kind k = testing::kind(name);
      AlphaOptions options{.iteration = iteration};
      if (iteration == AlphaIteration::cs) options.metric = ProjectionMetric::mass;
      if (iteration == AlphaIteration::index3) options.multiplier = AlphaMultiplier::nu;
      AlphaRun run(k, {.tolerance = {.rtol = 1e-5, .atol = 1e-5}}, options);
      Vector y = run.alpha.y();
      bool is_ok = run.alpha.step(k.period).is_ok();
      const long before = testing::allocation_count();
      for (int i = 0; i < 20 && is_ok; ++i) {
        is_ok = run.alpha.step(k.period).is_ok();
        run.alpha.dense_output().evaluate(run.alpha.t(), y);
      }
      EXPECT_EQ(testing::allocation_count() - before, 0) << name << ' ' << static_cast<int>(iteration);
      EXPECT_TRUE(is_ok) << name;
    }
}
#endif

TEST(GeneralizedAlpha, FailsWithTheReasonWhenAFixedStepIsTooLong) {
  const Kind k = testing::kind("chain of 12");
  AlphaRun run(k, {.tolerance = {.rtol = 1e-8, .atol = 1e-8}, .fixed_step = 20.0}, {.newton_max = 3});
  const StepOutcome outcome = run.alpha.step(100.0);
  ASSERT_FALSE(outcome.is_ok());
  EXPECT_EQ(outcome.failure->kind, FailureKind::newton_divergence);
  EXPECT_FALSE(outcome.failure->inequality.empty());
  EXPECT_FALSE(outcome.failure->worst.empty());
}

}  // namespace alpha_test
}  // namespace pleuel
