// What must hold for every struct of equations, whatever the mechanism.
#pragma once

#include <gtest/gtest.h>

#include "problem/plain_evaluation.hpp"

namespace pleuel::testing {

/// Rounding of sums whose terms have the given size.
inline double rounding(double scale) { return 1e-13 * (scale + 1e-300); }

/// G, G v + g_t and γ are the derivatives of g.
template <class Equations>
void expect_three_consistent_levels(const Plain<Equations>& system, double t, const Vector& q,
                                    const Vector& v) {
  const auto g = [&](const Complex& tc, const VectorOf<Complex>& qc) { return system.constraint(tc, qc); };
  const VectorOf<Complex> v_complex = v.cast<Complex>();
  const auto rate = [&](const Complex& tc, const VectorOf<Complex>& qc) {
    return system.rate(tc, qc, v_complex);
  };

  const Matrix G = system.jacobian(t, q);
  for (int j = 0; j < system.n_v(); ++j) {
    const Vector column = derivative(g, t, 0, q, Vector::Unit(system.n_v(), j));
    EXPECT_LE((G.col(j) - column).cwiseAbs().maxCoeff(), rounding(G.cwiseAbs().maxCoeff())) << "column " << j;
  }
  const Vector velocity = system.rate(t, q, v);
  EXPECT_LE((velocity - derivative(g, t, 1, q, v)).cwiseAbs().maxCoeff(),
            rounding(G.cwiseAbs().maxCoeff() * v.cwiseAbs().maxCoeff()));
  const Vector curvature = system.curvature(t, q, v);
  EXPECT_LE((curvature - derivative(rate, t, 1, q, v)).cwiseAbs().maxCoeff(),
            rounding(v.cwiseAbs().maxCoeff() * v.cwiseAbs().maxCoeff()));
}

/// f with the part of Lagrange's equations that mass and potential determine,
/// −Ṁ v + ½ ∂(vᵀM v)/∂q − ∂V/∂q: what is left are the loads with no potential.
template <class Equations>
Vector loads_beyond_energy(const Plain<Equations>& system, double t, const Vector& q, const Vector& v) {
  const auto M = [&](const Complex& tc, const VectorOf<Complex>& qc) { return system.mass(tc, qc); };
  const auto V = [&](const Complex& tc, const VectorOf<Complex>& qc) { return system.potential(tc, qc); };
  Vector loads = system.force(t, q, v) + derivative(M, t, 1, q, v) * v;
  for (int i = 0; i < system.n_v(); ++i) {
    const Vector unit = Vector::Unit(system.n_v(), i);
    const Matrix M_i = derivative(M, t, 0, q, unit);
    const double V_i = derivative(V, t, 0, q, unit);
    loads[i] += V_i - 0.5 * v.dot(M_i * v);
  }
  return loads;
}

/// d/dt (T + V) = supplied − dissipated + λᵀ g_t along the motion through (q, v), where G v + g_t =
/// 0.
template <class Equations>
void expect_power_balance(const Plain<Equations>& system, double t, const Vector& q, const Vector& v) {
  const auto M = [&](const Complex& tc, const VectorOf<Complex>& qc) { return system.mass(tc, qc); };
  const auto V = [&](const Complex& tc, const VectorOf<Complex>& qc) { return system.potential(tc, qc); };
  const Vector solution = system.accelerations_and_multipliers(t, q, v);
  const Vector a = solution.head(system.n_v());
  const Vector lambda = solution.tail(system.n_lambda());
  const Vector rest = Vector::Zero(system.n_v());
  const Vector g_t = system.rate(t, q, rest);
  const double inertia = v.dot(system.mass(t, q) * a);
  const double mass_rate = 0.5 * v.dot(derivative(M, t, 1, q, v) * v);
  const double potential_rate = derivative(V, t, 1, q, v);
  const double drive = lambda.dot(g_t);
  const double applied = system.supplied(t, q, v) - system.dissipated(t, q, v);
  const double scale = std::abs(inertia) + std::abs(mass_rate) + std::abs(potential_rate) + std::abs(drive) +
                       std::abs(applied) +
                       v.cwiseAbs().dot((system.jacobian(t, q).transpose() * lambda).cwiseAbs());
  EXPECT_NEAR(inertia + mass_rate + potential_rate, applied + drive, 1e-11 * scale);
}

/// v with its least change so that G v + g_t = 0.
template <class Equations>
Vector on_velocity_level(const Plain<Equations>& system, double t, const Vector& q, const Vector& v) {
  const Matrix G = system.jacobian(t, q);
  return v - G.transpose() * solved_symmetric(G * G.transpose(), Vector(system.rate(t, q, v)));
}

}  // namespace pleuel::testing
