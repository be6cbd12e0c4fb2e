// The parts that watch singular configurations, each by itself.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/integrator/guarded/branch_leap.hpp"
#include "pleuel/integrator/guarded/jump_test.hpp"
#include "pleuel/integrator/guarded/loss_watch.hpp"
#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/mechanics/system_from.hpp"

namespace pleuel {
namespace singular_test {

/// A point in space with y = x and z y = 0: two lines, z = 0 and x = y = 0, which meet at the
/// origin. There the second row of G vanishes.
struct CrossingCurves {
  SystemInfo info() const {
    SystemInfo info;
    info.name = "crossing curves";
    for (const char* name : {"x", "y", "z"}) info.add_coordinate(name, "m");
    info.add_constraint("plane", "N");
    info.add_constraint("crossing", "N");
    return info;
  }
  void mass(const auto&, auto&& M) const {
    M.add(0, 0, 1.0);
    M.add(1, 1, 2.0);
    M.add(2, 2, 3.0);
  }
  void force(const auto&, const auto&, auto&& f) const { f[0] = 0.0; }
  void constraint(const auto& x, auto&& g) const {
    g[0] = x.q[1] - x.q[0];
    g[1] = x.q[2] * x.q[1];
  }
};

/// D G M^(−1/2) of the curves: D by the diagonal of M.
Matrix scaled_rows(double y, double z) {
  Matrix G(2, 3);
  G << -1, 1, 0, 0, z, y;
  const double root[] = {1, std::sqrt(2), std::sqrt(3)};
  for (int j = 0; j < 3; ++j) G.col(j) /= root[j];
  for (int i = 0; i < 2; ++i) G.row(i).normalize();
  return G;
}

StateHistory::State state(double t, Vector q, Vector v) { return {t, std::move(q), std::move(v), Vector(0)}; }

Vector vec(double x, double y, double z) {
  Vector v(3);
  v << x, y, z;
  return v;
}

TEST(ConstraintSine, IsTheSmallestSingularValueOfTheScaledRows) {
  const auto system = make_system(CrossingCurves{});
  ConstraintSine sine(*system);
  for (const double z : {0.0, 0.1, 1.0, 10.0}) {
    const double y = 0.7;
    const double expected = singular_values(scaled_rows(y, z)).minCoeff();
    EXPECT_NEAR(sine.at(0, vec(y, y, z)), expected, 1e-9) << z;
  }
}

TEST(ConstraintSine, ChangesByNoMoreThanTheBoundItStates) {
  const auto system = make_system(CrossingCurves{});
  ConstraintSine sine(*system);
  double last = sine.at(0, vec(1, 1, 2));
  sine.change();
  for (int k = 19; k > 0; --k) {
    const double now = sine.at(0, vec(1, 1, 0.1 * k));
    const double bound = sine.change();
    EXPECT_LE(std::abs(now - last), bound) << k;
    last = now;
  }
}

TEST(JumpTest, IsTwiceTheSineOfHalfTheAngleBetweenTheBranches) {
  const auto system = make_system(CrossingCurves{});
  ConstraintSine sine(*system);
  JumpTest jump(sine);
  const double h = 0.1, c = std::sqrt(0.5);
  const auto A = state(0, vec(-h, -h, 0), vec(1, 1, 0));
  const auto straight = state(2 * h, vec(h, h, 0), vec(1, 1, 0));
  EXPECT_LT(jump(nullptr, A, straight, nullptr), 1e-12);
  // The same kinetic energy along z: the branches are at a right angle in the metric of M.
  const auto turned = state(2 * h, vec(0, 0, h), vec(0, 0, 1));
  EXPECT_NEAR(jump(nullptr, A, turned, nullptr), 2 * c, 1e-12);
  EXPECT_GT(jump(nullptr, A, turned, nullptr), JumpTest::limit);
}

TEST(JumpTest, SaysNothingOfAMechanismAtRest) {
  const auto system = make_system(CrossingCurves{});
  ConstraintSine sine(*system);
  JumpTest jump(sine);
  const auto A = state(0, vec(-1, -1, 0), vec(0, 0, 0)), B = state(1, vec(1, 1, 0), vec(0, 0, 0));
  EXPECT_TRUE(std::isnan(jump(nullptr, A, B, nullptr)));
}

/// The rank is lost at y = 0 in the middle of the step; the motion is straight, so every stage is
/// exact.
TEST(BranchLeap, CrossesASingularConfigurationOnItsBranch) {
  const auto system = make_system(CrossingCurves{});
  const LeapTolerances fine{Vector::Constant(3, 1e-9), Vector::Zero(3), Vector::Constant(3, 1e-9),
                            Vector::Zero(3),           Vector(0),       Vector(0)};
  for (const int stages : {3, 5, 7}) {
    BranchLeap leap(*system, stages);
    const auto from = state(0, vec(-0.04, -0.04, 0), vec(1, 1, 0));
    const Vector none = Vector::Zero(3), no_force = Vector::Zero(2);
    const BranchLeap::Outcome outcome = leap.leap(from, none, none, 0.1, fine);
    ASSERT_EQ(outcome.verdict, BranchLeap::Verdict::done) << stages;
    StateHistory::State end;
    Vector a, lambda;
    leap.evaluate(1, none, no_force, end, a, lambda);
    EXPECT_NEAR(end.q[0], 0.06, 1e-12) << stages;
    EXPECT_NEAR(end.q[2], 0, 1e-12) << stages;
    EXPECT_NEAR(end.v[1], 1, 1e-12) << stages;
  }
}

/// Looks become rare where nothing happens and frequent before σ vanishes, and the time of the loss
/// is right to the second order.
TEST(LossWatch, SeesALossOfRankBeforeItHappens) {
  const auto system = make_system(CrossingCurves{});
  LossWatch watch(*system);
  watch.start();
  const double h = 0.02;
  const Vector v = vec(1, 1, 0), s(0);
  std::optional<LossSight> seen;
  // Off the branch by 1e-3, so that σ is not zero anywhere.
  for (double t = 0; t < 0.995 && !seen; t += h) {
    const Vector q = vec(t - 1, t - 1, 1e-3);
    seen = watch.look({.t = t, .q = q, .v = v, .s = s}, h);
    if (seen && seen->loss() > t + 1.6 * h) seen.reset();
  }
  ASSERT_TRUE(seen);
  EXPECT_TRUE(seen->is_nearing());
  EXPECT_NEAR(seen->loss(), 1, 0.5 * h);
}

}  // namespace singular_test
}  // namespace pleuel
