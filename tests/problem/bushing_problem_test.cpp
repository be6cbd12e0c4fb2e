#include "pleuel/problem/bushing_problem.hpp"

#include <cmath>
#include <numbers>

#include "pleuel/problem/bushing_equations.hpp"
#include "problem/extrapolation.hpp"
#include "problem/mechanics_laws.hpp"

namespace pleuel {
namespace bushing_problem_test {

using namespace pleuel::testing;

constexpr double epsilon = 1e-5;
const double T = 40 * std::numbers::pi * epsilon;

Case case_with(const Settings& settings) {
  const Problem problem = bushing_problem();
  return problem.build(OptionValues(problem.options, settings));
}

/// (4.4c) as the source prints it.
struct PrintedBushing : BushingEquations {
  void force(const auto& x, const auto& v, auto&& f) const {
    BushingEquations::force(x, v, f);
    const auto c = cos(x.q[2]), s = sin(x.q[2]);
    const auto f_x = 0.5 - x.q[0] + 0.5 * c, f_y = -x.q[1] + 0.5 * s;
    f[2] = -0.1 * stiffness() * x.q[2] + 0.5 * (c * (stiffness() * f_y + 1.0) - s * stiffness() * f_x);
  }
};

/// (4.4a, b) as the source prints them: no multiplier, so the constraint acts on nothing.
struct BushingWithoutMultiplier : BushingEquations {
  SystemInfo info() const {
    SystemInfo info;
    for (const char* name : {"x", "y", "theta"}) info.add_coordinate(name, "m");
    return info;
  }
  void constraint_rate(const auto&, const auto&) const {}
};

TEST(BushingEquations, ConstraintLevelsAreDerivativesOfTheFirst) {
  const Plain system{BushingEquations{.epsilon = 0.1}};
  expect_three_consistent_levels(system, 0, Vector{{0.6, -0.7, 0.2}}, Vector{{1.3, 0.4, -2}});
}

TEST(BushingEquations, AllLoadsAreInTheEnergy) {
  const Plain system{BushingEquations{}};
  const Vector q{{0.9, 0.3, 0.2}}, v{{-0.3e4, 0.9e4, 2e4}};
  EXPECT_LE(loads_beyond_energy(system, 0, q, v).norm(), rounding(1e10));
  expect_power_balance(system, 0, Vector{{0.8, 0.6, 0.3}}, Vector{{0.6, -0.8, 2}});
}

TEST(BushingEquations, PrintedTorqueIsNotInTheEnergy) {
  const Plain printed{PrintedBushing{}};
  const Vector loads = loads_beyond_energy(printed, 0, Vector{{0.9, 0.3, 0.2}}, Vector::Zero(3));
  EXPECT_GE(std::abs(loads[2]), 1e9);
}

TEST(BushingEquations, StayWhereTheTextSaysAndThePrintedOnesDoNot) {
  const Plain system{BushingEquations{}};
  const Plain printed{PrintedBushing{}};
  const Case start = case_with({});
  const double E = energy(system, 0, start.q0, start.v0);
  double printed_energy_error = 0;
  bool printed_leaves = false;
  for (int i = 1; i <= 20; ++i) {
    const Vector y = integrate_index_1(system, start.q0, start.v0, T * i / 20, 40 * i);
    EXPECT_GE(y[0], 0.8 - 1e-8);
    EXPECT_LE(y[0], 1 + 1e-12);
    EXPECT_NEAR(energy(system, 0, y.head(3), y.tail(3)) / E, 1, 1e-9);
    const Vector z = integrate_index_1(printed, start.q0, start.v0, T * i / 20, 40 * i);
    printed_leaves |= !(z[0] >= 0.79);
    printed_energy_error =
        std::max(printed_energy_error, std::abs(energy(system, 0, z.head(3), z.tail(3)) / E - 1));
  }
  EXPECT_TRUE(printed_leaves);
  EXPECT_GE(printed_energy_error, 0.1);
}

TEST(BushingEquations, NeedTheMultiplierToStayOnTheCircle) {
  const Case start = case_with({});
  const Vector y = integrate_index_1(Plain{BushingEquations{}}, start.q0, start.v0, T / 20, 40);
  EXPECT_NEAR(y.head(2).norm(), 1, 1e-11);
  const Vector z = integrate_index_1(Plain{BushingWithoutMultiplier{}}, start.q0, start.v0, T / 20, 40);
  EXPECT_GE(std::abs(z.head(2).norm() - 1), 0.01);
}

// "Roughly 6 cycles of θ and around 20 cycles for x and y". Linearised about (1, 0, 0), with time
// in units of ε, y and θ have the stiffness [1 −½; −½ 0.35], eigenvalues 0.0787 and 1.271: 5.6
// cycles of the mode (0.5427, 1), 22.5 of (1, −0.5427) in 40π.
TEST(BushingEquations, HaveTheCyclesOfTheText) {
  const Plain system{BushingEquations{}};
  const Case start = case_with({});
  const auto slow = [](const Vector& q) { return 0.5427 * q[1] + q[2]; };
  const auto fast = [](const Vector& q) { return q[1] - 0.5427 * q[2]; };
  Vector q = start.q0, v = start.v0;
  int slow_signs = 0, fast_signs = 0;
  for (int i = 0; i < 400; ++i) {
    const Vector y = integrate_index_1(system, q, v, T / 400, 2);
    const Vector next = y.head(3);
    if ((slow(q) < 0) != (slow(next) < 0)) ++slow_signs;
    if ((fast(q) < 0) != (fast(next) < 0)) ++fast_signs;
    q = next;
    v = y.tail(3);
  }
  EXPECT_NEAR(slow_signs / 2.0, 5.6, 0.6);
  EXPECT_NEAR(fast_signs / 2.0, 22.5, 1.0);
}

// 1600 steps of order 12 over 22 cycles: rounding, 1e-16 a step and amplified by the position's
// drift, remains.
TEST(BushingReference, IsReachedByExtrapolationAndMeetsTheConstraints) {
  const Plain system{BushingEquations{}};
  const Case start = case_with({});
  const auto reference = start.reference(start.t_end);
  ASSERT_TRUE(reference);
  const Vector y = integrate_index_1(system, start.q0, start.v0, T, 1600);
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(y[i] / reference->y[i], 1, 1e-10) << i;
  const Vector q = reference->y.head(3), v = reference->y.segment(3, 3);
  EXPECT_NEAR(q.head(2).squaredNorm(), 1, 2e-14);
  EXPECT_NEAR(epsilon * q.head(2).dot(v.head(2)), 0, 2e-14);
  EXPECT_NEAR(energy(system, T, q, v) / energy(system, 0, start.q0, start.v0), 1, 2e-13);
  const Vector a_lambda = system.accelerations_and_multipliers(T, q, v);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(a_lambda[i] / reference->y[6 + i], 1, 1e-12) << i;
}

// Other digits in circulation, 0.9547591405579 …, violate x² + y² = 1 by 8.5e-11 and agree to
// 3e-10.
TEST(BushingReference, AgreesWithDigitsComputedElsewhereAsFarAsTheyMeetTheConstraint) {
  const double q[] = {0.9547591405579, 0.2973802001421, 0.1493857929569};
  const double v[] = {-0.1491264542889, 0.4787805148513, -0.3082397134546};
  const auto reference = case_with({}).reference(T);
  ASSERT_TRUE(reference);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(reference->y[i], q[i], 3e-10);
    EXPECT_NEAR(epsilon * reference->y[3 + i], v[i], 3e-10);
  }
}

TEST(BushingCase, HasReferenceForThePublishedNumbersOnly) {
  EXPECT_TRUE(case_with({}).reference(0.0012566370614359172));
  EXPECT_FALSE(case_with({}).reference(0.001256637));
  EXPECT_FALSE(case_with({{"epsilon", "1e-4"}}).reference(case_with({{"epsilon", "1e-4"}}).t_end));
  EXPECT_DOUBLE_EQ(case_with({{"epsilon", "1e-4"}}).t_end, 10 * T);
}

}  // namespace bushing_problem_test
}  // namespace pleuel
