// Every formulation of every kind of system gives the same motion.
#include <gtest/gtest.h>

#include <map>

#include "support/run_system.hpp"

namespace pleuel::testing {
namespace kinds_test {

constexpr double tolerance = 1e-8;

double largest(const Vector& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }

/// The end of the motion, by the index-1 equations at a tolerance a thousand times finer: its drift
/// and its errors are then below a hundredth of what the others are allowed.
struct End {
  Vector q, v, s;
};
End reference(const Kind& k) {
  SystemRun run(k, "rcd0", 1e-3 * tolerance, k.period);
  EXPECT_TRUE(run.finish()) << k.name;
  const Motion end = run.end();
  return {end.q, end.v, end.s};
}

void expect_same_motion(const Kind& k) {
  const End expected = reference(k);
  for (const Formulation& f : motion_formulations()) {
    SystemRun run(k, f.name, tolerance, k.period);
    ASSERT_TRUE(run.finish()) << k.name << ", " << f.name;
    const Motion end = run.end();
    // Index-3 equations control v only as h times its error; v is accurate to fewer digits.
    const double v_factor = f.name == "ori2" ? 1e4 : 100;
    const double q_size = 1 + largest(expected.q), v_size = 1 + largest(expected.v);
    EXPECT_LE(largest(end.q - expected.q), 100 * tolerance * q_size) << k.name << ", " << f.name;
    EXPECT_LE(largest(end.v - expected.v), v_factor * tolerance * v_size) << k.name << ", " << f.name;
    EXPECT_LE(largest(end.s - expected.s), 100 * tolerance * (1 + largest(expected.s)))
        << k.name << ", " << f.name;
  }
}

struct SameMotion : ::testing::TestWithParam<int> {};

TEST_P(SameMotion, UnderEveryFormulation) { expect_same_motion(all_kinds()[GetParam()]); }

INSTANTIATE_TEST_SUITE_P(Kinds, SameMotion, ::testing::Range(0, n_kinds), [](const auto& suite) {
  std::string name = all_kinds()[suite.param].name;
  for (char& c : name)
    if (c == ' ') c = '_';
  return name;
});

TEST(SameMotion, OfAChainWithTenLinks) { expect_same_motion(chain(10, 0.3)); }

TEST(SameMotion, OfAChainWithFortyLinksFactoredSparsely) { expect_same_motion(chain(40, 0.1)); }

/// As many constraints as coordinates: a point on a given path.
struct LedPoint {
  SystemInfo info() const {
    SystemInfo info;
    info.name = "led point";
    info.add_coordinate("x", "m");
    info.add_coordinate("y", "m");
    info.add_constraint("path, x", "N");
    info.add_constraint("path, y", "N");
    return info;
  }
  void mass(const auto&, auto&& M) const {
    M.add(0, 0, 2.0);
    M.add(1, 1, 2.0);
  }
  void force(const auto&, const auto&, auto&& f) const { f[1] = -9.81; }
  void constraint(const auto& x, auto&& g) const {
    g[0] = x.q[0] + 0.2 * x.q[1] - sin(2.0 * x.t);
    g[1] = x.q[1] - cos(3.0 * x.t);
  }
};

TEST(SameMotion, OfAPointThatItsConstraintsLeaveNoFreedom) {
  expect_same_motion(
      {"led point", make_system(LedPoint()), Vector{{-0.2, 1.0}}, Vector{{2.0, 0.0}}, Vector(), 2.0});
}

TEST(SameMotion, WithGivenAndWithFoundDerivatives) {
  for (const auto& [bare, given] :
       {std::pair{"bare pendulum", "given pendulum"}, std::pair{"ball joint", "given ball joint"}}) {
    SystemRun one(kind(bare), "rcd1", tolerance, 1.0), two(kind(given), "rcd1", tolerance, 1.0);
    ASSERT_TRUE(one.finish() && two.finish());
    // The same equations up to rounding, so the same steps.
    EXPECT_EQ(one.radau->statistics().accepted, two.radau->statistics().accepted);
    EXPECT_LE(largest(one.end().q - two.end().q), 1e-10);
  }
}

}  // namespace kinds_test
}  // namespace pleuel::testing
