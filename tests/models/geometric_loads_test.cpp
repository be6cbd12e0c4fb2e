// Forces and moments at markers of elastic bodies stiffen or soften them.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/model_runs.hpp"
#include "pleuel/fem/quadrature.hpp"
#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/run/analysis.hpp"

namespace pleuel::testing {
namespace geometric_loads_test {

using std::numbers::pi;

std::string number(double x) {
  std::ostringstream text;
  text.precision(17);
  text << x;
  return text.str();
}

/// λ of the modes that oscillate or grow, about the equilibrium, slowest first.
std::vector<Mode> modes_at_equilibrium(const std::string& path) {
  return modes_of(all(), {.of = {.case_name = path}, .about = ModesAbout::equilibrium}).modes.modes;
}

// ----- columns

/// A beam of length 1 with EI = 1 about z (in space 2 about y), ρA = 1, without rotary inertia in
/// the plane; EA = 1e8.
std::string beam(int dimension, const std::string& frame, const std::string& more = {}) {
  return R"({"name": "column", "type": "flexible", "mesh": {"type": "beam", "length": 1, "elements": 8},
    "material": {"young": 1e8, "poisson": 0.3, "density": 1}, "section": {"area": 1, )" +
         std::string(dimension == 2 ? R"("inertia": 1e-8, "rotary": false)"
                                    : R"("Iy": 2e-8, "Iz": 1e-8, "J": 1e-8, "y": [0, 1, 0])") +
         R"(}, "frame": )" + frame + R"(, "elasticity": "geometric")" + more +
         R"(, "markers": {"foot": {"set": "start"}, "tip": {"set": "end"}}})";
}
const std::string tangent = R"({"type": "tangent", "set": "start"})",
                  chord = R"({"type": "chord", "a": "start", "b": "end"})";

std::string flagpole(int dimension, double force) {
  return R"({"pleuel": 2, "name": "flagpole", "dimension": )" + std::to_string(dimension) +
         R"(, "bodies": [)" + beam(dimension, tangent) + R"(],
    "joints": [{"name": "wall", "type": "weld", "a": "ground.origin", "b": "column.origin"}],
    "forces": [{"name": "weight", "type": "force", "marker": "column.tip", "x": )" +
         number(-force) + R"(}], "outputs": ["column.tip.x"]})";
}

/// Pinned at both ends; the force comes from a slider, through a joint.
std::string strut(int dimension, double force, const std::string& more = {}) {
  const bool is_flat = dimension == 2;
  return R"({"pleuel": 2, "name": "strut", "dimension": )" + std::to_string(dimension) + R"(, "bodies": [)" +
         beam(dimension, chord, more) + R"(, {"name": "slider", "mass": 0.1, "inertia": )" +
         (is_flat ? "1" : "[1, 1, 1]") + R"(, "position": )" + (is_flat ? "[1, 0]" : "[1, 0, 0]") +
         R"(, "markers": {"way": )" + (is_flat ? "[0, 0]" : R"({"at": [0, 0, 0], "z": [1, 0, 0]})") +
         R"(}}], "ground": {"markers": {"way": )" +
         (is_flat ? "[0, 0]"
                  : R"({"at": [0, 0, 0], "z": [1, 0, 0]}, "cross": {"at": [0, 0, 0], "z": [0, 1, 0]})") +
         R"(}}, "joints": [{"name": "foot", )" +
         (is_flat ? R"("type": "revolute", "a": "ground.way", "b": "column.foot"})"
                  : R"("type": "universal", "a": "ground.cross", "b": "column.foot"})") +
         R"(, {"name": "head", "type": ")" + (is_flat ? "revolute" : "spherical") +
         R"(", "a": "column.tip", "b": "slider.way"},
    {"name": "slide", "type": "prismatic", "a": "ground.way", "b": "slider.way"}],
    "forces": [{"name": "push", "type": "force", "marker": "slider.way", "x": )" +
         number(-force) + R"(}], "outputs": ["slider.x"]})";
}

/// The lowest oscillation; 0 if a mode grows.
double lowest_omega(const std::string& text, const std::string& suffix) {
  const auto modes = modes_at_equilibrium(file_of(text, suffix));
  if (std::ranges::any_of(modes, [](const Mode& m) { return m.eigenvalue.real() > 1e-6; })) return 0;
  double lowest = std::numeric_limits<double>::infinity();
  for (const Mode& m : modes) lowest = std::min(lowest, m.natural_omega());
  return lowest;
}

TEST(Columns, BuckleAtEulersLoad) {
  // Eight cubic elements have the load too high by (π/16)⁴/720 and (π/8)⁴/720, 3.3e-5.
  constexpr double margin = 1e-4;
  for (const int dimension : {2, 3})
    for (const std::string& more : {std::string(), std::string(R"(, "modes": 6)")}) {
      const std::string suffix = std::to_string(dimension) + (more.empty() ? "" : "-modes");
      const double cantilever = pi * pi / 4, pinned = pi * pi;
      EXPECT_GT(lowest_omega(strut(dimension, (1 - margin) * pinned, more), suffix + "a"), 0) << suffix;
      EXPECT_EQ(lowest_omega(strut(dimension, (1 + margin) * pinned, more), suffix + "b"), 0) << suffix;
      if (!more.empty()) continue;  // a flagpole does not buckle in the shape of a mode
      EXPECT_GT(lowest_omega(flagpole(dimension, (1 - margin) * cantilever), suffix + "c"), 0) << suffix;
      EXPECT_EQ(lowest_omega(flagpole(dimension, (1 + margin) * cantilever), suffix + "d"), 0) << suffix;
    }
}

TEST(Columns, OscillateByTheRootOfTheLoadThatIsLeft) {
  // ω² = π⁴ (1 − F/π²): the shape of a pinned column does not depend on the load.
  for (const int dimension : {2, 3})
    for (const double share : {0.75, 0.5, -1.0}) {
      const double omega =
          lowest_omega(strut(dimension, share * pi * pi), std::to_string(dimension) + number(share));
      // Rotary inertia of the spatial section: ½ π² Iz/A; elements: (π/8)⁴/1440 and more near 0.
      EXPECT_NEAR(omega, pi * pi * std::sqrt(1 - share), 1e-4 * pi * pi) << dimension << " " << share;
    }
}

// ----- a rotor with a mass at its tip

/// A rotating cantilever of length 1, ρA = 1, with a tip mass m, by the method of Galerkin with the
/// shapes x², x³, …
struct Rotor {
  double omega, tip_mass;

  /// The deflection of the tip at t after a force f sets in there.
  double tip_after(double t, double f, double EI, bool is_chord) const {
    constexpr int n = 8;
    Matrix M = Matrix::Constant(n, n, tip_mass), K = Matrix::Zero(n, n);
    for (const auto& [x, weight] : gauss_rule(16)) {
      const double N = omega * omega * (0.5 * (1 - x * x) + tip_mass);
      Vector w(n), slope(n), curve(n);
      for (int k = 0; k < n; ++k) {
        w[k] = std::pow(x, k + 2);
        slope[k] = (k + 2) * std::pow(x, k + 1);
        curve[k] = (k + 2) * (k + 1) * std::pow(x, k);
      }
      M += weight * w * w.transpose();
      K += weight * (EI * curve * curve.transpose() + N * slope * slope.transpose());
    }
    if (is_chord) K -= omega * omega * M;
    const SymmetricEigenSystem modes = symmetric_eigen_system(K, M);  // φᵀMφ = 1
    double sum = 0;
    for (int k = 0; k < n; ++k) {
      const double at_tip = modes.vectors.col(k).sum();
      sum += f * at_tip * at_tip * (1 - std::cos(std::sqrt(modes.values[k]) * t)) / modes.values[k];
    }
    return sum;
  }
};

std::string spinning_rotor(int dimension, const Rotor& rotor, double force) {
  const bool is_flat = dimension == 2;
  const std::string W = number(rotor.omega), f = "\"" + number(force) + " N*step(t - 0.05 s)\"";
  const std::string turning = is_flat ? W : "[0, 0, " + W + "]";
  std::string rod = beam(dimension, tangent, R"(, "angular_velocity": )" + turning);
  rod.replace(rod.find("\"elements\": 8"), 13, "\"elements\": 12");
  // The start turns steadily, stretched by its centrifugal force; then the force sets in.
  return R"({"pleuel": 2, "name": "rotor", "dimension": )" + std::to_string(dimension) + R"(, "bodies": [)" +
         rod + R"(, {"name": "tip", "mass": )" + number(rotor.tip_mass) + R"(, "inertia": )" +
         (is_flat ? "1e-9" : "[1e-9, 1e-9, 1e-9]") + R"(, "position": )" +
         (is_flat ? "[1, 0]" : "[1, 0, 0]") + R"(, "velocity": )" +
         (is_flat ? "[0, " + W + "]" : "[0, " + W + ", 0]") + R"(, "angular_velocity": )" + turning + R"(}],
    "joints": [{"name": "bearing", "type": "revolute", "a": "ground.origin", "b": "column.origin"},
               {"name": "weld", "type": "weld", "a": "column.tip", "b": "tip.origin"}],
    "drivers": [{"name": "motor", "type": "angle", "a": "ground.origin", "b": "column.origin",
                 "value": ")" +
         W + R"( rad/s*t"}],
    "forces": [{"name": "push", "type": "force", "marker": "column.tip", "axes": "marker", "y": )" +
         f + (is_flat ? "" : R"(, "z": )" + f) + R"(}],
    "outputs": [{"marker": "column.tip", "parts": ["uy")" +
         (is_flat ? "" : R"(, "uz")") + R"(]}], "simulation": {"until": 1, "sweeps": 1}})";
}

TEST(RotorWithATipMass, SwingsUnderItsCentrifugalForces) {
  const Rotor rotor{.omega = 4, .tip_mass = 0.7};
  constexpr double force = 1e-3;
  for (const double t : {0.4, 0.9}) {
    const double chord_1 = rotor.tip_after(t - 0.05, force, 1, true),
                 flap_2 = rotor.tip_after(t - 0.05, force, 2, false);
    // The axial force by the mass makes most of the difference to a beam without any.
    const double without = Rotor{1e-6, 0.7}.tip_after(t - 0.05, force, 1, true);
    EXPECT_GT(std::abs(without - chord_1), 0.02 * std::abs(chord_1));
    for (const int dimension : {2, 3}) {
      const RunResult found = run(all(), request_of(file_of(spinning_rotor(dimension, rotor, force),
                                                            std::to_string(dimension) + number(t)),
                                                    {.name = {},
                                                     .tolerance = 1e-9,
                                                     .until = t,
                                                     .formulation = "rcd1",
                                                     .method = "radau5",
                                                     .atol = 1e-10}));
      ASSERT_EQ(found.status, RunStatus::ok) << found.message;
      // Twelve elements: (k/12)⁴/1440 of modes with wave numbers up to 8, of an amplitude of 2e-4.
      EXPECT_NEAR(output(found, "column.tip.uy"), chord_1, 2e-8) << dimension << " " << t;
      if (dimension == 3) {
        EXPECT_NEAR(output(found, "column.tip.uz"), flap_2, 2e-8) << t;
      }
    }
  }
}

// ----- against large displacements

/// A marker at the end of a clamped body at rest under a force and a moment: place, and two axes in
/// space.
Vector end_of(const std::string& elasticity, int dimension, double load) {
  const bool is_flat = dimension == 2;
  const auto vector = [&](double x, double y, double z) {
    return is_flat ? R"("x": )" + number(load * x) + R"(, "y": )" + number(load * y)
                   : R"("x": )" + number(load * x) + R"(, "y": )" + number(load * y) + R"(, "z": )" +
                         number(load * z);
  };
  const std::string text =
      R"({"pleuel": 2, "name": "end", "dimension": )" + std::to_string(dimension) + R"(,
    "bodies": [{"name": "bar", "type": "flexible", "mesh": {"type": "box", "length": 1, "height": 0.1, )" +
      (is_flat ? R"("cells": [6, 1]}, "thickness": 0.1)" : R"("width": 0.08, "cells": [5, 1, 1]})") +
      R"(, "material": {"young": 1e6, "poisson": 0.3, "density": 1},
      "frame": {"type": "tangent", "set": "left"}, "elasticity": ")" +
      elasticity + R"(", "markers": {"end": {"set": "right"}}},
      {"name": "hand", "mass": 1e-3, "inertia": )" +
      (is_flat ? R"(1e-3, "position": [1, 0]})" : R"([1e-3, 1e-3, 1e-3], "position": [1, 0, 0]})") +
      R"(],
    "joints": [{"name": "wall", "type": "weld", "a": "ground.origin", "b": "bar.origin"},
               {"name": "grip", "type": "weld", "a": "bar.end", "b": "hand.origin"}],
    "forces": [{"name": "pull", "type": "force", "marker": "hand.origin", )" +
      vector(-3, 0.7, 0.4) + R"(}, {"name": "turn", "type": "torque", "marker": "hand.origin", )" +
      (is_flat ? R"("z": )" + number(0.4 * load) : vector(0.05, -0.2, 0.3)) +
      R"(}], "outputs": ["bar.end.x"]})";
  const std::string path = file_of(text, elasticity + std::to_string(dimension) + number(load));
  const StaticsResult found = statics_of(all(), {.case_name = path});
  const SystemInfo& info = found.header.system->info();
  std::vector<double> values;
  for (int k = 0; k < info.n_q(); ++k)
    if (info.q[k].name.starts_with("hand.")) values.push_back(found.equilibrium.state.q[k]);
  return Eigen::Map<const Vector>(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// u₂ belongs to Green's strain of the same elements: W(q + q₂) = ½ qᵀKq up to terms of fourth
/// order. So displacements under forces and moments agree with it to the second order of the load.
/// Linear elasticity agrees to the first.
TEST(GeometricStiffening, HasAllTermsOfSecondOrderOfGreensStrain) {
  for (const int dimension : {2, 3}) {
    const auto error = [&](const std::string& elasticity, double load) {
      return (end_of(elasticity, dimension, load) - end_of("green", dimension, load)).norm();
    };
    constexpr double load = 0.4;
    const double linear = error("linear", load), geometric = error("geometric", load);
    const double linear_order = std::log2(linear / error("linear", load / 2)),
                 order = std::log2(geometric / error("geometric", load / 2));
    EXPECT_GT(linear, 5 * geometric) << dimension;
    EXPECT_NEAR(linear_order, 2, 0.3) << dimension;
    EXPECT_GT(order, 2.8) << dimension;
  }
}

}  // namespace geometric_loads_test
}  // namespace pleuel::testing
