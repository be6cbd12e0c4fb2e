// The published slider crank [MM08, II.19] from the parts of a planar model: its rod is an elastic
// body.
#pragma once

#include <cmath>
#include <numbers>

#include "model/element_bench.hpp"
#include "pleuel/fem/beam_shapes.hpp"
#include "pleuel/fem/shape_energy.hpp"
#include "pleuel/problem/slider_crank.hpp"

namespace pleuel::testing {

/// The four shapes: two sines across, two parabolas along.
inline fem::BeamShapesData published_rod() {
  constexpr double pi = std::numbers::pi;
  using P = SliderCrankParameters;
  using fem::Curve;
  const double l = P::l2, h = P::h;
  const auto sine = [l](int n) {
    return [k = n * pi / l](double x) {
      return Curve{std::sin(k * x), k * std::cos(k * x), -k * k * std::sin(k * x)};
    };
  };
  const auto middle = [l](double x) {
    return Curve{4 * x / l * (1 - x / l), (4 - 8 * x / l) / l, -8 / (l * l)};
  };
  const auto end = [l](double x) { return Curve{x / l * (2 * x / l - 1), (4 * x / l - 1) / l, 4 / (l * l)}; };
  return {.length = l,
          .section = {.material = {.modulus = 2e11, .poisson = 0.3, .density = P::rho},
                      .area = h * P::d,
                      .inertia = P::d * h * h * h / 12,
                      .rotary = fem::RotaryInertia::neglected},
          .shapes = {{{}, sine(1)}, {{}, sine(2)}, {middle, {}}, {end, {}}}};
}

struct RodConstants {
  fem::ShapeIntegrals<2> integrals;
  Matrix stiffness;
  std::vector<Matrix> coupling;  ///< of the nonlinear k_Δ(q)
};

/// Puts another number for π into the closed forms of the constants: those of the shapes
/// themselves, sin(πx/l2) with that π, are not the published ones, because these sines neither
/// vanish at the end nor are orthogonal (q1 differs by 4e-8 then).
inline void replace_pi(double pi, RodConstants& rod) {
  const double ratio = std::numbers::pi / pi, mass = rod.integrals.m;
  rod.integrals.c2 *= ratio;
  rod.integrals.c21 *= ratio;
  rod.stiffness.topLeftCorner(2, 2) *= std::pow(ratio, -4);
  // ½ π² E d h/l2²; beside β = 80/(9π²) it has no π
  rod.coupling[3].diagonal() *= std::pow(ratio, -2);
  Matrix B = rod.integrals.B.dense();
  B(0, 2) *= ratio * ratio * ratio;
  B(0, 3) = mass * (8 / (pi * pi * pi) - 1 / pi);
  B(1, 3) *= ratio;
  B.bottomLeftCorner(2, 2) = -B.topRightCorner(2, 2).transpose();
  rod.integrals.B = fem::full_matrix(B);
}

/// The rod as printed: the longitudinal block of its mass without 1/15, its moment of inertia with
/// ten digits.
inline std::shared_ptr<const BuiltBody> published_elastic_rod(double pi, SliderCrankParameters::Beam beam) {
  const fem::BeamShapes shapes(published_rod());
  RodConstants constants{shapes.integrals(), shapes.stiffness(), shapes.coupling()};
  if (pi != std::numbers::pi) replace_pi(pi, constants);
  Matrix M = constants.integrals.M.dense();
  M.bottomRightCorner(2, 2) *= 15;
  constants.integrals.M = fem::full_matrix(M);
  constants.integrals.J0 = SliderCrankParameters::J2;
  auto rod = std::make_shared<BuiltBody>();
  fem::FlexibleBodyData<2> data{.integrals = constants.integrals,
                                .stiffness = fem::full_matrix(constants.stiffness)};
  if (beam == SliderCrankParameters::Beam::nonlinear)
    data.nonlinear = std::make_shared<fem::ShapeEnergy>(constants.stiffness, constants.coupling);
  rod->equations = std::make_shared<fem::FlexibleBody<2>>(std::move(data));
  for (const char* name : {"q1", "q2", "q3", "q4"}) rod->deformations.push_back({name, "m"});
  return rod;
}

/// Bodies crank, rod, slider; the crank turns with Ω; gravity does not act. The rod's far end is at
/// (l2 + q4, 0) in its frame.
inline BuiltDescription general_slider_crank(
    double pi, SliderCrankParameters::Beam beam = SliderCrankParameters::Beam::linear) {
  using P = SliderCrankParameters;
  const ModelCatalogue& all = standard_model_catalogue();
  BuiltDescription d;
  d.name = "general-slider-crank";
  d.dimension = 2;
  const Eigen::Vector3d middle(P::l1 / 2, 0, 0), pin(P::l1, 0, 0), end(P::l1 + P::l2, 0, 0);
  Eigen::Matrix3d turn = Eigen::Matrix3d::Zero(), block = Eigen::Matrix3d::Zero();
  turn(2, 2) = P::J1 - P::m1 * P::l1 * P::l1 / 4;
  block(2, 2) = 1e-4;  // it does not turn
  d.bodies.push_back({.name = "crank", .mass = P::m1, .com = middle, .inertia = turn, .place = "test"});
  d.bodies.push_back({.name = "rod", .position = pin, .place = "test"});
  d.flexible_bodies[1] = published_elastic_rod(pi, beam);
  d.bodies.push_back({.name = "slider", .mass = P::m3, .inertia = block, .position = end, .place = "test"});
  d.markers.push_back({.name = "ground.O"});
  d.markers.push_back({.name = "crank.foot", .body = 0});
  d.markers.push_back({.name = "crank.tip", .body = 0, .position = pin});
  d.markers.push_back({.name = "rod.start", .body = 1});
  d.markers.push_back({.name = "rod.end", .body = 1});
  d.flexible_markers = {{3, {}}, {4, {{P::l2, 0, 0}, {{0, 3, 1.0}}}}};
  d.markers.push_back({.name = "slider.pin", .body = 2});
  const auto joint = [&](const char* type, const char* name, int a, int b) {
    d.joints.push_back(element_of(type_named(all.joints, type), name, {a, b}, 2, {}));
  };
  joint("revolute", "bearing", 0, 1);
  joint("revolute", "pin", 2, 3);
  joint("revolute", "wrist", 4, 5);
  joint("prismatic", "guide", 0, 5);
  d.drivers.push_back(element_of(type_named(all.drivers, "angle"), "motor", {0, 1}, 2,
                                 {{"value", function_of("150*t", {"t"})}}));
  return d;
}

/// Where the unknowns of the coded problem, φ1, φ2, x3, q1 … q4, are among the coordinates of the
/// general one.
inline std::vector<int> coded_coordinates(const SystemInfo& info) {
  const int first = info.n_q() - 4;
  return {2, 5, 6, first, first + 1, first + 2, first + 3};
}

/// The start of the coded problem in the coordinates of the general one. Markers of the rod, which
/// have no mass, are left where the model has them: a consistent start moves them alone.
inline void take_start(const SliderCrankInitialValues& coded, Model& model) {
  using P = SliderCrankParameters;
  const auto at = coded_coordinates(model.system->info());
  for (int k = 0; k < 7; ++k) {
    model.q0[at[k]] = coded.q[k];
    model.v0[at[k]] = coded.v[k];
  }
  model.v0[1] = 0.5 * P::l1 * coded.v[0];
  model.v0[4] = P::l1 * coded.v[0];
}

}  // namespace pleuel::testing
