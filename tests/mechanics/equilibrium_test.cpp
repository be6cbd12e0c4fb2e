// Equilibria with their stability.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/mechanics/analysis/statics.hpp"
#include "pleuel/problem/parallelogram_equations.hpp"
#include "pleuel/problem/spring_pendulum_equations.hpp"
#include "support/systems.hpp"

namespace pleuel::testing {
namespace equilibrium_test {

TEST(Equilibrium, OfAPendulumIsStableBelowAndUnstableAbove) {
  const BarePendulum p;
  const Equilibrium below = find_equilibrium(make_system(p), 0, Vector{{0.6 * p.L, 0.8 * p.L}}, Vector());
  EXPECT_NEAR(below.state.q[1], -p.L, 1e-12);
  EXPECT_EQ(below.stability, Stability::stable);
  EXPECT_EQ(below.states, StatesAtRest::none);
  EXPECT_LT(below.force_residual, 1e-12 * below.force_scale);
  EXPECT_NEAR(below.force_scale, p.m * p.gravity, 1e-12);
  EXPECT_LT(below.constraint_residual, 1e-14);
  EXPECT_GT(below.state.iterations, 1);
  const Equilibrium above = find_equilibrium(make_system(p), 0, Vector{{0.0, p.L}}, Vector());
  EXPECT_NEAR(above.state.q[1], p.L, 1e-12);
  EXPECT_EQ(above.stability, Stability::unstable);
}

TEST(Equilibrium, OfASpringPendulumHasTheModesOfTheSpringAndOfThePendulum) {
  const SpringPendulumEquations p;
  const Equilibrium e = find_equilibrium(make_system(p), 0, Vector{{0.5, 0.9}}, Vector());
  const double length = 1 + p.epsilon_squared * p.g;
  EXPECT_NEAR(e.state.q[1], length, 1e-12);
  ASSERT_TRUE(e.modes.has_value());
  ASSERT_EQ(e.modes->modes.size(), 2u);
  EXPECT_NEAR(e.modes->modes[0].omega(), std::sqrt(p.g / length), 1e-10);
  EXPECT_NEAR(e.modes->modes[1].omega(), std::sqrt(1 / p.epsilon_squared), 1e-10);
}

/// A standard linear solid under a force F: with the dashpot at rest only k₁ holds it.
struct Solid {
  double k1 = 30, k = 7000, d = 40, F = 12;
  SystemInfo info() const {
    SystemInfo info;
    info.name = "solid";
    info.add_coordinate("x", "m");
    info.add_state("s", "m");
    info.has_statics = true;
    return info;
  }
  void mass(const auto&, auto&& M) const { M.add(0, 0, 1.0); }
  void force(const auto& x, const auto&, const auto& s, auto&& f) const {
    f[0] = F - k1 * x.q[0] - k * (x.q[0] - s[0]);
  }
  void internal(const auto& x, const auto&, const auto& s, auto&& rate) const {
    rate[0] = k * (x.q[0] - s[0]) / d;
  }
};

TEST(Equilibrium, LetsInternalStatesComeToRest) {
  const Solid solid;
  const Equilibrium e = find_equilibrium(make_system(solid), 0, Vector{{0.0}}, Vector{{0.0}});
  EXPECT_EQ(e.states, StatesAtRest::at_rest);
  EXPECT_EQ(e.why_held, "");
  EXPECT_NEAR(e.state.q[0], solid.F / solid.k1, 1e-13);
  EXPECT_NEAR(e.state.s[0], solid.F / solid.k1, 1e-13);
  EXPECT_LT(e.largest_rate, 1e-10);
  EXPECT_EQ(e.stability, Stability::stable);
}

/// The dashpot alone: it flows as long as the force lasts.
struct Fluid : Solid {
  void force(const auto& x, const auto&, const auto& s, auto&& f) const { f[0] = F - k * (x.q[0] - s[0]); }
};

TEST(Equilibrium, OfAFluidIsHeldAndSaysWhyAndWhatWouldCreep) {
  const Fluid fluid;
  const Equilibrium e = find_equilibrium(make_system(fluid), 0, Vector{{0.0}}, Vector{{0.1}});
  EXPECT_EQ(e.states, StatesAtRest::held);
  EXPECT_NE(e.why_held.find("singular"), std::string::npos) << e.why_held;  // K and σ_s cancel
  EXPECT_EQ(e.state.s[0], 0.1);
  EXPECT_NEAR(e.state.q[0], 0.1 + fluid.F / fluid.k, 1e-13);
  EXPECT_NEAR(e.largest_rate, fluid.F / fluid.d, 1e-12);
  EXPECT_EQ(e.worst_rate, "s");
}

struct StaticParallelogram : ParallelogramEquations {
  SystemInfo info() const {
    SystemInfo info = ParallelogramEquations::info();
    info.has_statics = true;
    return info;
  }
};

TEST(Equilibrium, WithConstraintsThatRepeatOthersHasTheirLeastReactions) {
  const StaticParallelogram p;
  Vector q(12);
  for (int i = 0; i < 3; ++i)
    q.segment(3 * i, 3) << p.pivot_x(i) + 0.5 * p.l * std::sin(0.5), p.pivot_y(i) - 0.5 * p.l * std::cos(0.5),
        0.5;
  q.tail(3) << 0, 0, 0;
  const auto system = make_system(p);
  const auto evaluator = system->make_evaluator();
  Vector g(12);
  evaluator->rows({.t = 0, .q = q}, {.position = g});
  q[9] += g[6];
  q[10] += g[7];
  const Equilibrium e = find_equilibrium(system, 0, q, Vector());
  EXPECT_NEAR(e.state.q[2], 0, 1e-10);  // the cranks hang
  EXPECT_LT(e.constraint_residual, 1e-10);
  EXPECT_LT(e.force_residual, 1e-9 * e.force_scale);
  EXPECT_EQ(e.stability, Stability::stable);
  ASSERT_TRUE(e.modes.has_value());
  EXPECT_NEAR(e.modes->modes[0].omega(), std::sqrt(p.frequency_squared()), 1e-8);
  // The pins of the ground carry all the weight.
  EXPECT_NEAR(std::abs(e.state.lambda[1] + e.state.lambda[3] + e.state.lambda[5]),
              (p.platform + 3 * p.crank) * p.g, 1e-8);
}

/// Nothing holds it.
struct Falling {
  SystemInfo info() const {
    SystemInfo info;
    info.name = "falling";
    info.add_coordinate("height", "m");
    info.has_statics = true;
    return info;
  }
  void mass(const auto&, auto&& M) const { M.add(0, 0, 1.0); }
  void force(const auto&, const auto&, auto&& f) const { f[0] = -9.81; }
};

TEST(Equilibrium, OfAFallingBodyIsRefusedWithTheCoordinateByName) {
  try {
    (void)find_equilibrium(make_system(Falling()), 0, Vector{{0.0}}, Vector());
    FAIL() << "it does not rest";
  } catch (const NoConsistentState& error) {
    EXPECT_NE(std::string(error.what()).find("'height'"), std::string::npos) << error.what();
  }
}

TEST(Equilibrium, OfASystemWithoutStaticsIsRefused) {
  EXPECT_THROW((void)find_equilibrium(make_system(Oscillator()), 0, Vector{{0.0, 0.0}}, Vector()),
               InvalidInput);
}

/// √s² has no derivative at s = 0: its block of the matrix has no inverse.
struct CornerState : Solid {
  void internal(const auto&, const auto&, const auto& s, auto&& rate) const { rate[0] = sqrt(s[0] * s[0]); }
};

TEST(Equilibrium, AStateWhoseBlockIsSingularIsNamed) {
  try {
    (void)find_equilibrium(make_system(CornerState{}), 0, Vector{{0.0}}, Vector{{0.0}});
    FAIL() << "found";
  } catch (const NoConsistentState& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("internal state 's'"), std::string::npos) << text;
  }
}

}  // namespace equilibrium_test
}  // namespace pleuel::testing
