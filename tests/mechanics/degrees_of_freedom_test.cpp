// Degrees of freedom, and which constraints repeat others: always, or in one position only.
#include "pleuel/mechanics/analysis/degrees_of_freedom.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/system_from.hpp"
#include "pleuel/problem/parallelogram_equations.hpp"
#include "support/systems.hpp"

namespace pleuel::testing {
namespace degrees_of_freedom_test {

constexpr double time_step = 1e-2;

/// Three bars a, b, c between two pivots at distance d, by their angles: 0 = a e(φ₁) + b e(φ₂) − c
/// e(φ₃) − d e(0). `repeats` adds the second row again, a driver prescribes φ₁ = ω t.
struct FourBar {
  double a = 1, b = 2, c = 1, d = 2;
  bool repeats = false;
  double omega = 0;

  SystemInfo info() const {
    SystemInfo info;
    info.name = "four-bar";
    for (const char* angle : {"phi1", "phi2", "phi3"}) info.add_coordinate(angle, "rad");
    info.add_constraint("loop, x", "N");
    info.add_constraint("loop, y", "N");
    if (repeats) info.add_constraint("loop, y again", "N");
    if (omega > 0) info.add_constraint("driver", "N m");
    return info;
  }
  void mass(const auto&, auto&& M) const {
    for (int i = 0; i < 3; ++i) M.add(i, i, 1.0 + i);
  }
  void force(const auto&, const auto&, auto&&) const {}
  void constraint(const auto& x, auto&& g) const {
    g[0] = a * cos(x.q[0]) + b * cos(x.q[1]) - c * cos(x.q[2]) - d;
    g[1] = a * sin(x.q[0]) + b * sin(x.q[1]) - c * sin(x.q[2]);
    int row = 2;
    if (repeats) g[row++] = 3.0 * (a * sin(x.q[0]) + b * sin(x.q[1]) - c * sin(x.q[2]));
    if (omega > 0) g[row] = x.q[0] - omega * x.t;
  }
};

DegreesOfFreedom of(const FourBar& bars, double angle) {
  return degrees_of_freedom_at(make_system(bars), 0.0, Vector{{angle, 0.0, angle}}, time_step);
}

TEST(Mobility, OfAPendulumIsOneByCountAndByRank) {
  const Kind k = kind("bare pendulum");
  const DegreesOfFreedom m = degrees_of_freedom_at(k.system, 0.0, k.q, time_step);
  EXPECT_EQ(m.by_count(), 1);
  EXPECT_EQ(m.by_rank(), 1);
  EXPECT_EQ(m.near_here(), 1);
  EXPECT_TRUE(m.redundant.empty());
  EXPECT_TRUE(m.undetermined.empty());
}

Vector parallelogram_at(const ParallelogramEquations& p, double phi) {
  Vector q(12);
  const double dx = std::sin(phi), dy = -std::cos(phi);
  for (int i = 0; i < 3; ++i)
    q.segment(3 * i, 3) << p.pivot_x(i) + 0.5 * p.l * dx, p.pivot_y(i) + 0.5 * p.l * dy, phi;
  // Pins lie to each other as pivots do, so the platform's centre follows from the first.
  q.tail(3) << 0, 0, 0;
  const auto system = make_system(p);
  const auto evaluator = system->make_evaluator();
  Vector g(12);
  evaluator->rows({.t = 0, .q = q}, {.position = g});
  q[9] += g[6];
  q[10] += g[7];
  return q;
}

TEST(Mobility, OfAParallelogramIsOneAlthoughTheCountSaysNone) {
  const ParallelogramEquations p;
  for (const double phi : {0.3, 1.2, std::acos(0.0)}) {
    const DegreesOfFreedom m =
        degrees_of_freedom_at(make_system(p), 0.0, parallelogram_at(p, phi), time_step);
    EXPECT_EQ(m.by_count(), 0);
    EXPECT_EQ(m.by_rank(), 1);
    EXPECT_EQ(m.near_here(), 1);
    EXPECT_FALSE(m.is_singular());
    ASSERT_EQ(m.redundant.size(), 1u);
    EXPECT_EQ(m.redundant[0].kind, Redundancy::always);
    EXPECT_FALSE(m.redundant[0].of.empty());
  }
}

TEST(Mobility, NamesTheReactionsThatNullVectorsOfTheConstraintForcesReach) {
  const ParallelogramEquations p;
  const auto system = make_system(p);
  const Vector q = parallelogram_at(p, 0.3);
  const DegreesOfFreedom m = degrees_of_freedom_at(system, 0.0, q, time_step);
  const auto evaluator = system->make_evaluator();
  MotionMatrices matrices = evaluator->matrices({});
  evaluator->configuration_matrices(0.0, q, matrices);
  const Vector null = right_svd(matrices.G.dense().transpose()).V.col(11);
  std::vector<int> reached;
  for (int i = 0; i < 12; ++i)
    if (std::abs(null[i]) > 1e-8) reached.push_back(i);
  EXPECT_EQ(m.undetermined, reached);
}

TEST(Mobility, OfAFourBarThatLiesFlatIsTwoThereAndOneNearBy) {
  const DegreesOfFreedom bent = of({}, 0.4);
  EXPECT_EQ(bent.by_rank(), 1);
  EXPECT_TRUE(bent.redundant.empty());
  const DegreesOfFreedom flat = of({}, 0.0);
  EXPECT_EQ(flat.by_count(), 1);
  EXPECT_EQ(flat.by_rank(), 2);
  EXPECT_EQ(flat.near_here(), 1);
  EXPECT_TRUE(flat.is_singular());
  ASSERT_EQ(flat.redundant.size(), 1u);
  EXPECT_EQ(flat.redundant[0].row, 0);  // all bars lie along x
  EXPECT_EQ(flat.redundant[0].kind, Redundancy::here);
  EXPECT_EQ(flat.undetermined, std::vector<int>{0});
}

TEST(Mobility, TellsARowThatIsAlwaysRedundantFromOneThatIsSoInThisPosition) {
  const DegreesOfFreedom flat = of({.repeats = true}, 0.0);
  EXPECT_EQ(flat.near_here(), 1);
  EXPECT_EQ(flat.by_rank(), 2);
  ASSERT_EQ(flat.redundant.size(), 2u);
  EXPECT_EQ(flat.redundant[0].kind, Redundancy::always);
  EXPECT_TRUE(flat.redundant[0].row == 1 || flat.redundant[0].row == 2);
  EXPECT_EQ(flat.redundant[1].kind, Redundancy::here);
  EXPECT_EQ(flat.redundant[1].row, 0);
  const DegreesOfFreedom bent = of({.repeats = true}, 0.4);
  ASSERT_EQ(bent.redundant.size(), 1u);
  EXPECT_EQ(bent.redundant[0].kind, Redundancy::always);
}

TEST(Mobility, OfADrivenFourBarIsFoundByLettingTimeGoOn) {
  const DegreesOfFreedom flat = of({.omega = 2}, 0.0);
  EXPECT_EQ(flat.by_count(), 0);
  EXPECT_EQ(flat.by_rank(), 1);
  EXPECT_EQ(flat.near_here(), 0);
  ASSERT_EQ(flat.redundant.size(), 1u);
  EXPECT_EQ(flat.redundant[0].kind, Redundancy::here);
}

/// A point on x = 0, said twice, of equations that do not hold beside y = 1.
struct EndOfTheWorld {
  SystemInfo info() const {
    SystemInfo info;
    info.name = "end";
    for (const char* name : {"x", "y"}) info.add_coordinate(name, "m");
    for (const char* name : {"wall", "wall again"}) info.add_constraint(name, "N");
    return info;
  }
  void mass(const auto&, auto&& M) const {
    for (int i = 0; i < 2; ++i) M.add(i, i, 1.0);
  }
  void force(const auto&, const auto&, auto&&) const {}
  void constraint(const auto& x, auto&& g) const {
    const auto beside = (x.q[1] - 1.0) * (x.q[1] - 1.0);
    if (beside < 0.01 && beside > 0.0) throw LeftDomain("y is beside 1");
    g[0] = x.q[0];
    g[1] = 2.0 * x.q[0];
  }
};

TEST(Mobility, SaysWhyNoPositionNearByWasFound) {
  const DegreesOfFreedom m =
      degrees_of_freedom_at(make_system(EndOfTheWorld()), 0.0, Vector{{0.0, 1.0}}, time_step);
  ASSERT_EQ(m.redundant.size(), 1U);
  EXPECT_FALSE(m.is_clear());
  EXPECT_EQ(m.why_unclear, "y is beside 1");
}

}  // namespace degrees_of_freedom_test
}  // namespace pleuel::testing
