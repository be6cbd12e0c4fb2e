#include "pleuel/problem/andrews.hpp"
#include "pleuel/problem/andrews_equations.hpp"
#include "pleuel/problem/andrews_reference.hpp"
#include "problem/extrapolation.hpp"
#include "problem/mechanics_laws.hpp"

namespace pleuel {
namespace andrews_test {

using namespace pleuel::testing;

const Vector some_q{{-0.4, 1.1, 0.6, 0.3, 0.5, -0.25, 1.2}};
const Vector some_v{{800, -900, 20, 13, -7, 17, 9}};

Case case_with(const Settings& settings) {
  const Problem problem = andrews_problem();
  return problem.build(OptionValues(problem.options, settings));
}

TEST(AndrewsEquations, ConstraintLevelsAreDerivativesOfTheFirst) {
  expect_three_consistent_levels(Plain(AndrewsEquations()), 0.01, some_q, some_v);
}

TEST(AndrewsEquations, ForceIsThatOfEnergyAndDrive) {
  const Plain system{AndrewsEquations()};
  Vector drive = Vector::Zero(7);
  drive[0] = 0.033;
  const double scale = system.force(0.0, some_q, some_v).cwiseAbs().maxCoeff();
  EXPECT_LE((loads_beyond_energy(system, 0, some_q, some_v) - drive).cwiseAbs().maxCoeff(), rounding(scale));
}

TEST(AndrewsEquations, PowerIsBalanced) {
  const Plain system{AndrewsEquations()};
  expect_power_balance(system, 0, some_q, on_velocity_level(system, 0, some_q, some_v));
}

TEST(AndrewsCase, StartIsOnTheConstraint) {
  const Plain system{AndrewsEquations()};
  EXPECT_LE(system.constraint(0.0, case_with({}).q0).cwiseAbs().maxCoeff(), 2e-17);
}

// λ0 has six entries; the listed q̈0 is the acceleration, not zero.
TEST(AndrewsCase, StartHasThePublishedAccelerationsAndMultipliers) {
  const Plain system{AndrewsEquations()};
  const Case start = case_with({});
  const Vector found = system.accelerations_and_multipliers(0, start.q0, start.v0);
  ASSERT_EQ(found.size(), 13);
  Vector published = Vector::Zero(13);
  published[0] = 14222.4439199541138705911625887;
  published[1] = -10666.8329399655854029433719415;
  published[7] = 98.5668703962410896057654982170;
  published[8] = -6.12268834425566265503114393122;
  for (int i = 0; i < 7; ++i) EXPECT_NEAR(found[i], published[i], 1e-9) << i;
  for (int i = 7; i < 13; ++i) EXPECT_NEAR(found[i], published[i], 1e-12) << i;
}

TEST(AndrewsReference, AgreesWithThePublishedDigits) {
  // [MM08, Table II.13.2], of which 10 digits are good in q1 and q2
  const double published[] = {0.1581077119629904e2, -0.1575637105984298e2, 0.4082224013073101e-1,
                              -0.5347301163226948,  0.5244099658805304,    0.5347301163226948,
                              0.1048080741042263e1};
  for (int i = 0; i < 7; ++i) EXPECT_NEAR(andrews_end_values[i], published[i], 2e-9) << i;
}

TEST(AndrewsReference, SatisfiesTheIndexOneEquations) {
  const Plain system{AndrewsEquations()};
  const Vector y = Eigen::Map<const Vector>(andrews_end_values.data(), 27);
  const Vector q = y.head(7), v = y.segment(7, 7);
  EXPECT_LE(system.constraint(0.03, q).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LE(system.rate(0.03, q, v).cwiseAbs().maxCoeff(), 1e-12);
  const Vector found = system.accelerations_and_multipliers(0.03, q, v);
  for (int i = 0; i < 13; ++i) EXPECT_NEAR(found[i] / y[14 + i], 1, 1e-9) << i;
}

TEST(AndrewsReference, IsReachedByExtrapolationOfTheIndexOneEquations) {
  const Plain system{AndrewsEquations()};
  const Case start = case_with({});
  const Vector end = integrate_index_1(system, start.q0, start.v0, 0.03, 400);
  for (int i = 0; i < 14; ++i) EXPECT_NEAR(end[i] / andrews_end_values[i], 1, 1e-9) << i;
}

TEST(AndrewsCase, HasReferenceForThePublishedNumbersOnly) {
  EXPECT_TRUE(case_with({}).reference(0.03));
  EXPECT_FALSE(case_with({}).reference(0.02));
  EXPECT_FALSE(case_with({{"drive", "0.05"}}).reference(0.03));
  EXPECT_FALSE(case_with({{"spring", "4000"}}).reference(0.03));
  EXPECT_EQ(case_with({}).reference(0.03)->scd_components.size(), 7u);
  EXPECT_EQ(case_with({}).system->info().n_lambda(), 6);
}

}  // namespace andrews_test
}  // namespace pleuel
