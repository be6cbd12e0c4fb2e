// Constraints that repeat or contradict each other.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/problem/problem_catalogue.hpp"
#include "support/run_system.hpp"

namespace pleuel::testing {
namespace redundant_constraints_test {

Kind parallelogram(const Settings& settings) {
  for (const Problem& p : problem_catalogue())
    if (p.name == "parallelogram") {
      const Case c = p.build(OptionValues(p.options, settings));
      return {p.name, c.system, c.q0, c.v0, c.s0, c.t_end};
    }
  throw std::logic_error("there is no parallelogram");
}

FixedMatrix matrix(const Matrix& dense) {
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < dense.rows(); ++i)
    for (int j = 0; j < dense.cols(); ++j)
      if (dense(i, j) != 0) entries.emplace_back(i, j);
  FixedMatrix result(static_cast<int>(dense.rows()), static_cast<int>(dense.cols()), entries);
  for (const auto& [i, j] : entries) result.value[result.slot(i, j)] = dense(i, j);
  return result;
}

TEST(ConstraintRank, NamesTheRowsThatADependentRowIsMadeOf) {
  // Row 3 = 2 · row 0 − row 2; row 1 has no part in it.
  const ConstraintRank rank =
      constraint_rank(matrix(Matrix{{1, 0, 2, 0}, {0, 5, 0, 1}, {0, 0, 1, 1}, {2, 0, 3, -1}}));
  ASSERT_EQ(rank.dependent.size(), 1u);
  ASSERT_EQ(rank.independent.size(), 3u);
  std::vector<int> involved = rank.dependent[0].of;
  involved.push_back(rank.dependent[0].row);
  std::sort(involved.begin(), involved.end());
  EXPECT_EQ(involved, (std::vector<int>{0, 2, 3}));
}

TEST(ConstraintRank, OfALargeSparseMatrixFindsOneRepeatedRowAmongHundreds) {
  // A chain of 300 links, 900 columns, and joint 77 once more, scaled.
  const Kind k = chain(300, 1);
  const auto evaluator = k.system->make_evaluator();
  MotionMatrices m = evaluator->matrices({});
  evaluator->configuration_matrices(0, k.q, m);
  EXPECT_TRUE(constraint_rank(m.G).is_full());
  std::vector<std::pair<int, int>> entries;
  FixedMatrix rows = m.G.transposed();
  for (int j = 0; j < m.G.cols; ++j)
    for (int e = m.G.start[j]; e < m.G.start[j + 1]; ++e) entries.emplace_back(m.G.row[e], j);
  for (int e = rows.start[154]; e < rows.start[155]; ++e) entries.emplace_back(600, rows.row[e]);
  FixedMatrix more(601, 900, entries);
  for (int j = 0; j < m.G.cols; ++j)
    for (int e = m.G.start[j]; e < m.G.start[j + 1]; ++e) more.value[more.slot(m.G.row[e], j)] = m.G.value[e];
  for (int e = rows.start[154]; e < rows.start[155]; ++e)
    more.value[more.slot(600, rows.row[e])] = -3 * rows.value[e];
  const ConstraintRank rank = constraint_rank(more);
  ASSERT_EQ(rank.dependent.size(), 1u);
  ASSERT_EQ(rank.dependent[0].of.size(), 1u);
  EXPECT_EQ(rank.dependent[0].row + rank.dependent[0].of[0], 154 + 600);
}

TEST(RedundantConstraints, AreRefusedByNameWithTheOptionThatTakesThem) {
  const Kind k = parallelogram({});
  try {
    consistent_initial_state(*k.system, 0, k.q, k.v, k.s);
    FAIL() << "twelve constraints of rank eleven were taken";
  } catch (const RedundantConstraints& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("pin"), std::string::npos) << text;
    EXPECT_NE(text.find("repeats"), std::string::npos) << text;
    EXPECT_NE(text.find("redundant=minimum-norm"), std::string::npos) << text;
    EXPECT_EQ(error.faults().size(), 1u);
  }
}

TEST(RedundantConstraints, ThatContradictEachOtherAreToldApartByName) {
  const Kind k = parallelogram({{"shift", "0.03"}});
  try {
    consistent_initial_state(*k.system, 0, k.q, k.v, k.s);
    FAIL() << "a crank that does not fit was taken";
  } catch (const ContradictoryConstraints& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("pin"), std::string::npos) << text;
    EXPECT_NE(text.find("position level"), std::string::npos) << text;
  }
}

/// Two guides for one point, x = 0 and 2 x = offset + speed · t.
struct TwoGuides {
  double offset = 0, speed = 0;

  SystemInfo info() const {
    SystemInfo info;
    info.name = "two guides";
    info.add_coordinate("x", "m");
    info.add_coordinate("y", "m");
    info.add_constraint("first guide", "N");
    info.add_constraint("second guide", "N");
    return info;
  }
  void mass(const auto&, auto&& M) const {
    M.add(0, 0, 1.0);
    M.add(1, 1, 1.0);
  }
  void force(const auto&, const auto&, auto&& f) const { f[1] = -1.0; }
  void constraint(const auto& x, auto&& g) const {
    g[0] = x.q[0];
    g[1] = 2.0 * x.q[0] - offset - speed * x.t;
  }
};

TEST(RedundantConstraints, ThatContradictEachOtherAreToldWithTheSizeOfTheGap) {
  const Vector rest = Vector::Zero(2);
  try {
    consistent_initial_state(*make_system(TwoGuides{.offset = 0.04}), 0, rest, rest, Vector());
    FAIL() << "a point lies on two lines that do not meet";
  } catch (const ContradictoryConstraints& error) {
    // Where the first holds the second is off by −0.04; where the second holds the first is off by
    // 0.02.
    const std::string text = error.what();
    EXPECT_TRUE(text.find("'second guide' is off by -0.04 at position level") != std::string::npos ||
                text.find("'first guide' is off by 0.02 at position level") != std::string::npos)
        << text;
  }
}

TEST(RedundantConstraints, ThatDisagreeInTheirRatesContradictEachOtherAtVelocityLevel) {
  const Vector rest = Vector::Zero(2);
  try {
    consistent_initial_state(*make_system(TwoGuides{.speed = 0.2}), 0, rest, rest, Vector());
    FAIL() << "a point follows two guides that part";
  } catch (const ContradictoryConstraints& error) {
    EXPECT_NE(std::string(error.what()).find("velocity level"), std::string::npos) << error.what();
  }
}

TEST(MinimumNorm, RecoversTheLeastReactionsThatMakeUpTheSameForces) {
  const Kind k = parallelogram({{"angle", "0.7"}});
  ConstraintChoice choice(k.system);
  const InitialState x = minimum_norm_initial_state(choice, 0, k.q, k.v, k.s);
  EXPECT_EQ(choice.rank().independent.size(), 11u);
  const auto evaluator = k.system->make_evaluator();
  MotionMatrices m = evaluator->matrices({});
  evaluator->configuration_matrices(0, x.q, m);
  Vector dynamics(12);
  evaluator->rows({.t = 0, .q = x.q, .v = x.v, .a = x.a, .lambda = x.lambda, .s = x.s},
                  {.dynamics = dynamics});
  EXPECT_LE(dynamics.cwiseAbs().maxCoeff(), 1e-11);
  // λ of least norm is orthogonal to the null space of Gᵀ: it is G⁺ᵀ(Gᵀλ).
  const Matrix Gt = m.G.dense().transpose();
  const Vector least = least_squares(Gt, Vector(Gt * x.lambda));
  EXPECT_LE((least - x.lambda).norm(), 1e-11 * x.lambda.norm());
}

TEST(SelectedConstraints, GiveTheMotionOfThePendulumThatThePlatformIs) {
  // From 0.7 rad in every formulation, not near a flat position: φ̈ = −Ω² sin φ keeps ½ φ̇² − Ω²
  // cos φ, and all cranks stay parallel.
  const Kind whole = parallelogram({{"angle", "0.7"}});
  ConstraintChoice choice(whole.system);
  const InitialState x = minimum_norm_initial_state(choice, 0, whole.q, whole.v, whole.s);
  const Kind k{"chosen", choice.selected(), x.q, x.v, x.s, 1.0};
  constexpr double tolerance = 1e-8, squared = 9.81 * 2.75 / 2.5;
  for (const Formulation& f : motion_formulations()) {
    SystemRun run(k, f.name, tolerance, 1.0);
    ASSERT_TRUE(run.finish()) << f.name;
    const Motion end = run.end();
    const double phi = end.q[2], rate = end.v[2];
    EXPECT_NEAR(0.5 * rate * rate - squared * std::cos(phi), -squared * std::cos(0.7),
                (f.name == "ori2" ? 1e4 : 100) * tolerance * squared)
        << f.name;
    for (const int i : {5, 8}) EXPECT_NEAR(end.q[i], phi, 100 * tolerance) << f.name;
    EXPECT_NEAR(end.q[11], 0, 100 * tolerance) << f.name;
    EXPECT_GT(std::abs(phi - 0.7), 0.5) << f.name;
  }
}

}  // namespace redundant_constraints_test
}  // namespace pleuel::testing
