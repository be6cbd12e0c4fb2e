// Independence of constraints, joint by joint.
#include "pleuel/mechanics/tree_rank.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/mechanics/constraint_sine.hpp"
#include "pleuel/mechanics/system_from.hpp"
#include "pleuel/problem/chain_equations.hpp"

namespace pleuel {
namespace tree_rank_test {

/// Bodies with three velocities in a chain, joined by two rows each; `is_closed`: one more row
/// binds the last body to the ground.
struct Rows {
  FixedMatrix M, G;
  Vector mass, length;
};
Rows chain_rows(int n, bool is_closed) {
  std::vector<std::pair<int, int>> m, g;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) m.emplace_back(3 * i + k, 3 * i + k);
    for (int r = 0; r < 2; ++r)
      for (const int body : {i, i - 1})
        if (body >= 0)
          for (const int k : {r, 2}) g.emplace_back(2 * i + r, 3 * body + k);
  }
  if (is_closed) g.emplace_back(2 * n, 3 * n - 3);
  const int n_rows = 2 * n + is_closed;
  Rows rows{FixedMatrix(3 * n, 3 * n, m), FixedMatrix(n_rows, 3 * n, g), Vector::Ones(3 * n),
            Vector::Ones(n_rows)};
  rows.M.value.assign(rows.M.value.size(), 1.0);
  return rows;
}

TEST(TreeRank, IsNotDefinedForLoops) {
  const Rows open = chain_rows(4, false), closed = chain_rows(4, true);
  EXPECT_TRUE(TreeRank::find(open.M, open.G));
  EXPECT_FALSE(TreeRank::find(closed.M, closed.G));
}

/// Spherical joints: x, y and z take part in one row each, the rotations that follow in all.
TEST(TreeRank, FindsBodiesInSpaceByTheirRotations) {
  constexpr int n = 5;
  std::vector<std::pair<int, int>> m, g;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 6; ++k) m.emplace_back(6 * i + k, 6 * i + k);
    for (int r = 0; r < 3; ++r)
      for (const int body : {i, i - 1})
        if (body >= 0)
          for (const int k : {r, 3, 4, 5}) g.emplace_back(3 * i + r, 6 * body + k);
  }
  const FixedMatrix M(6 * n, 6 * n, m), G(3 * n, 6 * n, g);
  const std::vector<int> group = grouped_velocities(M, G);
  for (int j = 0; j < 6 * n; ++j) EXPECT_EQ(group[j], j / 6);
  EXPECT_TRUE(TreeRank::find(M, G));
}

/// Joints with the orthogonal rows (1, 0, cos α) and (0, sin α, 0) of the child.
TEST(TreeRank, IsTheSmallestSineOfAJointInTheVelocitiesOfItsChild) {
  Rows x = chain_rows(5, false);
  auto rank = TreeRank::find(x.M, x.G);
  ASSERT_TRUE(rank);
  for (const double alpha : {1.0, 0.1, 1e-6, 0.0}) {
    for (double& value : x.G.value) value = 0.3;
    for (int i = 0; i < 5; ++i) {
      const double a = i == 3 ? alpha : 1.5;
      x.G.value[x.G.slot(2 * i, 3 * i)] = 1;
      x.G.value[x.G.slot(2 * i, 3 * i + 2)] = std::cos(a);
      x.G.value[x.G.slot(2 * i + 1, 3 * i + 1)] = std::sin(a);
      x.G.value[x.G.slot(2 * i + 1, 3 * i + 2)] = 0;
    }
    EXPECT_NEAR(rank->smallest_sine(x.G, view(x.mass), view(x.length)), std::sin(alpha), 1e-15);
  }
}

/// In a long chain that is straight, σ is small although no joint is near a loss of rank.
TEST(TreeRank, DoesNotShrinkWithTheLengthOfAChain) {
  double sine_of_ten = 0;
  for (const int n : {10, 80}) {
    const auto system = make_system(ChainEquations{.n = n});
    ConstraintSine sine(*system);
    ASSERT_TRUE(sine.is_tree());
    const Vector q = Vector::Zero(system->info().n_q());
    const double sigma = sine.at(0, view(q), 20), tree = sine.tree_sine(0, view(q));
    EXPECT_GT(tree, 0.3) << n;
    if (n == 10)
      sine_of_ten = sigma;
    else
      EXPECT_LT(sigma, 0.3 * sine_of_ten);
  }
}

}  // namespace tree_rank_test
}  // namespace pleuel
