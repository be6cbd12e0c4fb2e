// Consistent starts: what is moved, how far, and what is said when there is none.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/mechanics/formulation/mechanical_dae.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "support/systems.hpp"

namespace pleuel::testing {
namespace initial_values_test {

/// M a + Gᵀλ − f and the three levels of the constraint.
struct Residuals {
  Vector dynamics, position, velocity, acceleration;
};

Residuals residuals(const MechanicalSystem& system, double t, const InitialState& x) {
  const int n_v = system.info().n_v(), n_g = system.info().n_lambda();
  Residuals r{Vector(n_v), Vector(n_g), Vector(n_g), Vector(n_g)};
  system.make_evaluator()->rows({.t = t, .q = x.q, .v = x.v, .a = x.a, .lambda = x.lambda, .s = x.s},
                                {.dynamics = r.dynamics,
                                 .position = r.position,
                                 .velocity = r.velocity,
                                 .acceleration = r.acceleration});
  return r;
}

const Vector rest{{0.0, 0.0}};

double largest(const Vector& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }

TEST(ConsistentStart, MeetsAllLevelsAndTheDynamicsFromADisturbedPoint) {
  for (const Kind& k : all_kinds()) {
    Vector q = k.q, v = k.v;
    for (int i = 0; i < q.size(); ++i) q[i] += 1e-2 * std::sin(1.0 + i);
    for (int i = 0; i < v.size(); ++i) v[i] += 0.1 * std::cos(2.0 + i);
    const double t = 0.2;
    const InitialState x = consistent_initial_state(*k.system, t, q, v, k.s);
    const Residuals r = residuals(*k.system, t, x);
    // Sizes: coordinates up to 4 m, velocities up to 2 m/s, forces up to 300 N.
    EXPECT_LE(largest(r.position), 1e-14) << k.name;
    EXPECT_LE(largest(r.velocity), 1e-13) << k.name;
    EXPECT_LE(largest(r.acceleration), 1e-11) << k.name;
    EXPECT_LE(largest(r.dynamics), 1e-11) << k.name;
    EXPECT_EQ(x.position_moved, (x.q - q).norm()) << k.name;
    EXPECT_EQ(x.velocity_moved, (x.v - v).norm()) << k.name;
    if (k.system->info().n_lambda() > 0) {
      EXPECT_GT(x.position_moved, 1e-4) << k.name;
      EXPECT_LT(x.position_moved, 0.5) << k.name;
      EXPECT_GE(x.iterations, 1) << k.name;
    }
  }
}

TEST(ConsistentStart, LeavesAConsistentStartBitForBit) {
  for (const Kind& k : all_kinds()) {
    // a quaternion is rounded to length one
    if (!k.system->info().has_identity_kinematics()) continue;
    const InitialState x = consistent_initial_state(*k.system, 0, k.q, k.v, k.s);
    EXPECT_EQ(x.q, k.q) << k.name;
    EXPECT_EQ(x.v, k.v) << k.name;
    EXPECT_EQ(x.s, k.s) << k.name;
    EXPECT_EQ(x.position_moved, 0.0) << k.name;
    EXPECT_EQ(x.iterations, 0) << k.name;
  }
}

TEST(ConsistentStart, IsTheNearestPointOfTheCircle) {
  // Equal masses: the nearest point is the radial projection, and the nearest velocity the
  // tangential part.
  const BarePendulum pendulum;
  const Vector q{{0.5, -0.9}}, v{{0.8, 0.3}};
  const InitialState x = consistent_initial_state(*make_system(pendulum), 0, q, v, Vector());
  const Vector radial = q.normalized(), tangent{{-radial[1], radial[0]}};
  EXPECT_LE((x.q - pendulum.L * radial).norm(), 1e-15);
  EXPECT_LE((x.v - tangent.dot(v) * tangent).norm(), 1e-15);
  EXPECT_NEAR(x.position_moved, q.norm() - pendulum.L, 1e-15);
  EXPECT_NEAR(x.velocity_moved, std::abs(radial.dot(v)), 1e-15);
  // The rod's force: 2 L² λ = m (|v|² + g·q) with g downwards.
  const double lambda =
      pendulum.m * (x.v.squaredNorm() - pendulum.gravity * x.q[1]) / (2 * pendulum.L * pendulum.L);
  EXPECT_NEAR(x.lambda[0], lambda, 1e-14 * std::abs(lambda));
}

TEST(ConsistentStart, TakesCoordinatesWithoutMass) {
  const Kind k = kind("massless slider");
  Vector q = k.q;
  q[2] += 0.7;  // the massless coordinate may move for nothing
  const InitialState x = consistent_initial_state(*k.system, 0, q, k.v, Vector());
  EXPECT_LE((x.q - k.q).norm(), 1e-14);
  const MasslessSlider slider;
  EXPECT_NEAR(x.lambda[1], -slider.stiffness * x.q[2], 1e-12);
}

struct ImpossibleRod : BarePendulum {
  void constraint(const auto& x, auto&& g) const { g[0] = x.q[0] * x.q[0] + x.q[1] * x.q[1] + 1.0; }
};

TEST(ConsistentStart, NamesTheConstraintThatCannotBeMetAndHowTheProjectionFailed) {
  try {
    consistent_initial_state(*make_system(ImpossibleRod()), 0, Vector{{0.3, 0.4}}, rest, Vector());
    FAIL() << "x² + y² = −1 has a point";
  } catch (const NoConsistentState& error) {
    for (const char* part :
         {"'rod'", "the projection has not converged after 50 iterations: its residual is "})
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

struct FreeMass {
  SystemInfo info() const {
    SystemInfo info;
    info.name = "no mass";
    info.add_coordinate("x", "m");
    info.add_coordinate("y", "m");
    return info;
  }
  void mass(const auto&, auto&& M) const {
    M.add(0, 0, 1.0);
    M.add(1, 1, 0.0);
  }
  void force(const auto&, const auto&, auto&& f) const { f[0] = 1.0; }
};

TEST(ConsistentStart, NamesACoordinateWithNeitherMassNorConstraint) {
  try {
    consistent_initial_state(*make_system(FreeMass()), 0, rest, rest, Vector());
    FAIL() << "a free coordinate without mass has an acceleration";
  } catch (const NoConsistentState& error) {
    EXPECT_NE(std::string(error.what()).find("'vy'"), std::string::npos) << error.what();
  }
}

}  // namespace initial_values_test
}  // namespace pleuel::testing
