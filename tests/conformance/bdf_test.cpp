// BDF and MEBDF on every formulation of every kind of system: the same motion, and nothing
// allocated.
#include <gtest/gtest.h>

#include "pleuel/integrator/bdf/bdf_method.hpp"
#include "pleuel/integrator/mebdf/mebdf_method.hpp"
#include "support/allocation_count.hpp"
#include "support/run_method.hpp"

namespace pleuel::testing {
namespace bdf_test {

constexpr double tolerance = 1e-8;

double largest(const Vector& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }

struct BdfOn : ::testing::TestWithParam<int> {
  const Kind k = all_kinds()[GetParam()];
};

TEST_P(BdfOn, EveryFormulationGivesTheMotionOfRadau) {
  SystemRun reference(k, "rcd0", 1e-3 * tolerance, k.period);
  ASSERT_TRUE(reference.finish());
  const Motion expected = reference.end();
  for (const Formulation& f : motion_formulations())
    for (const Method& method : {bdf_method(), mebdf_method()}) {
      SCOPED_TRACE(method.name);
      MethodRun run(k, f.name, method, tolerance);
      ASSERT_TRUE(run.finish()) << k.name << ", " << f.name;
      const Motion end = run.end();
      // Errors of some hundred steps add up, each up to the tolerance. Index-3 equations control v
      // only as h times its error.
      const double q_factor = 300, v_factor = f.name == "ori2" ? 1e5 : 300;
      const auto expect_near = [&](const Vector& x, const Vector& wanted, double factor, const char* what) {
        EXPECT_LE(largest(x - wanted), factor * tolerance * (1 + largest(wanted)))
            << k.name << ", " << f.name << ", " << what;
      };
      expect_near(end.q, expected.q, q_factor, "q");
      expect_near(end.v, expected.v, v_factor, "v");
      expect_near(end.s, expected.s, q_factor, "s");
    }
}

#if PLEUEL_COUNTS_ALLOCATIONS
TEST_P(BdfOn, NoFormulationAllocatesInsideAStepWhereFactorsAreDense) {
  if (k.name.find("chain") != std::string::npos) GTEST_SKIP() << "KLU allocates in its first factorisation";
  for (const Formulation& f : motion_formulations()) {
    MethodRun run(k, f.name, bdf_method(), 1e-5);
    const long before = allocation_count();
    bool is_ok = true;
    while (is_ok && run.integrator->t() != run.t_end) is_ok = run.integrator->step(run.t_end).is_ok();
    EXPECT_EQ(allocation_count() - before, 0) << k.name << ", " << f.name;
    EXPECT_TRUE(is_ok) << k.name << ", " << f.name;
  }
}
#endif

INSTANTIATE_TEST_SUITE_P(Kinds, BdfOn, ::testing::Range(0, n_kinds), [](const auto& suite) {
  std::string name = all_kinds()[suite.param].name;
  for (char& c : name)
    if (c == ' ') c = '_';
  return name;
});

}  // namespace bdf_test
}  // namespace pleuel::testing
