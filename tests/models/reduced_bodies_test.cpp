// Reduced elastic bodies in mechanisms, beside the same bodies with all unknowns.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/model_runs.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/model/built_description.hpp"
#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/file/model_reader.hpp"
#include "pleuel/run/part_modes.hpp"
#include "pleuel/run/reduction_errors.hpp"
#include "pleuel/run/simulation/simulate.hpp"

namespace pleuel::testing {
namespace reduced_bodies_test {

const double pi = std::numbers::pi;
constexpr double tolerance = 1e-9;

/// A crank whose speed varies, an elastic rod with a load at its middle, and a slider.
std::string crank(const std::string& reduction, const std::string& attach = "mean") {
  return R"({"pleuel": 2, "name": "crank", "dimension": 2,
  "bodies": [
    {"name": "crank", "mass": 0.36, "com": [0.075, 0], "inertia": 0.0007, "markers": {"pin": [0.15, 0]}},
    {"name": "rod", "type": "flexible",
     "mesh": {"type": "box", "length": 0.3, "height": 0.008, "cells": [10, 1]},
     "material": {"young": 1e10, "poisson": 0.3, "density": 7870}, "thickness": 0.008,
     "frame": {"type": "chord", "a": "left_middle", "b": "right_middle"}, "position": [0.15, 0],
     "damping": {"alpha": 20})" +
         reduction + R"(,
     "markers": {"big": {"set": "left", "attach": ")" +
         attach + R"("}, "small": {"set": "right", "attach": ")" + attach + R"("}}},
    {"name": "slider", "mass": 0.0756, "inertia": 1e-5, "position": [0.45, 0]}],
  "joints": [
    {"name": "bearing", "type": "revolute", "a": "ground.origin", "b": "crank.origin"},
    {"name": "crankpin", "type": "revolute", "a": "crank.pin", "b": "rod.big"},
    {"name": "wristpin", "type": "revolute", "a": "rod.small", "b": "slider.origin"},
    {"name": "slide", "type": "prismatic", "a": "ground.origin", "b": "slider.origin"}],
  "drivers": [{"name": "motor", "type": "angle", "a": "ground.origin", "b": "crank.origin",
    "value": "40 rad/s*t + (1 - cos(200 rad/s*t))*0.01 rad"}],
  "outputs": ["rod.phi"],
  "simulation": {"until": 0.05, "rtol": 1e-8, "atol": 1e-8}})";
}

std::string craig_bampton(int modes) {
  return R"(, "reduction": {"type": "craig-bampton", "interfaces": ["big", "small"], "modes": )" +
         std::to_string(modes) + "}";
}

/// Largest differences of a marker's position and force between two runs, sample by sample.
struct Difference {
  double motion = 0, force = 0;

  Difference(const Solution& a, const Solution& b, const std::string& marker) {
    EXPECT_EQ(a.t.size(), b.t.size());
    for (const char* axis : {"x", "y"}) {
      motion = std::max(
          motion, (a.of(marker + ".point." + axis) - b.of(marker + ".point." + axis)).cwiseAbs().maxCoeff());
      force = std::max(
          force, (a.of(marker + ".lambda_" + axis) - b.of(marker + ".lambda_" + axis)).cwiseAbs().maxCoeff());
    }
  }
};

Solution solved(const std::string& text) {
  Solution solution = simulate_text(text, {.rtol = tolerance,
                                           .atol = tolerance,
                                           .every = 0.05 / 400,
                                           .formulation = "rcd1",
                                           .method = "radau5",
                                           .settings = {{"sweeps", "3"}}});
  EXPECT_TRUE(solution.is_ok()) << solution.report.message;
  return solution;
}

ReductionErrors estimated(const std::string& path) {
  return reduction_errors(
      all(),
      {.of = {path, {{"sweeps", "3"}}}, .tolerance = tolerance, .formulation = "rcd1", .method = "radau5"});
}

/// The true error is at most three times the estimate, and the estimate at most ten times the true
/// error, down to what the tolerance of both runs can resolve.
TEST(CraigBamptonRod, HasErrorsAtItsMarkersThatItsEstimateBounds) {
  const Solution exact = solved(crank(""));
  for (const int modes : {0, 1, 2, 4, 6}) {
    const Solution reduced = solved(crank(craig_bampton(modes)));
    const ReductionErrors errors = estimated(file_of(crank(craig_bampton(modes)), std::to_string(modes)));
    ASSERT_EQ(errors.status, RunStatus::ok) << errors.message;
    ASSERT_EQ(errors.markers.size(), 2u);
    for (const MarkerError& e : errors.markers) {
      const Difference true_error(exact, reduced, e.marker);
      // Both runs have errors of the order of the tolerance, forces of ten times that.
      const double motion_floor = tolerance, force_floor = 10 * tolerance * e.largest_force;
      EXPECT_LE(true_error.motion, 3 * e.motion + motion_floor) << modes << e.marker;
      EXPECT_LE(e.motion, 10 * true_error.motion + motion_floor) << modes << e.marker;
      EXPECT_LE(true_error.force, 3 * e.force + force_floor) << modes << e.marker;
      EXPECT_LE(e.force, 10 * true_error.force + force_floor) << modes << e.marker;
    }
  }
}

/// A short block whose right side is loaded. Its interface keeps the statics exactly, so the
/// reduced body bends as the full one does, by constraints there and by its shapes here. Nodes that
/// move as one body make it stiffer than nodes that are loaded evenly.
TEST(RigidSets, BendAlikeInFullAndReducedBodies) {
  const auto sag = [](const std::string& attach, const std::string& reduction, const std::string& suffix) {
    const std::string text = R"({"pleuel": 2, "name": "block", "dimension": 2,
  "bodies": [{"name": "block", "type": "flexible",
    "mesh": {"type": "box", "length": 2, "height": 1, "cells": [2, 2]},
    "material": {"young": 1e6, "poisson": 0.3, "density": 1000}, "thickness": 0.1,
    "frame": {"type": "tangent", "set": "left"})" +
                             reduction + R"(, "markers": {"end": {"set": "right", "attach": ")" + attach +
                             R"("}}}],
  "joints": [{"name": "wall", "type": "weld", "a": "ground.origin", "b": "block.origin"}],
  "forces": [{"name": "load", "type": "force", "marker": "block.end", "x": 20, "y": -10}],
  "outputs": ["block.end.x", "block.end.y"]})";
    const StaticsResult result = statics_of(all(), {file_of(text, suffix)});
    return Eigen::Vector2d(result.outputs.at(0).value - 2, result.outputs.at(1).value);
  };
  const std::string few = R"(, "reduction": {"type": "craig-bampton", "interfaces": ["end"], "modes": 2})";
  const Eigen::Vector2d full = sag("rigid", "", "-full"), reduced = sag("rigid", few, "-few"),
                        mean = sag("mean", "", "-mean");
  EXPECT_LT((full - reduced).norm(), 1e-8 * full.norm());
  EXPECT_GT(std::abs(mean[1]), std::abs(full[1]) * 1.001);
  EXPECT_LT(mean[1], 0);
}

/// A pinned beam with the shape sin(πx/l) has the frequency π²√(EI/ρAl⁴) of Bernoulli and Euler;
/// the mesh interpolates the shape with an error of fourth order.
TEST(GivenShapes, ReproduceAClosedForm) {
  const std::string text = R"({"pleuel": 2, "name": "beam", "dimension": 2,
  "bodies": [{"name": "beam", "type": "flexible", "mesh": {"type": "beam", "length": 2, "elements": 16},
    "material": {"young": 2e11, "density": 7800}, "section": {"area": 1e-4, "inertia": 1e-9, "axial": false, "rotary": false},
    "frame": {"type": "chord", "a": "start", "b": "end"},
    "reduction": {"type": "normal", "modes": 0, "shapes": [["0 m", "sin(pi*x/2 m)*1 m"], ["0 m", "sin(pi*x/1 m)*1 m"]]}}],
  "joints": [{"name": "w", "type": "weld", "a": "ground.origin", "b": "beam.origin"}]})";
  const BuiltDescription built = build_bodies(read_model(file_of(text), text, standard_model_catalogue()));
  const ReductionReport& report = *built.flexible_body(0)->reduction;
  ASSERT_EQ(report.shapes.size(), 2u);
  const double lowest = pi * pi * std::sqrt(2e11 * 1e-9 / (7800 * 1e-4 * 16));
  // (π/16)⁴/720, the error of the interpolation's strain energy, is 2e-6.
  EXPECT_NEAR(report.shapes[0].omega, lowest, 1e-5 * lowest);
  EXPECT_NEAR(report.shapes[1].omega, 4 * lowest, 1e-4 * lowest);
  EXPECT_EQ(report.shapes[0].kind, "given shape");
}

/// The ratio of each mode of a reduced body is the one that the file gives.
TEST(DampingRatios, AreThoseOfTheFile) {
  const auto model = [](const std::string& damping) {
    return R"({"pleuel": 2, "name": "beam", "dimension": 2,
  "bodies": [{"name": "beam", "type": "flexible", "mesh": {"type": "beam", "length": 1, "elements": 12},
    "material": {"young": 2e11, "density": 7800}, "section": {"height": 0.01, "width": 0.01},
    "frame": {"type": "tangent", "set": "start"}, "damping": )" +
           damping + R"(, "reduction": {"type": "normal", "modes": 3}}],
  "joints": [{"name": "w", "type": "weld", "a": "ground.origin", "b": "beam.origin"}]})";
  };
  const auto ratios = [&](const std::string& damping, const std::string& suffix) {
    const std::string text = model(damping);
    const BuiltDescription built =
        build_bodies(read_model(file_of(text, suffix), text, standard_model_catalogue()));
    std::vector<double> list;
    for (const auto& shape : built.flexible_body(0)->reduction->shapes) list.push_back(shape.ratio);
    return list;
  };
  for (const double ratio : ratios(R"({"ratio": 0.02})", "-one")) EXPECT_NEAR(ratio, 0.02, 1e-9);
  const auto some = ratios(R"({"ratio": [0.01, 0.03]})", "-list");
  EXPECT_NEAR(some[0], 0.01, 1e-9);
  EXPECT_NEAR(some[1], 0.03, 1e-9);
  EXPECT_NEAR(some[2], 0.03, 1e-9);
  // Cantilever: (kl)² = 3.516, 22.03, 61.70, times √(EI/ρAl⁴) = 14.62 rad/s.
  const auto table = ratios(R"({"table": [["100 rad/s", 0.1], ["500 rad/s", 0.5]]})", "-table");
  EXPECT_NEAR(table[0], 0.1, 1e-9);
  EXPECT_NEAR(table[1], 22.03 * 14.618 / 1000, 1e-3);
  EXPECT_NEAR(table[2], 0.5, 1e-9);
}

TEST(PartModes, OfABodyWithARigidSetAreThoseOfItsCraigBamptonShapes) {
  const auto omega = [](const std::string& text, const std::string& suffix) {
    return part_modes_of(all(), {file_of(text, suffix)}, "rod").omega;
  };
  const Vector a = omega(crank("", "rigid"), "-full"), b = omega(crank(craig_bampton(10), "rigid"), "-few");
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(a[k], b[k], 1e-4 * a[k]) << k;
}

}  // namespace reduced_bodies_test
}  // namespace pleuel::testing
