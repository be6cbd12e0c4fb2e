// Loads and prescribed displacements of elastic bodies, against closed forms.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/model_runs.hpp"

namespace pleuel::testing {
namespace loads_test {

using std::numbers::pi;

RunResult run_loaded(const std::string& text, const std::string& suffix = {}, double tolerance = 1e-8,
                     const std::string& formulation = {}, const std::string& method = {}) {
  RunResult result = run_file(file_of(text, suffix), formulation, method, tolerance);
  EXPECT_EQ(result.status, RunStatus::ok) << result.message;
  return result;
}

// A bar held at x = 0 whose end follows a (1 − cos wt), from rest. With c² = E/ρ
//
//     u = ū x/L + Σ q_n sin(nπx/L),   q̈_n + ω_n² q_n = 2 (−1)ⁿ/(nπ) ṻ,   ω_n = nπc/L
constexpr double a = 1e-3, w = 300, L = 1, E = 1e7, density = 1000, area = 0.05 * 0.01, t_end = 0.05;

double amplitude(int n) {
  const double omega = n * pi * std::sqrt(E / density) / L;
  return (n % 2 == 0 ? 2 : -2) / (n * pi) * a * w * w * (std::cos(w * t_end) - std::cos(omega * t_end)) /
         (omega * omega - w * w);
}
constexpr int n_terms = 20000;  // q_n falls like n⁻³
double displacement(double x) {
  double u = a * (1 - std::cos(w * t_end)) * x / L;
  for (int n = 1; n <= n_terms; ++n) u += amplitude(n) * std::sin(n * pi * x / L);
  return u;
}

const std::string moved_bar = R"j({"pleuel": 2, "name": "bar", "dimension": 2,
  "parameters": {"a": "1 mm", "w": "300 rad/s"},
  "bodies": [{"name": "bar", "type": "flexible",
    "mesh": {"type": "box", "length": 1, "height": 0.05, "cells": [CELLS, 1]},
    "material": {"young": "1e7 Pa", "poisson": 0, "density": 1000}, "thickness": "10 mm", FRAME,
    "markers": {"middle": {"node": [0.5, 0]}, "end": {"set": "right"}}}],
  "joints": [{"name": "wall", "type": "weld", "a": "ground.origin", "b": "bar.origin"}],
  "outputs": ["bar.middle.ux", {"marker": "bar.end", "parts": ["ux"]}, "wall.fx", {"energy": "total"}],
  "simulation": {"until": 0.05}})j";

std::string with(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

const std::string end_moves = R"j("frame": {"type": "supports", "fix": {"left": "xy"}},
    "displacements": [{"set": "right", "x": "a*(1 - cos(w*t))"}])j";
/// The frame holds nothing: it is the ground's, and both ends are given.
const std::string both_given = R"j("frame": {"type": "supports", "fix": {}},
    "displacements": [{"set": "left", "x": 0, "y": 0}, {"set": "right", "x": "a*(1 - cos(w*t))*x/(1 m)"}])j";

TEST(PrescribedDisplacements, OfABarsEndHaveTheClosedForm) {
  const double middle = displacement(L / 2);
  std::vector<double> errors;
  for (const char* cells : {"10", "20", "40"}) {
    const RunResult result =
        run_loaded(with(with(moved_bar, "CELLS", cells), "FRAME", end_moves), cells, 1e-9);
    errors.push_back(std::abs(output(result, "bar.middle.ux") - middle));
    EXPECT_NEAR(output(result, "bar.end.ux"), a * (1 - std::cos(w * t_end)), 1e-11);
    EXPECT_LT(std::abs(result.energy_drift), 1e-9);  // of 0.29 J; λ does the work of the end
  }
  // The acceleration of the end jumps at the start, and the wave that it sends has a kink in its
  // slope's rate: order 3 at best. Halving the cells twice reduces the error more than tenfold.
  EXPECT_LT(errors[2], 1e-6 * a);
  EXPECT_LT(errors[2], errors[0] / 10);
}

TEST(PrescribedDisplacements, HoldABodyThatItsFrameDoesNot) {
  const std::string text = with(moved_bar, "CELLS", "10");
  const RunResult held = run_loaded(with(text, "FRAME", end_moves), "-held"),
                  given = run_loaded(with(text, "FRAME", both_given), "-given");
  for (const char* name : {"bar.middle.ux", "wall.fx", "energy.total"})
    EXPECT_NEAR(output(given, name), output(held, name), 1e-6 * std::abs(output(held, name))) << name;
}

TEST(PrescribedDisplacements, ActThroughTheFrame) {
  // The wall carries both ends: momentum of the bar, m ∂²/∂t² of its mean displacement. By parts
  // −EA u'(0) + EA u'(L) with u' from the series (of n⁻² terms, alternating).
  double slope_0 = a * (1 - std::cos(w * t_end)) / L, slope_L = slope_0;
  for (int n = 1; n <= n_terms; ++n) {
    slope_0 += amplitude(n) * n * pi / L;
    slope_L += amplitude(n) * n * pi / L * (n % 2 == 0 ? 1 : -1);
  }
  const RunResult result = run_loaded(with(with(moved_bar, "CELLS", "40"), "FRAME", end_moves), "", 1e-9);
  EXPECT_NEAR(output(result, "wall.fx"), E * area * (slope_L - slope_0), 0.01 * 50);
}

TEST(PrescribedDisplacements, AreTheSameUnderEveryFormulation) {
  const std::string text = with(with(moved_bar, "CELLS", "4"), "FRAME", end_moves);
  const double reference = output(run_loaded(text, "", 1e-10, "ggl1", "radau5"), "bar.middle.ux");
  for (const auto& [formulation, method] :
       {std::pair("", "dop853"), std::pair("rcd0", "radau"), std::pair("rcd1", "bdf"),
        std::pair("psi1", "radau"), std::pair("ovd1", "radau5"), std::pair("ovd0", "radau5"),
        std::pair("psi0", "mebdf")})
    EXPECT_NEAR(output(run_loaded(text, "", 1e-8, formulation, method), "bar.middle.ux"), reference,
                100 * 1e-8)
        << formulation << ' ' << method;
  // Slow: quasi-static, u is linear along the bar.
  const RunResult slow = run_loaded(with(text, "300 rad/s", "0.3 rad/s"), "-slow", 1e-9, "qs", "bdf");
  EXPECT_NEAR(output(slow, "bar.middle.ux"), 0.5 * a * (1 - std::cos(0.3 * t_end)), 1e-12);
}

// A stiff arm from rest on a hinge, 1 m long, 0.1 m high, 10 mm thick, loaded by 100 N.
const std::string arm = R"j({"pleuel": 2, "name": "arm", "dimension": 2,
  "bodies": [{"name": "arm", "type": "flexible",
    "mesh": {"type": "box", "length": 1, "height": 0.1, "cells": [6, 1]},
    "material": {"young": "200 GPa", "poisson": 0.3, "density": 7800}, "thickness": "10 mm", "modes": 4,
    "frame": {"type": "tangent", "set": "left"}, "damping": {"ratio": 0.1},
    "tractions": [LOAD],
    "markers": {"tip": {"set": "right"}, "upper": {"set": "top"}}}],
  "joints": [{"name": "hinge", "type": "revolute", "a": "ground.origin", "b": "arm.origin"}],
  "outputs": ["arm.phi", "arm.tip.x", "arm.tip.y", {"energy": "kinetic"}, {"energy": "total"}],
  "simulation": {"until": 1.0}})j";

// Work over more than a turn. Strains are about 1e-6, so the arm is rigid to five digits.
TEST(Tractions, DoTheWorkThatTheirAxesSay) {
  const double edge = 0.1 * 0.01, top = 1 * 0.01;
  const RunResult turning =
      run_loaded(with(arm, "LOAD", R"j({"set": "right", "value": [0, "100 N/(0.001 m^2)"]})j"), "-body");
  EXPECT_GT(output(turning, "arm.phi"), 2 * pi);
  EXPECT_NEAR(output(turning, "energy.total"), 1e5 * edge * 1 * output(turning, "arm.phi"),
              1e-4 * output(turning, "energy.total"));
  const RunResult fixed = run_loaded(
      with(arm, "LOAD", R"j({"set": "right", "value": [0, "100 N/(0.001 m^2)"], "axes": "ground"})j"),
      "-ground");
  // Like a weight: a potential −F y.
  EXPECT_NEAR(output(fixed, "energy.total"), 1e5 * edge * output(fixed, "arm.tip.y"), 1e-4 * 100);
  EXPECT_LT(output(fixed, "arm.phi"), pi);
  // Pressure on the top turns with it; its moment about the hinge is p (L²/2) times the thickness.
  const RunResult pressed =
      run_loaded(with(arm, "LOAD", R"j({"set": "top", "pressure": "-10 kPa"})j"), "-pressure");
  EXPECT_NEAR(output(pressed, "energy.total"), 1e4 * top / 2 * output(pressed, "arm.phi"),
              1e-4 * output(pressed, "energy.total"));
  // Of the end it passes through the hinge, and the arm stays at rest.
  const RunResult radial =
      run_loaded(with(arm, "LOAD", R"j({"set": "right", "pressure": "10 kPa"})j"), "-radial");
  EXPECT_NEAR(output(radial, "arm.phi"), 0, 1e-7);
}

TEST(Tractions, KeepTheEnergyBalanceOnASoftFreeBody) {
  const std::string plate = R"j({"pleuel": 2, "name": "plate", "dimension": DIM,
    "bodies": [{"name": "plate", "type": "flexible", "angular_velocity": RATE,
      "mesh": {"type": "box", SIZE},
      "material": {"young": "1e6 Pa", "poisson": 0.3, "density": 1000}, THICK
      "frame": {"type": "tangent", "set": "left"}, "damping": {"beta": "1e-3 s"},
      "tractions": [{"set": "right", "value": ["2 kPa", "1 kPa*sin(20 rad/s*t)" THIRD], "axes": "ground"},
                    {"set": "top", "pressure": "3 kPa + 100 kPa/(1 m)*x*sin(9 rad/s*t)"}],
      "body_forces": [{"value": ["300 N/(1 m^3) + 1e4 N/(1 m^4)/(1 s)*y*t", 0 THIRD], "axes": "ground"}]
}],
    "outputs": [{"energy": "total"}], "simulation": {"until": 0.1}
})j";
  std::string planar = with(plate, "DIM", "2"), spatial = with(plate, "DIM", "3");
  planar = with(with(with(planar, "RATE", "3"), "SIZE", R"j("length": 0.2, "height": 0.1, "cells": [3, 2])j"),
                "THICK", R"j("thickness": "10 mm",)j");
  spatial = with(with(with(spatial, "RATE", "[1, 2, 3]"), "SIZE",
                      R"j("length": 0.2, "height": 0.1, "width": 0.05, "cells": [2, 1, 1])j"),
                 "THICK", "");
  for (const auto& text : {with(planar, "THIRD", ""), with(spatial, "THIRD", ", 100")}) {
    const RunResult result = run_loaded(text, "", 1e-8, "ggl1", "radau5");
    EXPECT_GT(output(result, "energy.total"), 1e-3);
    EXPECT_LT(std::abs(result.energy_drift), 1e-8);
  }
}

TEST(BodyForces, AreGravityWhereTheyAreItsWeight) {
  const std::string pendulum = R"j({"pleuel": 2, "name": "rod", "dimension": 3, GRAVITY
    "bodies": [{"name": "rod", "type": "flexible",
      "mesh": {"type": "box", "length": 0.5, "height": 0.02, "width": 0.02, "cells": [3, 1, 1]},
      "material": {"young": "1e8 Pa", "poisson": 0.3, "density": 1000},
      "frame": {"type": "tangent", "set": "left"}, "damping": {"beta": "1e-3 s"} FORCE}],
    "joints": [{"name": "hinge", "type": "revolute", "a": "ground.origin", "b": "rod.origin"}],
    "outputs": ["rod.x", "rod.p0", "rod.p3", "hinge.fx", "hinge.fy"], "simulation": {"until": 0.05}})j";
  const RunResult weight =
      run_loaded(with(with(pendulum, "GRAVITY", R"j("gravity": [0, -9.81, 0],)j"), "FORCE", ""), "-gravity",
                 1e-8, "ggl1", "radau5");
  const RunResult force =
      run_loaded(with(with(pendulum, "GRAVITY", ""), "FORCE",
                      R"j(, "body_forces": [{"value": [0, -9810, 0], "axes": "ground"}])j"),
                 "-force", 1e-8, "ggl1", "radau5");
  for (const char* name : {"rod.p0", "rod.p3", "hinge.fx", "hinge.fy"})
    EXPECT_NEAR(output(force, name), output(weight, name), 100 * 1e-8 * (1 + std::abs(output(weight, name))))
        << name;
}

// A cantilever under q per length across its deformed axis: w(L) = qL⁴/8EI, and the load leans by
// θ, so that the clamp carries −∫qθ = −q w(L) along x.
TEST(LineLoads, LeanWithTheSectionsOfABeam) {
  const std::string beam = R"j({"pleuel": 2, "name": "beam", "dimension": DIM,
    "bodies": [{"name": "beam", "type": "flexible", "mesh": {"type": "beam", "length": 1, "elements": 4},
      "material": {"young": "2e11 Pa", "poisson": 0.3, "density": 7800}, SECTION,
      "frame": {"type": "tangent", "set": "start"},
      "tractions": [{"value": VALUE, "axes": "section"}], "markers": {"tip": {"set": "end"}}}],
    "joints": [{"name": "clamp", "type": "weld", "a": "ground.origin", "b": "beam.origin"}],
    "outputs": [{"marker": "beam.tip", "parts": ["ux", "uy"]}, "clamp.fx", "clamp.fy"],
    "simulation": {"until": 1, "formulation": "qs"}})j";
  const double EI = 2e11 * 1e-9, q = 10, tip = q / (8 * EI);
  for (const auto& [dimension, section, value] :
       {std::tuple("2", R"j("section": {"area": 1e-4, "inertia": 1e-9})j",
                   R"j([0, "10 N/m*min(t/(1 s), 1)"])j"),
        std::tuple("3", R"j("section": {"area": 1e-4, "Iy": 1e-9, "Iz": 1e-9, "J": 2e-9, "y": [0, 1, 0]})j",
                   R"j([0, "10 N/m*min(t/(1 s), 1)", 0])j")}) {
    const RunResult result =
        run_loaded(with(with(with(beam, "DIM", dimension), "SECTION", section), "VALUE", value), dimension,
                   1e-8, "qs", "bdf");
    EXPECT_NEAR(output(result, "beam.tip.uy"), tip, 1e-6 * tip);
    EXPECT_NEAR(output(result, "clamp.fy"), -q, 1e-6 * q);
    EXPECT_NEAR(output(result, "clamp.fx"), q * tip, 1e-5 * q * tip);
  }
}

// A load that travels along a simply supported beam, as a bump of 20 cm: far below the critical
// speed the deflection is static, P x (L − x) … at midspan PL³/48EI for a point load.
TEST(LineLoads, MayTravel) {
  const std::string bridge = R"j({"pleuel": 2, "name": "bridge", "dimension": 2,
    "parameters": {"v": "0.05 m/s", "b": "0.05 m"},
    "bodies": [{"name": "bridge", "type": "flexible", "mesh": {"type": "beam", "length": 1, "elements": 20},
      "material": {"young": "2e11 Pa", "poisson": 0.3, "density": 7800},
      "section": {"area": 1e-4, "inertia": 1e-9, "axial": false},
      "frame": {"type": "supports", "fix": {"start": "y", "end": "y"}},
      "tractions": [{"value": [0, "-10 N/(1 m)/0.05*smoothstep(x, v*t - b, v*t)*(1 - smoothstep(x, v*t, v*t + b))"],
                     "axes": "ground"}],
      "markers": {
  "middle" : { "set" : "middle" }
}
}],
    "joints": [{"name": "hold", "type": "weld", "a": "ground.origin", "b": "bridge.origin"}],
    "outputs": ["bridge.middle.uy"], "simulation": {
  "until" : 10, "formulation" : "qs"
}
})j";
  const RunResult result = run_loaded(bridge, "", 1e-7, "qs", "bdf");
  // ∫ of the bump is 10 N; its width σ² = b²·(1/7)… lowers the deflection by less than 2 %.
  const double point = -10.0 / (48 * 2e11 * 1e-9);
  EXPECT_NEAR(output(result, "bridge.middle.uy"), point, 0.02 * std::abs(point));
}

// ----- doubts

bool has_remark(const RunResult& result, const std::string& words) {
  return std::ranges::any_of(all_remarks(result), [&](const std::string& remark) {
    return remark.find(words) != std::string::npos;
  });
}

const std::string pulled = R"j({"pleuel": 2, "name": "rod", "dimension": 2,
  "bodies": [{"name": "rod", "type": "flexible", "mesh": {"type": "box", "length": 1, "height": 0.1, "cells": CELLS},
    "material": {"young": "1 GPa", "poisson": 0.3, "density": 1000}, "thickness": 0.1,
    "frame": {"type": "tangent", "set": "left"}, MORE,
    "tractions": [{"set": "right", "value": VALUE}], "markers": {"tip": {"set": "right"}}}],
  "joints": [{"name": "wall", "type": "weld", "a": "ground.origin", "b": "rod.origin"}],
  "outputs": [{"marker": "rod.tip", "parts": ["uy"]}], "simulation": {"until": 0.01}})j";

std::string pulled_with(const std::string& cells, const std::string& more, const std::string& value) {
  return with(with(with(pulled, "CELLS", cells), "MORE", more), "VALUE", value);
}

TEST(LoadRemarks, SayWhatModesMissOfTheLoad) {
  // Two bending modes cannot stretch.
  const RunResult along = run_loaded(pulled_with("[8, 1]", "\"modes\": 2", R"j([1000, 0])j"), "-along");
  EXPECT_TRUE(has_remark(along, "shapes miss 100 % under the traction on 'right'"));
  const RunResult all =
      run_loaded(pulled_with("[2, 1]", "\"damping\": {\"beta\": 1e-4}", R"j([1000, 0])j"), "-all", 1e-5);
  EXPECT_FALSE(has_remark(all, "shapes miss"));
}

TEST(LoadRemarks, SayThatTractionsDoNotStiffen) {
  const RunResult result =
      run_loaded(pulled_with("[2, 1]", "\"elasticity\": \"geometric\", \"modes\": 2", R"j([1000, 0])j"));
  EXPECT_TRUE(has_remark(result, "neither stiffen nor buckle"));
}

// Undamped waves after a sudden load: accelerations of 1e9/s would dictate 1e7 s of work to index 1
// and to an explicit method alike.
TEST(AutomaticChoiceLong, DoesNotResolveTheWavesOfASuddenLoadByAnExplicitMethod) {
  const RunResult result =
      run(all(), request_of(file_of(pulled_with("[60, 12]", "\"damping\": {\"alpha\": 0}", R"j([0, 1000])j")),
                            {.name = "", .tolerance = 1e-5, .until = 0.3, .atol = 1e-6}));
  EXPECT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_EQ(result.header.formulation.name, "rcd1");
  EXPECT_EQ(result.header.method.name, "radau");
}

}  // namespace loads_test
}  // namespace pleuel::testing
