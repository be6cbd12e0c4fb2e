// Viscoplastic tetrahedra and fibre points of beams, quasi-static and in mechanisms.
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <tuple>

#include "material/point_test.hpp"
#include "models/model_runs.hpp"
#include "pleuel/model/material_set.hpp"

namespace pleuel::testing {
namespace viscoplastic_space_test {

RunResult run_ok(const std::string& text, const std::string& suffix, const ModelRun& wanted) {
  RunResult result = run(all(), request_of(file_of(text, suffix), wanted));
  EXPECT_EQ(result.status, RunStatus::ok) << suffix << ": " << result.message;
  return result;
}

// A bar of tetrahedra under a traction: held for 50 s, reversed within 2 s.
std::string solid_bar(const std::string& set, double stress) {
  return R"model({"pleuel": 2, "name": "bar", "dimension": 3, "parameters": {"p": ")model" +
         std::to_string(stress) +
         R"model( Pa"},
  "bodies": [{"name": "bar", "type": "flexible",
    "mesh": {"type": "box", "length": "10 mm", "height": "4 mm", "width": "3 mm", "cells": [2, 1, 1],
             "corner": [0, 0, 0], "element": "Tet10"},
    "material": {"law": ")model" +
         set + R"model(", "density": 7900},
    "frame": {"type": "supports", "fix": {"left": "x", "bottom": "y", "back": "z"}},
    "tractions": [{"set": "right", "value": ["p*max(-1, min(1, min(t/(1 s), 51 - t/(1 s))))", 0, 0]}]
}],
  "joints": [{"name": "vice", "type": "weld", "a": "ground.origin", "b": "bar.origin"}],
  "outputs": [{"field": "bar.ep11", "at": "max"}, {"field": "bar.ep11", "at": "min"},
              {"field": "bar.ep22", "at": "max"}, {"field": "bar.ep33", "at": "min"},
              {"field": "bar.plastic_strain", "at": "max"}, {"field": "bar.plastic_strain", "at": "min"},
              {"field": "bar.stress11", "at": "max"}, {"field": "bar.stress22", "at": "max"}],
  "simulation": {
  "formulation" : "qs", "until" : 60, "breakpoints" : [ 1, 50, 51, 52 ]
}
})model";
}

TEST(ViscoplasticTetrahedra, InTensionAreMaterialPointsUnderEveryLaw) {
  const std::pair<const char*, double> sets[] = {{"SS316-S-600C", 150e6},
                                                 {"INCO718-650C", 700e6},
                                                 {"Grade91-500C", 250e6},
                                                 {"Perzyna-steel", 300e6},
                                                 {"Norton-example", 300e6}};
  for (const auto& [set, p] : sets) {
    const auto law = make_material(material_set(set), material::StressState::uniaxial);
    const Curve point = run_point(law,
                                  {.kind = MaterialTestKind::path,
                                   .path_times = {0, 1, 50, 52, 60},
                                   .path = {{"sigma11", {0, p, p, -p, -p}}}},
                                  {50, 60}, {.rtol = 1e-10, .atol = 1e-14});
    for (const int k : {0, 1}) {
      const double t = k == 0 ? 50 : 60, w = point.at("ep11", k), accumulated = point.at("p", k);
      ASSERT_GT(accumulated, 1e-9) << set;
      const RunResult bar =
          run_ok(solid_bar(set, p), set,
                 {.name = "", .tolerance = 1e-10, .until = t, .method = "radau5", .atol = 1e-14});
      const auto expect = [&](const char* name, double wanted) {
        EXPECT_NEAR(output(bar, std::string("bar.") + name), wanted, 1e-7 * accumulated)
            << set << " at " << t;
      };
      expect("ep11.max", w);
      expect("ep11.min", w);
      expect("ep22.max", -0.5 * w);
      expect("ep33.min", -0.5 * w);
      expect("plastic_strain.max", accumulated);
      expect("plastic_strain.min", accumulated);
      EXPECT_NEAR(output(bar, "bar.stress11.max"), k == 0 ? p : -p, 1e-7 * p) << set;
      EXPECT_NEAR(output(bar, "bar.stress22.max"), 0, 1e-7 * p) << set;
    }
  }
}

/// A cantilever of one material in the plane: L × h × b with a force F at its end.
struct Cantilever {
  double L = 0.2, h = 0.004, b = 0.003;
  std::string material = R"model({"law": "norton", "parameters": {"E": 150e9, "nu": 0.3, "rate": 1e-6,
      "sigma0": 100e6, "n": 5}, "density": 7900})model";
  double F = 1.2e8 * b * h * h / 6 / L;

  std::string text(const std::string& body, const std::string& force) const {
    const std::string numbers = "\"L\": " + std::to_string(L) + ", \"h\": " + std::to_string(h) +
                                ", \"b\": " + std::to_string(b) + ", \"F\": " + std::to_string(F);
    return R"model({"pleuel": 2, "name": "bar", "dimension": 2, "parameters": {)model" + numbers + R"model(},
      "bodies": [{"name": "bar", "type": "flexible", "material": )model" +
           material + ", " + body + R"model(}], "forces": [)model" + force + R"model(],
      "joints": [{"name": "vice", "type": "weld", "a": "ground.origin", "b": "bar.origin"}],
      "outputs": [{"marker": "bar.end", "parts": ["uy"]}], "simulation": {"formulation": "qs", "until": 1}})model";
  }
  std::string of_fibres(int elements, int fibres) const {
    return text(
        R"model("mesh": {"type": "beam", "length": "L", "elements": )model" + std::to_string(elements) +
            R"model(}, "section": {"height": "h", "width": "b", "shear": true, "fibres": )model" +
            std::to_string(fibres) +
            R"model(}, "frame": {"type": "tangent", "set": "start"}, "markers": {"end": {"set": "end"}})model",
        R"model({"name": "F", "type": "force", "marker": "bar.end", "y": "F"})model");
  }
  std::string of_triangles(int nx, int ny) const {
    return text(R"model("mesh": {"type": "box", "length": "L", "height": "h", "cells": [)model" +
                    std::to_string(nx) + ", " + std::to_string(ny) + R"model(]}, "thickness": "b",
      "frame": {"type": "supports", "fix": {"left": "x", "left_middle": "y"}},
      "tractions": [{"set": "right", "value": [0, "F/(b*h)"]}], "markers": {"end": {"set": "right_middle"}})model",
                "");
  }
};

TEST(FibresOfBeams, BendAsConvergedTrianglesDo) {
  Cantilever creeping, steel;
  steel.material = R"model({"law": "SS316-S-600C", "density": 7900})model";
  // Norton's law turns the stresses of the root far from the elastic ones within 1000 s; the steel
  // yields at once.
  for (const auto& [bar, suffix, least] : {std::tuple{creeping, "norton", 0.3}, {steel, "steel", 0.005}}) {
    const auto deflection = [&](const std::string& text, const char* kind, double t) {
      return output(run_ok(text, std::string(suffix) + kind,
                           {.name = "", .tolerance = 1e-7, .until = t, .method = "radau5", .atol = 1e-10}),
                    "bar.end.uy");
    };
    const std::string fibres = bar.of_fibres(24, 32);
    const double elastic = deflection(fibres, "fibres", 1e-6), beam = deflection(fibres, "fibres", 1000),
                 body = deflection(bar.of_triangles(48, 10), "fine", 1000),
                 coarse = deflection(bar.of_triangles(32, 6), "coarse", 1000);
    EXPECT_LT(std::abs(coarse - body), 5e-4 * body) << suffix;  // it has converged to 3 digits
    EXPECT_GT(beam - elastic, least * elastic) << suffix;
    EXPECT_NEAR(beam, body, 5e-4 * body) << suffix;
  }
}

/// ∫|y|^p of a rectangle, h along y.
double rectangle_moment(double h, double b, double p) { return 2 * b * std::pow(h / 2, p + 1) / (p + 1); }
/// Of a tube: ∫r^(p + 1) dr ∫|cos|^p, the latter by the midpoint rule.
double tube_moment(double R, double r, double p) {
  double angles = 0;
  const int n = 100000;
  for (int k = 0; k < n; ++k) angles += std::pow(std::abs(std::cos(2 * std::numbers::pi * (k + 0.5) / n)), p);
  return (std::pow(R, p + 2) - std::pow(r, p + 2)) / (p + 2) * angles * 2 * std::numbers::pi / n;
}

/// A cantilever in space with a force of the size F across it.
std::string spatial_cantilever(const std::string& section, const std::string& along, double F,
                               const std::string& direction) {
  return R"model({"pleuel": 2, "name": "bar", "dimension": 3, "parameters": {"F": )model" +
         std::to_string(F) + R"model(},
  "bodies": [{"name": "bar", "type": "flexible", "mesh": {"type": "beam", "points": [[0, 0, 0], )model" +
         along + R"model(], "elements": 8},
    "material": {"law": "norton", "parameters": {"E": 150e9, "nu": 0.3, "rate": 1e-6, "sigma0": 100e6, "n": 3},
                 "density": 7900}, "section": )model" +
         section +
         R"model(, "frame": {"type": "tangent", "set": "start"}, "markers": {"end": {"set": "end"}}}],
  "forces": [{"name": "F", "type": "force", "marker": "bar.end", )model" +
         direction + R"model(}],
  "joints": [{"name": "vice", "type": "weld", "a": "ground.origin", "b": "bar.origin"}],
  "outputs": [{"marker": "bar.end", "parts": ["ux", "uy", "uz"]}],
  "simulation": {"formulation": "qs", "until": 1}})model";
}

TEST(FibresOfBeams, DeflectInSteadyCreepAsTheFormulaSays) {
  // κ̇ = rate (M/(sigma0 ∫|y|^(1 + 1/n)))^n, M = F (L − s): the end moves at rate (F/…)^n
  // L^(n+2)/(n + 2). The stresses are steady once creep exceeds the elastic strains many
  // times. Near the middle they are steep, so fibres err like their distance to the power 2 + 1/n.
  const double L = 0.2, h = 0.004, b = 0.003, R = 0.003, r = 0.002, n = 3;
  struct Case {
    const char *name, *section, *along, *direction;
    double moment, F;
    Eigen::Vector3d towards;
  };
  const Case cases[] = {
      {"height", R"model({"height": 0.004, "width": 0.003, "y": [0, 1, 0], "fibres": [48, 2]})model",
       "[0.2, 0, 0]", R"model("y": "F")model", rectangle_moment(h, b, 1 + 1 / n), 4,
       Eigen::Vector3d::UnitY()},
      {"width", R"model({"height": 0.004, "width": 0.003, "y": [0, 1, 0], "fibres": [2, 48]})model",
       "[0.2, 0, 0]", R"model("z": "F")model", rectangle_moment(b, h, 1 + 1 / n), 3,
       Eigen::Vector3d::UnitZ()},
      // the same along another axis
      {"turned", R"model({"height": 0.004, "width": 0.003, "y": [0, 0, 1], "fibres": [48, 2]})model",
       "[0, 0.2, 0]", R"model("z": "F")model", rectangle_moment(h, b, 1 + 1 / n), 4,
       Eigen::Vector3d::UnitZ()},
      {"tube", R"model({"radius": 0.003, "inner_radius": 0.002, "fibres": [3, 200]})model", "[0.2, 0, 0]",
       R"model("y": "0.6*F", "z": "0.8*F")model", tube_moment(R, r, 1 + 1 / n), 9,
       Eigen::Vector3d(0, 0.6, 0.8)}};
  for (const Case& c : cases) {
    const std::string text = spatial_cantilever(c.section, c.along, c.F, c.direction);
    const auto end_at = [&](double t) {
      const RunResult result = run_ok(
          text, c.name, {.name = "", .tolerance = 1e-8, .until = t, .method = "radau5", .atol = 1e-11});
      return Eigen::Vector3d(output(result, "bar.end.ux"), output(result, "bar.end.uy"),
                             output(result, "bar.end.uz"));
    };
    const double wanted = 1e-6 * std::pow(c.F / (100e6 * c.moment), n) * std::pow(L, n + 2) / (n + 2);
    const Eigen::Vector3d first = end_at(30000), last = end_at(40000), elastic = end_at(1e-6);
    ASSERT_GT(first.norm(), 5 * elastic.norm()) << c.name;
    EXPECT_LT(((last - first) / 1e4 - wanted * c.towards).norm(), 1e-3 * wanted) << c.name;
  }
}

/// An arm of fibres with a mass at its end, turned by a driver; in space about the axis x.
std::string driven_arm(bool is_spatial) {
  const std::string place = is_spatial ? R"model("position": [0, 0, 0],
    "orientation": {"axis": [1, 1, 1], "angle": "120 deg"},)model"
                                       : "";
  const std::string section =
      is_spatial ? R"model({"height": "h", "width": "b", "y": [0, 1, 0], "fibres": [8, 2]})model"
                 : R"model({"height": "h", "width": "b", "fibres": 8})model";
  const std::string ground = is_spatial ? R"model({"z": [1, 0, 0], "x": [0, 1, 0]})model" : "[0, 0]";
  const std::string outputs = is_spatial ? R"model({"marker": "arm.end", "parts": ["ux", "uy", "uz"]})model"
                                         : R"model({"marker": "arm.end", "parts": ["ux", "uy"]})model";
  return R"model({"pleuel": 2, "name": "arm", "dimension": )model" + std::string(is_spatial ? "3" : "2") +
         R"model(,
  "parameters": {"L": "0.2 m", "h": "6 mm", "b": "8 mm"},
  "ground": {"markers": {"pivot": )model" +
         ground + R"model(}},
  "bodies": [{"name": "arm", "type": "flexible", )model" +
         place + R"model( "mesh": {"type": "beam", "length": "L", "elements": 4},
    "material": {"law": "SS316-S-600C", "density": 7900}, "section": )model" +
         section + R"model(, "damping": {"beta": "10 us"}, "frame": {"type": "tangent", "set": "start"},
    "markers": {"end": {"set": "end"}}},
   {"name": "mass", "mass": "1 kg", "inertia": 1e-3, )model" +
         (is_spatial
              ? R"model("position": [0, "L", 0], "orientation": {"axis": [1, 1, 1], "angle": "120 deg"})model"
              : R"model("position": ["L", 0])model") +
         R"model(}],
  "joints": [{"name": "pivot", "type": "revolute", "a": "ground.pivot", "b": "arm.origin"},
             {"name": "end", "type": ")model" +
         (is_spatial ? "spherical" : "revolute") + R"model(", "a": "arm.end", "b": "mass.origin"}],
  "drivers": [{"name": "motor", "type": "angle", "a": "ground.pivot", "b": "arm.origin",
               "value": "1.5*smoothstep(t, 0 s, 0.2 s)"
}],
  "outputs": [)model" +
         outputs +
         R"model(, "motor.torque", {"field": "arm.ep11", "at": "max"}, {"field": "arm.ep11", "at": "min"},
    {"field": "arm.stress11", "at": "max"}, {"field": "arm.plastic_strain", "at": "max"}, {"energy": "total"}],
  "simulation": {"until": 0.15}})model";
}

TEST(FibresOfBeams, OfAPlanarArmInSpaceMoveAsInThePlane) {
  const ModelRun wanted{
      .name = "", .tolerance = 1e-9, .formulation = "ggl1", .method = "radau5", .atol = 1e-11};
  const RunResult flat = run_ok(driven_arm(false), "flat", wanted),
                  solid = run_ok(driven_arm(true), "solid", wanted);
  EXPECT_GT(output(flat, "arm.plastic_strain.max"), 1e-3);
  for (const char* name : {"arm.end.ux", "arm.end.uy", "motor.torque", "arm.ep11.max", "arm.ep11.min",
                           "arm.stress11.max", "arm.plastic_strain.max", "energy.total"})
    EXPECT_NEAR(output(solid, name), output(flat, name), 1e-6 * std::abs(output(flat, name))) << name;
  EXPECT_NEAR(output(solid, "arm.end.uz"), 0, 1e-12);
}

RunResult bracket(const std::string& formulation, const std::string& method, double tolerance,
                  Settings settings) {
  settings["size"] = "70 mm";
  return run_model({.name = "viscoplastic-bracket",
                    .tolerance = tolerance,
                    .until = 0.3,
                    .settings = std::move(settings),
                    .formulation = formulation,
                    .method = method,
                    .atol = 1e-2 * tolerance});
}

TEST(ViscoplasticBracket, YieldsAlikeUnderUnlikeMethodsAndSpendsItsEnergyAsHeat) {
  const RunResult radau = bracket("ggl1", "radau", 1e-6, {}), mebdf = bracket("psi1", "mebdf", 1e-5, {});
  EXPECT_GT(output(radau, "bracket.plastic_strain.max"), 1.5e-4);
  for (const char* name : {"bracket.end.uy", "bracket.end.uz", "bracket.plastic_strain.max"})
    EXPECT_NEAR(output(mebdf, name), output(radau, name), 5e-4 * std::abs(output(radau, name))) << name;
  EXPECT_LT(std::abs(radau.energy_drift), 1e-6);
}

TEST(ViscoplasticBracket, WithoutFlowIsElastic) {
  const RunResult frozen = bracket("ggl1", "radau5", 1e-5, {{"D0", "1e-300"}});
  std::ifstream file(model_path("viscoplastic-bracket"));
  std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto replace = [&](const std::string& from, const std::string& to) {
    const auto place = text.find(from);
    ASSERT_NE(place, std::string::npos) << from;
    text.replace(place, from.size(), to);
  };
  replace(R"model("law": "SS316-S-600C", "parameters": {"D0": "D0"})model",
          R"model("young": 150e9, "poisson": 0.3)model");
  replace(
      R"model({"field": "bracket.von_mises", "at": "max"}, {"field": "bracket.plastic_strain", "at": "max"}, )model",
      "");
  const RunResult elastic = run_ok(text, "elastic",
                                   {.name = "",
                                    .tolerance = 1e-5,
                                    .until = 0.3,
                                    .settings = {{"size", "70 mm"}},
                                    .formulation = "ggl1",
                                    .method = "radau5",
                                    .atol = 1e-7});
  EXPECT_LE(output(frozen, "bracket.plastic_strain.max"), 2 / std::sqrt(3.0) * 1e-300 * 0.3);
  for (const char* name : {"basket.x", "basket.y", "basket.z"})
    EXPECT_NEAR(unknown(frozen, name), unknown(elastic, name), 1e-6) << name;
}

}  // namespace viscoplastic_space_test
}  // namespace pleuel::testing
