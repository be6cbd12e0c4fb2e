// The mechanisms with a massless link, with an internal state, and the chain.
#include <cmath>

#include "literature/radau5_run.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/mechanics/system_from.hpp"
#include "pleuel/problem/chain.hpp"
#include "pleuel/problem/chain_equations.hpp"
#include "pleuel/problem/massless_link.hpp"
#include "pleuel/problem/massless_link_equations.hpp"
#include "pleuel/problem/maxwell_pendulum.hpp"
#include "pleuel/problem/maxwell_pendulum_equations.hpp"
#include "problem/mechanics_laws.hpp"

namespace pleuel {
namespace small_mechanisms_test {

using namespace pleuel::testing;

Case case_with(const Problem& problem, const Settings& settings) {
  return problem.build(OptionValues(problem.options, settings));
}

// ---- massless link

const Vector link_q{{0.3, 0.1, -0.4, 0.7, 0.8, -0.9}};
const Vector link_v{{0.4, -1.1, 0.6, 1.7, 0.2, -0.5}};

TEST(MasslessLinkEquations, ConstraintLevelsAreDerivativesOfTheFirst) {
  expect_three_consistent_levels(Plain{MasslessLinkEquations{}}, 0, link_q, link_v);
}

TEST(MasslessLinkEquations, BalanceTheirPower) {
  const Plain system{MasslessLinkEquations{.k = 7}};
  EXPECT_LE(loads_beyond_energy(system, 0, link_q, link_v).norm(), rounding(10));
  expect_power_balance(system, 0, link_q, on_velocity_level(system, 0, link_q, link_v));
}

TEST(MasslessLinkEquations, HaveASingularMassButARegularSaddleMatrixAtEveryAngle) {
  const Plain system{MasslessLinkEquations{}};
  for (int i = 0; i < 24; ++i) {
    Vector q = link_q;
    q[3] = i * 0.2617993877991494;
    Matrix A = Matrix::Zero(10, 10);
    A.topLeftCorner(6, 6) = system.mass(0.0, q);
    A.bottomLeftCorner(4, 6) = system.jacobian(0.0, q);
    A.topRightCorner(6, 4) = system.jacobian(0.0, q).transpose();
    EXPECT_EQ(rank_of(system.mass(0.0, q)), 3);
    EXPECT_GE(singular_values(A)[9], 0.1) << q[3];
  }
}

// Lagrange's equation of the pendulum on a cart: (m_c + m_b sin²φ) l φ̈ = −(m_c + m_b) g sin φ −
// m_b l φ̇² sin φ cos φ.
TEST(MasslessLinkEquations, MoveAsThePendulumOnACart) {
  const MasslessLinkEquations e;
  const Plain system{e};
  const double phi = 0.7, rate = 1.7, X_rate = 0.4;
  const double s = std::sin(phi), c = std::cos(phi);
  const Vector q{{0, 0.5 * s, -0.5 * c, phi, s, -c}};
  const Vector v{{X_rate, X_rate + 0.5 * c * rate, 0.5 * s * rate, rate, X_rate + c * rate, s * rate}};
  EXPECT_LE(system.constraint(0.0, q).norm() + system.rate(0.0, q, v).norm(), 1e-15);
  const Vector a = system.accelerations_and_multipliers(0, q, v);
  EXPECT_NEAR(a[3], (-(e.cart + e.bob) * e.g * s - e.bob * rate * rate * s * c) / (e.cart + e.bob * s * s),
              1e-13);
  EXPECT_NEAR(e.cart * a[0] + e.bob * a[4], 0, 1e-13);
  EXPECT_NEAR(a[6 + 2] * c + a[6 + 3] * s, 0, 1e-13);  // the link's force lies along d = (s, −c)
  EXPECT_NEAR(a[6] + a[8], 0, 1e-13);
  EXPECT_NEAR(a[7] + a[9], 0, 1e-13);
}

TEST(MasslessLinkCase, KeepsItsHorizontalMomentum) {
  const RunResult result = complete_run(radau5_request("massless-link", "ggl1", 1e-8));
  EXPECT_NEAR(2 * result.y[6] + result.y[10], 0, 1e-7);
  EXPECT_GE(std::abs(result.y[6]), 1e-3);
}

// ---- Maxwell pendulum

TEST(MaxwellPendulumEquations, EnergyFallsByTheHeatOfTheDashpot) {
  const MaxwellPendulumEquations e;
  const auto system = make_system(e);
  const auto evaluator = system->make_evaluator();
  const Vector q{{0.6, -0.8}}, v{{1.6, 1.2}}, s{{0.4}};
  const InitialState state = consistent_initial_state(*system, 0, view(q), view(v), view(s));
  const Motion at{.t = 0,
                  .q = view(state.q),
                  .v = view(state.v),
                  .a = view(state.a),
                  .lambda = view(state.lambda),
                  .s = view(s)};
  Vector rate(1);
  evaluator->rows(at, {.internal = view(rate)});
  const auto energy_at = [&](double tau) {
    const Vector q1 = q + tau * v + 0.5 * tau * tau * state.a, v1 = v + tau * state.a, s1 = s + tau * rate;
    return evaluator->energy({.t = 0, .q = view(q1), .v = view(v1), .s = view(s1)}).total();
  };
  const double h = 1e-4;  // truncation h²/6 |E'''| ≲ 1e-6
  const Power power = evaluator->power(at);
  EXPECT_NEAR((energy_at(h) - energy_at(-h)) / (2 * h), -power.dissipated, 1e-5);
  EXPECT_NEAR(power.dissipated, e.d * rate[0] * rate[0], 1e-12);
  EXPECT_GE(power.dissipated, 1);
  EXPECT_EQ(power.supplied, 0);
}

TEST(MaxwellPendulumEquations, NeverGiveHeatBack) {
  const auto system = make_system(MaxwellPendulumEquations{});
  const auto evaluator = system->make_evaluator();
  for (int i = 0; i < 50; ++i) {
    const Vector q{{std::sin(i), std::cos(i)}}, v{{std::sin(3 * i), std::cos(5 * i)}},
        s{{2 * std::sin(7 * i)}};
    EXPECT_GE(evaluator->power({.t = 0, .q = view(q), .v = view(v), .s = view(s)}).dissipated, 0);
  }
}

// Of E₀ = 0 most is lost: the balance holds only if the heat is counted.
TEST(MaxwellPendulumCase, ComesToRestAndAccountsForAllHeat) {
  RunRequest request = radau5_request("maxwell-pendulum", "ggl1", 1e-8);
  request.until = 60;
  const RunResult result = complete_run(request);
  EXPECT_LE(std::abs(result.energy_drift), 1e-6);
  EXPECT_NEAR(result.y[1], -1, 1e-3);
  EXPECT_NEAR(result.y[2], 0, 1e-2);
}

TEST(MaxwellPendulumCase, StartsWithoutTension) {
  const Case start = case_with(maxwell_pendulum_problem(), {});
  Vector rate(1);
  start.system->make_evaluator()->rows(
      {.t = 0, .q = view(start.q0), .v = view(start.v0), .s = view(start.s0)}, {.internal = view(rate)});
  EXPECT_EQ(rate[0], 0);
}

// ---- chain

TEST(ChainEquations, ConstraintLevelsAreDerivativesOfTheFirst) {
  const Vector q = Vector::LinSpaced(12, -1.3, 0.9), v = Vector::LinSpaced(12, 2, -0.4);
  const Plain system{ChainEquations{.n = 4, .l = 0.7}};
  expect_three_consistent_levels(system, 0, q, v);
  EXPECT_LE(loads_beyond_energy(system, 0, q, v).norm(), rounding(10));
  expect_power_balance(system, 0, q, on_velocity_level(system, 0, q, v));
}

TEST(ChainCase, OfOneLinkIsThePhysicalPendulum) {
  const Plain system{ChainEquations{.n = 1, .m = 1, .l = 1}};
  const Case start = case_with(chain_problem(), {{"links", "1"}});
  const Vector a = system.accelerations_and_multipliers(0, start.q0, start.v0);
  EXPECT_NEAR(a[2], -1.5 * 9.81 * std::sin(0.5), 1e-12);
}

TEST(ChainCase, StartsConsistentlyAndNamesItsLinks) {
  const Case start = case_with(chain_problem(), {{"links", "25"}});
  const SystemInfo& info = start.system->info();
  EXPECT_EQ(info.n_q(), 75);
  EXPECT_EQ(info.n_lambda(), 50);
  EXPECT_EQ(info.q[0].name, "x1");
  EXPECT_EQ(info.q[74].name, "phi25");
  EXPECT_EQ(start.outputs, (std::vector<std::string>{"x25", "y25", "phi25"}));
  const Plain system{ChainEquations{.n = 25, .l = 1.0 / 25}};
  EXPECT_LE(system.constraint(0.0, start.q0).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(ChainCase, RefusesAFractionOfALink) {
  EXPECT_THROW(case_with(chain_problem(), {{"links", "2.5"}}), InvalidInput);
  EXPECT_THROW(case_with(chain_problem(), {{"links", "0"}}), InvalidInput);
  EXPECT_THROW(case_with(chain_problem(), {{"links", "100001"}}), InvalidInput);
}

TEST(ChainCase, HasMatricesThatGrowLikeTheNumberOfLinks) {
  const auto entries = [](const char* links) {
    const auto system = case_with(chain_problem(), {{"links", links}}).system;
    const MotionMatrices m =
        system->make_evaluator()->matrices({.position = true, .velocity = true, .acceleration = true});
    return std::array<int, 4>{m.G.n_entries(), m.dynamics_q.n_entries(), m.velocity_q.n_entries(),
                              m.acceleration_q.n_entries()};
  };
  const auto small = entries("100"), large = entries("10000");
  for (int i = 0; i < 4; ++i) {
    EXPECT_GT(small[i], 0);
    EXPECT_LE(large[i], 102 * small[i]);
  }
}

}  // namespace small_mechanisms_test
}  // namespace pleuel
