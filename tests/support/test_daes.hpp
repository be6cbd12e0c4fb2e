// Equations with known solutions, for tests of integrators.
#pragma once

#include <cmath>

#include "support/dense_test_dae.hpp"

namespace pleuel {

/// A DAE with its solution.
struct SolvedDae {
  std::unique_ptr<DenseTestDae> dae;
  std::function<Vector(double t)> y;
  std::function<Vector(double t)> ydot;
};

/// y₁' = y₂, ε y₂' = (1 − y₁²) y₂ − y₁ with ε = 1e-6 [HW96, IV.1].
inline std::unique_ptr<DenseTestDae> van_der_pol(double epsilon = 1e-6) {
  return std::make_unique<DenseTestDae>(
      test_info("van der Pol", {1, 1}),
      [epsilon](double, ConstVec y, ConstVec ydot, Vec rows) {
        rows[0] = y[1] - ydot[0];
        rows[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) / epsilon - ydot[1];
      },
      [epsilon](double, ConstVec y, ConstVec, Matrix& J) {
        J << 0, 1, (-2 * y[0] * y[1] - 1) / epsilon, (1 - y[0] * y[0]) / epsilon;
      });
}

/// Index 1: y₁' = y₁ y₂, 0 = y₂ + y₂³ + y₁ − (the same on the solution), with y₁ = e^sin t, y₂ =
/// cos t.
inline SolvedDae index_one() {
  auto dae = std::make_unique<DenseTestDae>(
      test_info("index one", {1, 1}), [](double t, ConstVec y, ConstVec ydot, Vec rows) {
        const double c = std::cos(t);
        rows[0] = y[0] * y[1] - ydot[0];
        rows[1] = y[1] + y[1] * y[1] * y[1] + y[0] - c - c * c * c - std::exp(std::sin(t));
      });
  return {std::move(dae),
          [](double t) {
            return Vector{{std::exp(std::sin(t)), std::cos(t)}};
          },
          [](double t) {
            return Vector{{std::cos(t) * std::exp(std::sin(t)), -std::sin(t)}};
          }};
}

/// Index 2: motion on the unit circle at angle φ = t + sin(t)/2. x' = −φ' y + x (μ − e^−t), y' = φ'
/// x + y (μ − e^−t), x² + y² = 1, so that the multiplier μ = e^−t cancels the radial force.
inline SolvedDae index_two() {
  const auto speed = [](double t) { return 1 + 0.5 * std::cos(t); };
  auto dae = std::make_unique<DenseTestDae>(test_info("index two", {1, 1, 2}),
                                            [speed](double t, ConstVec y, ConstVec ydot, Vec rows) {
                                              const double radial = std::exp(-t);
                                              rows[0] = -speed(t) * y[1] + y[0] * (y[2] - radial) - ydot[0];
                                              rows[1] = speed(t) * y[0] + y[1] * (y[2] - radial) - ydot[1];
                                              rows[2] = 0.5 * (y[0] * y[0] + y[1] * y[1] - 1);
                                            });
  const auto angle = [](double t) { return t + 0.5 * std::sin(t); };
  return {std::move(dae),
          [angle](double t) {
            return Vector{{std::cos(angle(t)), std::sin(angle(t)), std::exp(-t)}};
          },
          [angle, speed](double t) {
            return Vector{{-speed(t) * std::sin(angle(t)), speed(t) * std::cos(angle(t)), -std::exp(-t)}};
          }};
}

/// State-dependent E: (1 + y₁²) y₁' + y₂ y₂' = …, y₂' = −y₁, with y₁ = sin t, y₂ = cos t.
inline SolvedDae state_dependent_mass() {
  DaeInfo info = test_info("state-dependent E", {1, 1});
  info.has_constant_E = false;
  auto dae = std::make_unique<DenseTestDae>(info, [](double, ConstVec y, ConstVec ydot, Vec rows) {
    rows[0] = (1 + y[0] * y[0]) * y[1] - y[1] * y[0] - (1 + y[0] * y[0]) * ydot[0] - y[1] * ydot[1];
    rows[1] = -y[0] - ydot[1];
  });
  return {std::move(dae),
          [](double t) {
            return Vector{{std::sin(t), std::cos(t)}};
          },
          [](double t) {
            return Vector{{std::cos(t), -std::sin(t)}};
          }};
}

/// Three rows for two unknowns: y₁' = y₁ cos t, y₂' = −y₁ cos t and their sum, y₁ + y₂ = 2, which
/// Runge–Kutta methods keep, so that all three rows can be met; y₁ = e^sin t.
inline SolvedDae overdetermined() {
  auto dae = std::make_unique<DenseTestDae>(test_info("overdetermined", {1, 1}, 1),
                                            [](double t, ConstVec y, ConstVec ydot, Vec rows) {
                                              rows[0] = y[0] * std::cos(t) - ydot[0];
                                              rows[1] = -y[0] * std::cos(t) - ydot[1];
                                              rows[2] = y[0] + y[1] - 2;
                                            });
  return {std::move(dae),
          [](double t) {
            return Vector{{std::exp(std::sin(t)), 2 - std::exp(std::sin(t))}};
          },
          [](double t) {
            const double slope = std::cos(t) * std::exp(std::sin(t));
            return Vector{{slope, -slope}};
          }};
}

}  // namespace pleuel
