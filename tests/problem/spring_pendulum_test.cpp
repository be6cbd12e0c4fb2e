#include "pleuel/problem/spring_pendulum.hpp"

#include <cmath>

#include "pleuel/problem/spring_pendulum_equations.hpp"
#include "problem/extrapolation.hpp"
#include "problem/mechanics_laws.hpp"

namespace pleuel {
namespace spring_pendulum_test {

using namespace pleuel::testing;

Case case_with(const Problem& problem, const Settings& settings) {
  return problem.build(OptionValues(problem.options, settings));
}

TEST(SpringPendulumEquations, AllLoadsAreInTheEnergy) {
  const Plain system{SpringPendulumEquations{}};
  const Vector q{{0.6, -0.9}}, v{{0.8, 0.6}};
  EXPECT_LE(loads_beyond_energy(system, 0, q, v).norm(), rounding(100));
  expect_power_balance(system, 0, q, v);
}

// (4.3c, d, e) with the printed signs, at a point where each term counts.
TEST(SpringPendulumEquations, AreThePrintedOnes) {
  const Plain system{SpringPendulumEquations{.epsilon_squared = 0.01}};
  const Vector q{{0.9, 1.2}};  // r = 1.5
  const double lambda = (1.5 - 1) / 1.5 / 0.01;
  const Vector f = system.force(0.0, q, Vector(Vector::Zero(2)));
  EXPECT_NEAR(f[0], -0.9 * lambda, rounding(100));
  EXPECT_NEAR(f[1], -1.2 * lambda + 1.0, rounding(100));
}

// The text says gravity acts along −y, (4.3d) has it along +y.
TEST(StiffPendulumCase, PrintedGravityActsUpwardsAndDownIsItsMirrorImage) {
  const Case printed = case_with(stiff_pendulum_problem(), {});
  const Case down = case_with(stiff_pendulum_problem(), {{"gravity", "down"}});
  const auto vertical_load = [](const Case& c) {
    Vector rows(2), zero = Vector::Zero(2);
    const auto evaluator = c.system->make_evaluator();
    evaluator->rows({.t = 0, .q = view(c.q0), .v = view(c.v0), .a = view(zero)}, {.dynamics = view(rows)});
    return -rows[1];
  };
  EXPECT_DOUBLE_EQ(vertical_load(printed), 1);
  EXPECT_DOUBLE_EQ(vertical_load(down), -1);
  const Vector up = printed.reference(5)->y, mirrored = down.reference(5)->y;
  EXPECT_GT(up[1], 0.7);
  for (const int i : {0, 2, 4}) EXPECT_EQ(mirrored[i], up[i]);
  for (const int i : {1, 3, 5}) EXPECT_EQ(mirrored[i], -up[i]);
}

// Rounding, 1e-16 a step, is amplified by 1/ε ≈ 30 and by the growth of a phase error over 25
// oscillations.
TEST(SpringPendulumReference, IsReachedByExtrapolationStiffAndSoft) {
  for (const Problem& problem : {stiff_pendulum_problem(), spring_pendulum_problem()}) {
    for (const char* gravity : {"printed", "down"}) {
      const Case start = case_with(problem, {{"gravity", gravity}});
      const double epsilon_squared = problem.name == "stiff-pendulum" ? 1e-3 : 0.05;
      const Plain system{SpringPendulumEquations{.epsilon_squared = epsilon_squared,
                                                 .g = gravity == std::string("down") ? -1.0 : 1.0}};
      const Vector y = integrate_index_1(system, start.q0, start.v0, start.t_end, 800);
      const auto reference = start.reference(start.t_end);
      ASSERT_TRUE(reference);
      for (int i = 0; i < 4; ++i) EXPECT_NEAR(y[i], reference->y[i], 1e-12) << problem.name << i;
      const Vector a = system.force(0.0, Vector(y.head(2)), Vector(y.tail(2)));
      for (int i = 0; i < 2; ++i) EXPECT_NEAR(a[i], reference->y[4 + i], 1e-9);
    }
  }
}

TEST(SpringPendulumReference, AgreesWithDigitsComputedElsewhere) {
  const double end[] = {-0.6328209748469066, 0.733637925216844, -0.9986548695837768, 3.082235821594283};
  for (int i = 0; i < 4; ++i)
    EXPECT_NEAR(case_with(stiff_pendulum_problem(), {}).reference(5)->y[i], end[i], 3e-12);
}

TEST(SpringPendulumCase, IsTheStiffOneWithAnotherSpring) {
  const Case stiff = case_with(stiff_pendulum_problem(), {});
  const Case made_stiff = case_with(spring_pendulum_problem(), {{"epsilon2", "1e-3"}});
  EXPECT_EQ(stiff.reference(5)->y, made_stiff.reference(5)->y);
  EXPECT_EQ(stiff.q0, made_stiff.q0);
  EXPECT_FALSE(case_with(spring_pendulum_problem(), {}).reference(5));
  EXPECT_FALSE(stiff.reference(4));
  EXPECT_EQ(stiff.system->info().n_lambda(), 0);
}

}  // namespace spring_pendulum_test
}  // namespace pleuel
