// The ways to solve the saddle matrix agree, and accelerations agree with rows and matrices.
#include "pleuel/mechanics/acceleration_factor.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/linalg/entries.hpp"
#include "pleuel/mechanics/general_accelerations.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "support/systems.hpp"

namespace pleuel {
namespace acceleration_factor_test {

using pleuel::testing::Kind;
using testing::all_kinds;

struct Saddle {
  FixedMatrix M, G;
  Vector b, c;
};

/// A chain of bodies with three velocities and joints with two rows, with random values; `loops`
/// further rows bind the last body to the ground.
Saddle random_chain(int n, int loops) {
  std::vector<std::pair<int, int>> m, g;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) m.emplace_back(3 * i + k, 3 * i + k);
    for (int r = 0; r < 2; ++r)
      for (const int body : {i, i - 1})
        if (body >= 0) {
          g.emplace_back(2 * i + r, 3 * body + r);
          g.emplace_back(2 * i + r, 3 * body + 2);
        }
  }
  for (int k = 0; k < loops; ++k) {
    g.emplace_back(2 * n + k, 3 * n - 3 + k);
    g.emplace_back(2 * n + k, 3 * n - 1);
  }
  Saddle s{FixedMatrix(3 * n, 3 * n, m), FixedMatrix(2 * n + loops, 3 * n, g), {}, {}};
  std::srand(7);
  const auto random = [] { return std::rand() / static_cast<double>(RAND_MAX); };
  for (double& x : s.M.value) x = 0.2 + random();
  for (double& x : s.G.value) x = random() - 0.5;
  s.b = Vector::Random(3 * n);
  s.c = Vector::Random(2 * n + loops);
  return s;
}

double residual(const Saddle& s, const Vector& x, const Vector& y) {
  const Vector top = s.M.dense() * x + s.G.dense().transpose() * y - s.b, bottom = s.G.dense() * x - s.c;
  return std::max(top.cwiseAbs().maxCoeff() / (1 + y.cwiseAbs().maxCoeff()), bottom.cwiseAbs().maxCoeff());
}

TEST(AccelerationFactor, SolvesChainsWithAndWithoutLoopsByTheTree) {
  for (const int loops : {0, 1, 2})
    for (const int n : {12, 60}) {
      const Saddle s = random_chain(n, loops);
      AccelerationFactor factor(s.M, s.G);
      ASSERT_TRUE(factor.has_tree());
      ASSERT_FALSE(factor.factor(s.M, s.G));
      Vector x = s.b, y = s.c;
      factor.solve(x, y);
      EXPECT_EQ(factor.n_general(), 0);
      EXPECT_LE(residual(s, x, y), 1e-11) << n << ' ' << loops;
    }
}

TEST(AccelerationFactor, SolvesSmallSystemsByTheComplement) {
  const Saddle s = random_chain(3, 0);
  AccelerationFactor factor(s.M, s.G);
  ASSERT_NE(factor.small(), nullptr);
  ASSERT_FALSE(factor.factor(s.M, s.G));
  Vector x = s.b, y = s.c;
  factor.solve(x, y);
  EXPECT_EQ(factor.n_general(), 0);
  EXPECT_LE(residual(s, x, y), 1e-12);
}

/// Loops for few constraints are compiled, those for more are not.
TEST(AccelerationFactor, SolvesSmallSystemsWithAnyNumberOfConstraints) {
  for (int n_g = 0; n_g <= 15; ++n_g)
    for (const bool is_diagonal : {true, false}) {
      const int n_v = n_g + 3;
      std::vector<std::pair<int, int>> m, g;
      for (int i = 0; i < n_v; ++i) m.emplace_back(i, i);
      for (int i = 0; !is_diagonal && i + 1 < n_v; i += 3) {
        m.emplace_back(i, i + 1);
        m.emplace_back(i + 1, i);
      }
      for (int i = 0; i < n_g; ++i)
        for (int j = 0; j < n_v; ++j) g.emplace_back(i, j);
      Saddle s{FixedMatrix(n_v, n_v, m), FixedMatrix(n_g, n_v, g), Vector::Random(n_v), Vector::Random(n_g)};
      for_each_entry(s.M, [&](int i, int j, int k) { s.M.value[k] = i == j ? 1 + 0.1 * i : 0.3; });
      for_each_entry(s.G,
                     [&](int i, int j, int k) { s.G.value[k] = std::sin(1.0 + i * i + 3.7 * j * (i + 1)); });
      SchurFactor factor(s.M, s.G);
      factor.fill_mass(s.M);
      factor.fill_jacobian(s.G);
      ASSERT_TRUE(factor.factor_mass() && factor.factor_complement()) << n_g;
      Vector x = s.b, y = s.c;
      factor.solve(x.data(), y.data());
      const Vector top = s.M.dense() * x + s.G.dense().transpose() * y - s.b, bottom = s.G.dense() * x - s.c;
      EXPECT_LE(top.norm() + bottom.norm(), 1e-9 * (1 + y.norm())) << n_g;
    }
}

TEST(AccelerationFactor, FactorsAConstantMassOnce) {
  Saddle s = random_chain(3, 0);
  AccelerationFactor factor(s.M, s.G, {}, AccelerationFactor::Mass::is_constant);
  for (int pass = 0; pass < 2; ++pass) {
    EXPECT_EQ(factor.wants_mass(), pass == 0);
    ASSERT_FALSE(factor.factor(s.M, s.G));
    Vector x = s.b, y = s.c;
    factor.solve(x, y);
    EXPECT_LE(residual(s, x, y), 1e-12);
    for (double& value : s.G.value) value *= 1.1;
  }
}

/// Joints with other rows than those that bind all translations, and bodies in space.
TEST(AccelerationFactor, SolvesTreesOfAnyJoints) {
  struct Joint {
    int n_x, n_y;
    bool binds_rotation;
    double points = 0;  // ±1: two points coincide
  };
  for (const Joint joint :
       {Joint{3, 2, false}, Joint{3, 2, true}, Joint{6, 3, false}, Joint{6, 3, true}, Joint{6, 5, true},
        Joint{3, 2, false, 1}, Joint{3, 2, false, -1}, Joint{6, 3, false, 1}, Joint{6, 3, false, -1}})
    for (const int children : {1, 2}) {
      constexpr int n = 12;
      const int n_x = joint.n_x, n_y = joint.n_y;
      std::vector<std::pair<int, int>> m, g;
      std::vector<int> bodies(n * n_x);
      for (int j = 0; j < n * n_x; ++j) bodies[j] = j / n_x;
      const auto parent_of = [&](int body) { return body == 0 ? -1 : (body - 1) / children; };
      for (int b = 0; b < n; ++b) {
        for (int i = 0; i < n_x; ++i)
          for (int j = 0; j < n_x; ++j) m.emplace_back(b * n_x + i, b * n_x + j);
        for (const int other : {b, parent_of(b)})
          for (int r = 0; other >= 0 && r < n_y; ++r)
            for (int j = 0; j < n_x; ++j) g.emplace_back(b * n_y + r, other * n_x + j);
      }
      Saddle s{FixedMatrix(n * n_x, n * n_x, m), FixedMatrix(n * n_y, n * n_x, g), Vector::Random(n * n_x),
               Vector::Random(n * n_y)};
      for_each_entry(s.M, [&](int i, int j, int k) { s.M.value[k] = i == j ? 1 + 0.01 * i : 0.1; });
      for_each_entry(s.G, [&](int i, int j, int k) {
        const int row = i % n_y, column = j % n_x;
        const bool is_own = i / n_y == j / n_x;
        const double other = 0.2 * std::sin(1.0 + row + 2.3 * column + 0.7 * i);
        // The last row of a joint that binds rotations has no translations.
        const bool is_rotation = joint.binds_rotation && row == n_y - 1;
        const double value = is_rotation ? (column == n_x - 1 ? 1 : 0) : column == row ? 1 : other;
        s.G.value[k] = is_own ? value : -value;
        if (joint.points != 0)
          s.G.value[k] = column >= n_y ? 0.3 * std::cos(1.7 * i + j)
                                       : (column == row ? joint.points : 0) * (is_own ? 1 : -1);
      });
      AccelerationFactor factor(s.M, s.G, bodies);
      ASSERT_TRUE(factor.has_tree());
      ASSERT_FALSE(factor.factor(s.M, s.G));
      Vector x = s.b, y = s.c;
      factor.solve(x, y);
      EXPECT_EQ(factor.n_general(), 0) << n_x << ' ' << n_y;
      EXPECT_LE(residual(s, x, y), 1e-11) << n_x << ' ' << n_y << ' ' << children << ' ' << joint.points;
    }
}

TEST(AccelerationFactor, TakesTheGeneralWayWhereABodyHasNoMass) {
  for (const int n : {3, 30}) {
    Saddle s = random_chain(n, 0);
    s.M.value[1] = 0;  // y of the first body, which its joint holds
    AccelerationFactor factor(s.M, s.G);
    ASSERT_FALSE(factor.factor(s.M, s.G));
    Vector x = s.b, y = s.c;
    factor.solve(x, y);
    EXPECT_LE(residual(s, x, y), 1e-10) << n;
  }
}

TEST(AccelerationFactor, NamesAMissingPivotOfASingularMatrix) {
  for (const int n : {3, 30}) {
    Saddle s = random_chain(n, 0);
    for (int j = 0; j < s.G.cols; ++j)  // row 1 vanishes
      for (int k = s.G.start[j]; k < s.G.start[j + 1]; ++k)
        if (s.G.row[k] == 1) s.G.value[k] = 0;
    AccelerationFactor factor(s.M, s.G);
    EXPECT_TRUE(factor.factor(s.M, s.G)) << n;
  }
}

TEST(BodyGraph, FindsTheLinksOfAChainFromThePatterns) {
  const Saddle s = random_chain(20, 0);
  const std::vector<int> group = grouped_velocities(s.M, s.G);
  for (int j = 0; j < 60; ++j) EXPECT_EQ(group[j], j / 3);
  const auto graph = BodyGraph::find(s.M, s.G);
  ASSERT_TRUE(graph);
  EXPECT_TRUE(graph->loop_rows.empty());
  for (std::size_t k = 0; k < graph->bodies.size(); ++k) {
    const int parent = graph->bodies[k].parent;
    if (parent >= 0) {
      EXPECT_GT(parent, static_cast<int>(k)) << "children come before their parents";
    }
  }
}

/// Rows and matrices are evaluated by other functions than accelerations.
TEST(Accelerations, OfEveryKindOfSystemSatisfyItsRows) {
  for (const Kind& k : all_kinds()) {
    const InitialState x = consistent_initial_state(*k.system, 0.1, k.q, k.v, k.s);
    const auto evaluator = k.system->make_evaluator();
    Vector a(x.v.size()), lambda(x.lambda.size()), qdot(x.q.size()), sdot(x.s.size());
    const Motion at{.t = 0.1, .q = x.q, .v = x.v, .s = x.s};
    ASSERT_FALSE(
        evaluator->accelerations(at, {.kinematics = qdot, .a = a, .lambda = lambda, .internal = sdot}));
    Vector kinematics = qdot, dynamics = a, acceleration = lambda, internal = sdot;
    evaluator->rows(
        {.t = 0.1, .q = x.q, .v = x.v, .a = a, .lambda = lambda, .s = x.s},
        {.kinematics = kinematics, .dynamics = dynamics, .internal = internal, .acceleration = acceleration});
    const double scale = 1 + a.cwiseAbs().maxCoeff() + (lambda.size() > 0 ? lambda.cwiseAbs().maxCoeff() : 0);
    EXPECT_LE(dynamics.cwiseAbs().maxCoeff(), 1e-12 * scale) << k.name;
    if (lambda.size() > 0) {
      EXPECT_LE(acceleration.cwiseAbs().maxCoeff(), 1e-11 * scale) << k.name;
    }
    EXPECT_EQ(kinematics, qdot) << k.name;
    EXPECT_EQ(internal, sdot) << k.name;
    GeneralAccelerations general(*evaluator);
    Vector other_a = a, other_lambda = lambda;
    ASSERT_FALSE(general.find(*evaluator, at, {.a = other_a, .lambda = other_lambda}));
    EXPECT_LE((other_a - a).norm(), 1e-11 * scale) << k.name;
    EXPECT_LE((other_lambda - lambda).norm(), 1e-11 * scale) << k.name;
  }
}

}  // namespace acceleration_factor_test
}  // namespace pleuel
