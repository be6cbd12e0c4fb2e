#include "pleuel/problem/flexible_slider_crank.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/linalg/decompositions.hpp"

namespace pleuel {
namespace flexible_slider_crank_test {

/// A rigid rotation w = x, w' = 1.
Vector rotation(int elements, double length) {
  Vector q(2 * elements);
  for (int i = 0; i < elements; ++i) {
    q[2 * i] = length * (i + 1) / elements;
    q[2 * i + 1] = 1;
  }
  return q;
}

/// c21 of a rotation of the whole rod: the slope of the clamped node, which is no unknown, has ∫ρA
/// xψ = ρA L³/30.
double rotated(const FlexibleRod& rod, int elements) {
  const double L = 0.3 / elements;
  return rod.c21.dot(rotation(elements, 0.3)) + rod.mass / 0.3 * L * L * L / 30;
}

TEST(FlexibleRod, RotatesWithTheInertiaOfTheRigidRodUnlessTheIntegralIsThePublishedOne) {
  for (const int k : {1, 4, 9}) {
    const FlexibleRod rod({.elements = k});
    EXPECT_NEAR(rotated(rod, k), rod.inertia, 1e-15);
  }
  const FlexibleRod rod({.integral = ShapeIntegral::published});
  EXPECT_NEAR(rod.inertia, 0.0045339259, 1e-10);
  EXPECT_NEAR(rotated(rod, 4), 0.000921596, 1e-9);
}

/// Clamped at one end, with the modulus of the published program: 528, 3308, 9310 rad/s [an
/// independent computation].
TEST(FlexibleRod, HasTheFrequenciesOfTheClampedBeam) {
  const FlexibleRod rod(FlexibleRodData{.modulus = 2e11 * 0.7 / (0.7 - 0.18)});
  const Vector squares = symmetric_eigenvalues(rod.K.dense(), rod.M.dense());
  const double expected[] = {528, 3308, 9310};
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(std::sqrt(squares[i]), expected[i], 0.6);
}

TEST(FlexibleRod, HasTheForcesAndTheEnergyOfItsStiffness) {
  const FlexibleRod rod({.elements = 3});
  Vector q(6), forces = Vector::Zero(6);
  q << 0.3, -0.2, 0.5, 0.7, -0.4, 0.1;
  const Vector expected = rod.K.dense() * q;
  rod.add_forces(1.0, q.data(), forces.data());
  EXPECT_LE((forces - expected).norm(), 1e-13 * expected.norm());
  EXPECT_NEAR(rod.elastic_energy(q.data()) / (0.5 * q.dot(expected)), 1, 1e-13);
}

/// Bent to the curvature 1/m, its moment is EI anywhere: so much is the work of all forces when the
/// rod beyond the first node turns by 1 rad. In the sum of K q rounding errors of forces 12 EI/L³ w
/// do not balance, which leaves 1e-16 · 12 k³ √k of EI, half a percent.
TEST(FlexibleRod, KeepsItsForcesInBalanceWhereRoundingHidesThemInTheStiffnessMatrix) {
  constexpr int k = 4000;
  const FlexibleRodData data{.elements = k};
  const FlexibleRod rod(data);
  const double L = data.length / k, EI = data.modulus * std::pow(data.height, 4) / 12;
  Vector q(2 * k), turn(2 * k), forces = Vector::Zero(2 * k), summed = forces;
  for (int i = 0; i < k; ++i) {
    const double x = (i + 1) * L;
    q[2 * i] = x * x / 2;
    q[2 * i + 1] = x;
    turn[2 * i] = i * L;
    turn[2 * i + 1] = 1;
  }
  rod.add_forces(1.0, q.data(), forces.data());
  EXPECT_NEAR(forces.dot(turn) / EI, 1, 1e-9);
  rod.K.multiply_add(1.0, q.data(), summed.data());
  EXPECT_GE(std::abs(summed.dot(turn) / EI - 1), 1e-6);
}

struct SourceLocation {
  double t = 0.1;
  Vector q, v, a, lambda;
  explicit SourceLocation(int n) : q(n), v(n), a(n), lambda(2) {
    for (int i = 0; i < n; ++i) {
      q[i] = 0.3 + 0.2 * std::sin(1.0 + i);
      v[i] = 0.5 * std::cos(2.0 + i);
      a[i] = std::sin(3.0 * i);
    }
    lambda << 0.7, -1.3;
  }
  Motion motion() const { return {.t = t, .q = q, .v = v, .a = a, .lambda = lambda}; }
};

struct Rows {
  Vector dynamics, position, velocity, acceleration;
};

Rows rows_at(SystemEvaluator& evaluator, const SourceLocation& place) {
  Rows r{Vector(place.q.size()), Vector(2), Vector(2), Vector(2)};
  evaluator.rows(place.motion(), {.dynamics = r.dynamics,
                                  .position = r.position,
                                  .velocity = r.velocity,
                                  .acceleration = r.acceleration});
  return r;
}

/// Central differences of rows of size K q ≤ 1e5 with d = 1e-5 have rounding errors 1e-16 ·
/// 1e5/1e-5 and errors of truncation 1e-10: 1e-5 in all.
void expect_derivative(const FlexibleCrankSystem& system, Vector SourceLocation::*x, Vector Rows::*part,
                       const FixedMatrix& found) {
  constexpr double d = 1e-5, allowed = 1e-5;
  const auto evaluator = system.make_evaluator();
  const Matrix expected = found.dense();
  SourceLocation place(system.info().n_q());
  for (int j = 0; j < expected.cols(); ++j) {
    const double saved = (place.*x)[j];
    (place.*x)[j] = saved + d;
    const Vector high = rows_at(*evaluator, place).*part;
    (place.*x)[j] = saved - d;
    const Vector low = rows_at(*evaluator, place).*part;
    (place.*x)[j] = saved;
    EXPECT_LE(((high - low) / (2 * d) - expected.col(j)).cwiseAbs().maxCoeff(), allowed) << "column " << j;
  }
}

TEST(FlexibleCrankSystem, GivesTheDerivativesOfItsRows) {
  const auto system = flexible_crank_system(CrankReading::program, 3, ShapeIntegral::correct);
  const auto evaluator = system->make_evaluator();
  MotionMatrices m = evaluator->matrices({.position = true, .velocity = true, .acceleration = true});
  const SourceLocation place(system->info().n_q());
  evaluator->linearize(place.motion(), m);
  expect_derivative(*system, &SourceLocation::q, &Rows::dynamics, m.dynamics_q);
  expect_derivative(*system, &SourceLocation::v, &Rows::dynamics, m.dynamics_v);
  expect_derivative(*system, &SourceLocation::a, &Rows::dynamics, m.M);
  expect_derivative(*system, &SourceLocation::q, &Rows::position, m.G);
  expect_derivative(*system, &SourceLocation::v, &Rows::velocity, m.G);
  expect_derivative(*system, &SourceLocation::q, &Rows::velocity, m.velocity_q);
  expect_derivative(*system, &SourceLocation::q, &Rows::acceleration, m.acceleration_q);
  expect_derivative(*system, &SourceLocation::v, &Rows::acceleration, m.acceleration_v);
}

TEST(FlexibleCrankSystem, ChangesItsEnergyByTheTorqueAlone) {
  const auto system = flexible_crank_system(CrankReading::program, 3, ShapeIntegral::published);
  const auto evaluator = system->make_evaluator();
  const int n = system->info().n_q();
  SourceLocation place(n);
  place.lambda.setZero();
  place.a.setZero();
  // deformations of a rod that is not torn apart: accelerations stay moderate
  place.q.tail(n - 3) *= 1e-6;
  place.v.tail(n - 3) *= 1e-3;
  MotionMatrices m = evaluator->matrices({});
  evaluator->configuration_matrices(place.t, place.q, m);
  // Without constraint forces M a = f.
  place.a = solved(m.M.dense(), -rows_at(*evaluator, place).dynamics);
  constexpr double d = 1e-7;
  SourceLocation later = place, before = place;
  later.q += d * place.v;
  later.v += d * place.a;
  before.q -= d * place.v;
  before.v -= d * place.a;
  const double rate =
      (evaluator->energy(later.motion()).total() - evaluator->energy(before.motion()).total()) / (2 * d);
  const double power = evaluator->power(place.motion()).supplied;
  // Rounding errors of energies of size 1 J over 2d: 1e-9; the rates of stiff modes over one d:
  // below 1e-4 of the power.
  EXPECT_NEAR(rate, power, 1e-4 * (1 + std::abs(power)));
}

TEST(FlexibleCrankTorque, IsAPulseOfTheStatedImpulse) {
  const CrankTorque torque;
  double impulse = 0;
  constexpr int n = 300;
  for (int i = 0; i < n; ++i) impulse += torque.at(0.3 * (i + 0.5) / n) * 0.3 / n;
  EXPECT_NEAR(impulse, 0.2, 1e-12);
  EXPECT_EQ(torque.at(0.3), 0);
}

}  // namespace flexible_slider_crank_test
}  // namespace pleuel
