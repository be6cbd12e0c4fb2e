// The powers of all elements explain how the energy of a mechanism changes.
#include <cmath>

#include "outputs/sampled_outputs.hpp"

namespace pleuel::testing {
namespace element_powers_test {

/// A driven crank, a rod and a slider with a spring, a damper, a bushing, friction and an applied
/// force. The kinetic energy changes by the powers of all elements and of the weight. The
/// differences (8 (T₁ − T₋₁) − (T₂ − T₋₂))/12h err by h⁴ T⁽⁵⁾/30: 6e-5, 4e-6 … 1e-6 of the largest
/// power where the rider first swings on its bushing at 80 rad/s and once this is damped.
TEST(ElementPowers, OfAllElementsAndTheWeightAreTheRateOfTheKineticEnergy) {
  const std::string path =
      file_of(R"json({"pleuel": 2, "name": "powers", "dimension": 2, "gravity": [0, -9.81],
    "ground": {"markers": {"wall": [1.5, 0]}},
    "bodies": [{"name": "crank", "mass": "2 kg", "inertia": "0.02 kg*m^2", "com": [0.1, 0], "markers": {"pin": [0.2, 0]}},
               {"name": "rod", "mass": "1 kg", "inertia": "0.03 kg*m^2", "com": [0.3, 0], "position": [0.2, 0], "markers": {"end": [0.6, 0]}},
               {"name": "slider", "mass": "3 kg", "inertia": "0.1 kg*m^2", "position": [0.8, 0]},
               {"name": "rider", "mass": "0.5 kg", "inertia": "0.01 kg*m^2", "com": [0, 0.05], "position": [0.8, 0.1], "velocity": [0, 0]}],
    "joints": [{"name": "bearing", "type": "revolute", "a": "ground.origin", "b": "crank.origin"},
               {"name": "pin", "type": "revolute", "a": "crank.pin", "b": "rod.origin"},
               {"name": "wrist", "type": "revolute", "a": "rod.end", "b": "slider.origin"},
               {"name": "slide", "type": "prismatic", "a": "ground.origin", "b": "slider.origin"}],
    "drivers": [{"name": "M", "type": "angle", "a": "ground.origin", "b": "crank.origin", "value": "(6 rad/s)*t"}],
    "forces": [{"name": "S", "type": "spring-damper", "a": "ground.wall", "b": "slider.origin", "stiffness": "200 N/m",
                "damping": "5 N*s/m", "free_length": "0.6 m"},
               {"name": "B", "type": "bushing", "a": "slider.origin", "b": "rider.origin", "stiffness": [2000, 3000, 20],
                "damping": [20, 10, 0.1]},
               {"name": "R", "type": "friction", "joint": "slide", "viscous": "4 N*s/m"},
               {"name": "F", "type": "force", "marker": "rod.end", "x": "(5 N)*sin((3 rad/s)*t)", "y": "-8 N"}],
    "outputs": [{"name": "all", "formula": "M.power + S.power + B.power + R.power + F.power"},
                {"name": "weight", "formula": "-(9.81 m/s^2)*((2 kg)*crank.vy + (1 kg)*rod.vy + (3 kg)*slider.vy + (0.5 kg)*rider.vy)"},
                {"name": "driven", "formula": "M.power + F.power"}],
    "simulation": {"until": "1 s"}})json");
  const double h = 0.00125;
  const SampledOutputs r = sampled(path, 1e-10, h, 1.0, {"energy", "power"});
  const auto& T = r["kinetic_energy"];
  ASSERT_EQ(T.size(), 801u);
  const double largest = r.largest("all");
  for (std::size_t i = 2; i + 2 < T.size(); ++i) {
    const double rate = (8 * (T[i + 1] - T[i - 1]) - (T[i + 2] - T[i - 2])) / (12 * h);
    EXPECT_NEAR(rate, r["all"][i] + r["weight"][i], (r.t[i] < 0.2 ? 1e-4 : 1e-5) * largest) << r.t[i];
  }
  for (std::size_t i = 0; i < T.size(); ++i)
    EXPECT_NEAR(r["driven"][i], r["supplied_power"][i], 1e-11 * largest) << r.t[i];
}

/// supplied = dE/dt + dissipated: what elements give on markers of an elastic body is what the run
/// counts as supplied.
TEST(ElementPowers, OnFlexibleBodiesAreWhatTheRunCountsAsSupplied) {
  const std::string path = file_of(R"json({"pleuel": 2, "name": "beam", "dimension": 2, "gravity": [0, -9.81],
    "bodies": [{"name": "rod", "type": "flexible", "mesh": {"type": "beam", "length": "1 m", "elements": 3},
                "material": {"young": "2 GPa", "density": 1200}, "section": {"area": "4 cm^2", "inertia": "1 cm^4", "axial": false},
                "frame": {"type": "tangent", "set": "start"}, "damping": {"beta": "1e-3 s"}, "markers": {"tip": {"set": "end"}}}],
    "joints": [{"name": "pin", "type": "revolute", "a": "ground.origin", "b": "rod.origin"}],
    "drivers": [{"name": "M", "type": "angle", "a": "ground.origin", "b": "rod.origin", "value": "(1 rad)*smoothstep(t, 0 s, 0.5 s)"}],
    "forces": [{"name": "F", "type": "force", "marker": "rod.tip", "y": "(-20 N)*sin((9 rad/s)*t)", "axes": "marker"},
               {"name": "T", "type": "torque", "marker": "rod.tip", "z": "3 N*m"},
               {"name": "S", "type": "spring-damper", "a": "ground.origin", "b": "rod.tip", "force": "(50 N/m)*(length - 0.9 m)"}],
    "outputs": ["T.mz", "F.f", "S.force", "S.value", {"name": "all", "formula": "M.power + F.power + T.power + S.power"}],
    "simulation": {"until": "0.5 s"}})json");
  const SampledOutputs r = sampled(path, 1e-10, 0.05, 0.5, {"energy", "power"});
  for (std::size_t i = 0; i < r.t.size(); ++i) {
    EXPECT_NEAR(r["all"][i], r["supplied_power"][i], 1e-10 * r.largest("all")) << r.t[i];
    EXPECT_NEAR(r["T.mz"][i], 3, 1e-12);
    EXPECT_NEAR(r["F.f"][i], std::abs(20 * std::sin(9 * r.t[i])), 1e-11);
    EXPECT_NEAR(r["S.force"][i], -50 * (r["S.value"][i] - 0.9), 1e-11);
  }
}

}  // namespace element_powers_test
}  // namespace pleuel::testing
