#include <cmath>
#include <numbers>

#include "pleuel/problem/pendulum.hpp"
#include "pleuel/problem/pendulum_equations.hpp"
#include "pleuel/problem/pendulum_solution.hpp"
#include "problem/mechanics_laws.hpp"

namespace pleuel {
namespace pendulum_test {

using namespace pleuel::testing;

constexpr double printed_gravity = 13.7503716373294544;

Case case_with(const Settings& settings) {
  const Problem problem = pendulum_problem();
  return problem.build(OptionValues(problem.options, settings));
}

TEST(PendulumEquations, ConstraintLevelsAreDerivativesOfTheFirst) {
  const Plain system(PendulumEquations{.g = printed_gravity});
  expect_three_consistent_levels(system, 0.3, Vector{{0.6, -0.7}}, Vector{{1.3, 0.4}});
}

TEST(PendulumEquations, ForceFollowsFromEnergy) {
  const Plain system(PendulumEquations{.g = printed_gravity});
  const Vector q{{0.6, -0.8}}, v{{0.8, 0.6}};
  EXPECT_LE(loads_beyond_energy(system, 0, q, v).norm(), rounding(printed_gravity));
  expect_power_balance(system, 0, q, v);
}

TEST(PendulumSolution, StartsAtRestOnTheHorizontal) {
  const auto s = PendulumSolution(printed_gravity).at(0);
  EXPECT_EQ(s.x, 1);
  EXPECT_EQ(s.y, 0);
  EXPECT_EQ(s.v, 0);
  EXPECT_EQ(s.w, 0);
  EXPECT_EQ(s.lambda, 0);
  EXPECT_EQ(s.ay, -static_cast<long double>(printed_gravity));
}

// Fourth-order differences with step 2⁻¹⁵ at times that are exact in binary: truncation h⁴/30
// |v⁽⁵⁾| ≲ 3e-14 with |v⁽⁵⁾| ≲ 1e6, rounding 1e-19 · 10/h ≲ 3e-14.
TEST(PendulumSolution, SatisfiesTheEquationsOfMotion) {
  const PendulumSolution solution(printed_gravity);
  const long double h = std::ldexp(1.0L, -15);
  for (const long double t :
       {0.109375L, 0.375L, 0.5L, 0.90625L, 1.296875L, 1.765625L, 19.296875L, 1998.609375L}) {
    const auto s = solution.at(t);
    const auto slope = [&](auto member) {
      return (8 * (solution.at(t + h).*member - solution.at(t - h).*member) -
              (solution.at(t + 2 * h).*member - solution.at(t - 2 * h).*member)) /
             (12 * h);
    };
    using State = PendulumSolution::State;
    EXPECT_NEAR(static_cast<double>(slope(&State::x) - s.v), 0, 5e-13) << static_cast<double>(t);
    EXPECT_NEAR(static_cast<double>(slope(&State::y) - s.w), 0, 5e-13);
    EXPECT_NEAR(static_cast<double>(slope(&State::v) - s.ax), 0, 5e-13);
    EXPECT_NEAR(static_cast<double>(slope(&State::w) - s.ay), 0, 5e-13);
    EXPECT_NEAR(static_cast<double>(s.ax + 2 * s.x * s.lambda), 0, 1e-17);
    EXPECT_NEAR(static_cast<double>(s.ay + 2 * s.y * s.lambda + printed_gravity), 0, 1e-17);
  }
}

TEST(PendulumSolution, KeepsAllConstraintsAndTheEnergy) {
  const PendulumSolution solution(printed_gravity);
  const long double g = printed_gravity;
  for (int i = 0; i <= 2000; ++i) {
    const auto s = solution.at(0.999L * i);
    EXPECT_NEAR(static_cast<double>(s.x * s.x + s.y * s.y - 1), 0, 2e-18);
    EXPECT_NEAR(static_cast<double>(s.x * s.v + s.y * s.w), 0, 5e-18);
    EXPECT_NEAR(static_cast<double>((s.v * s.v + s.w * s.w) / 2 + g * s.y), 0, 5e-17);
    EXPECT_NEAR(static_cast<double>(s.v * s.v + s.w * s.w - s.y * g - 2 * s.lambda), 0, 5e-17);
    EXPECT_NEAR(static_cast<double>(s.x * s.ax + s.y * s.ay + s.v * s.v + s.w * s.w), 0, 5e-17);
  }
}

TEST(PendulumSolution, GravityForPeriodTwoIsTheGammaFunctionFormula) {
  const long double gamma = std::tgamma(0.25L);
  const long double g = gamma * gamma * gamma * gamma / (4 * std::numbers::pi_v<long double>);
  EXPECT_DOUBLE_EQ(pendulum_gravity_for_period(2), static_cast<double>(g));
  EXPECT_DOUBLE_EQ(pendulum_gravity_for_period(2), 13.75037163604074565498);
  // g in double precision: half an ulp of it moves the period by 1.3e-16
  EXPECT_NEAR(static_cast<double>(PendulumSolution(pendulum_gravity_for_period(2)).period() - 2), 0, 1.4e-16);
}

TEST(PendulumSolution, PrintedGravityMissesThePeriodTwo) {
  EXPECT_NEAR(static_cast<double>(PendulumSolution(printed_gravity).period() - 1.99999999990627826076L), 0,
              2e-16);
}

// g rounded to double moves the period by dT; after 1000 periods the exact w is that of a start
// −1000 dT earlier, w = −g (−1000 dT) to first order.
TEST(PendulumSolution, PhaseIsRightAfterAThousandPeriods) {
  const double g = pendulum_gravity_for_period(2);
  const long double gamma = std::tgamma(0.25L);
  const long double g_exact = gamma * gamma * gamma * gamma / (4 * std::numbers::pi_v<long double>);
  const long double shift = -(g - g_exact) / g_exact;  // of the period: T = 2 (g/g_exact)^(−1/2)
  const auto s = PendulumSolution(g).at(2000);
  EXPECT_NEAR(static_cast<double>(s.w - g * 1000 * shift), 0, 2e-14);
  EXPECT_NEAR(static_cast<double>(s.x), 1, 1e-15);
}

// Errors of the exact solution for the printed g when it is compared with (1, 0, 0, 0, 0), as the
// source does.
TEST(PendulumSolution, PrintedGravityPutsTheFloorsUnderThePublishedErrors) {
  const PendulumSolution solution(printed_gravity);
  const auto distance = [&](double t) {
    const auto s = solution.at(t);
    return std::sqrt(
        static_cast<double>((s.x - 1) * (s.x - 1) + s.y * s.y + s.v * s.v + s.w * s.w + s.lambda * s.lambda));
  };
  EXPECT_NEAR(distance(20), 1.3e-8, 0.05e-8);
  EXPECT_NEAR(distance(2000), 1.3e-6, 0.05e-6);
  double sum = 0;
  for (int i = 1; i <= 1000; ++i) sum += 2 * distance(2 * i) * distance(2 * i);
  EXPECT_NEAR(std::sqrt(sum), 3.3e-5, 0.05e-5);
}

TEST(PendulumCase, HasTheExactSolutionAsReferenceAtAnyEnd) {
  const Case published = case_with({});
  EXPECT_EQ(published.t_end, 20);
  for (const double t : {1.3, 20.0, 2000.0}) {
    const auto reference = published.reference(t);
    ASSERT_TRUE(reference);
    ASSERT_EQ(reference->y.size(), 7);
    EXPECT_EQ(reference->y[0], static_cast<double>(PendulumSolution(printed_gravity).at(t).x));
    EXPECT_EQ(reference->main_components, (std::vector<int>{0, 1, 2, 3, 6}));
  }
  const auto at_2000 = case_with({{"g", "period"}}).reference(2000);
  EXPECT_NEAR(at_2000->y[0], 1, 1e-15);
  // g rounded to double: 1000 periods off by 1.3e-16 each, times g
  EXPECT_NEAR(at_2000->y[3], 0, 2e-12);
}

TEST(PendulumCase, MeasuresThePublishedTablesAsTheirSourceDid) {
  const Case published = case_with({});
  const auto table_6 = published.table_norm(20);
  const auto table_9 = published.table_norm(2000);
  ASSERT_TRUE(table_6 && table_9);
  EXPECT_FALSE(published.table_norm(10));
  EXPECT_EQ(table_6->dt, 0.02);
  EXPECT_EQ(table_9->dt, 2);
  Vector y(7);
  table_6->reference(1.3, view(y));
  EXPECT_EQ(y[1], static_cast<double>(PendulumSolution(printed_gravity).at(1.3).y));
  table_9->reference(1000, view(y));
  EXPECT_EQ(y[0], 1);
  for (const int i : {1, 2, 3, 6}) EXPECT_EQ(y[i], 0);
}

}  // namespace pendulum_test
}  // namespace pleuel
