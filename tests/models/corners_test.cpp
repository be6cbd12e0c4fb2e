// Forces with corners by the motion: stops, curves, piecewise formulas. No step passes over one.
#include <cmath>
#include <fstream>

#include "models/model_runs.hpp"

namespace pleuel::testing {
namespace corners_test {

constexpr double g = 9.81;

/// A body that is thrown up along a guide, with a linear stop at the height 0.5 m.
std::string thrown(double speed, double stiffness) {
  return R"({"pleuel": 2, "name": "thrown", "dimension": 2, "gravity": [0, -9.81],
    "ground": {"markers": {"G": {"at": [0, 0], "angle": "90 deg"}}},
    "bodies": [{"name": "b", "mass": 1, "inertia": 1, "angle": "90 deg", "velocity": [0, )" +
         std::to_string(speed) + R"(]}],
    "joints": [{"name": "j", "type": "prismatic", "a": "ground.G", "b": "b.origin"}],
    "forces": [{"name": "st", "type": "stop", "a": "ground.G", "b": "b.origin", "along": "position",
                "upper": 0.5, "exponent": 1, "stiffness": )" +
         std::to_string(stiffness) + R"(}],
    "outputs": ["b.y", "b.vy"], "simulation": {"until": 0.65}})";
}

/// Its height at 0.65 s: up to the stop, half a period and a little in it, and down.
double height(double speed, double stiffness) {
  const double at_stop = std::sqrt(speed * speed - 2 * g * 0.5), omega = std::sqrt(stiffness);
  const double contact = 2 * std::atan(omega * at_stop / g) / omega;
  const double fall = 0.65 - (speed - at_stop) / g - contact;
  return 0.5 - at_stop * fall - 0.5 * g * fall * fall;
}

/// 1 kg at 1 m/s, slowed down by a force that is a triangle over 4 cm.
constexpr const char* bump = R"json({"pleuel": 2, "name": "bump", "dimension": 2,
  "bodies": [{"name": "b", "mass": 1, "inertia": 1, "velocity": [1, 0]}],
  "joints": [{"name": "j", "type": "prismatic", "a": "ground.origin", "b": "b.origin"}],
  "measures": [{"name": "x", "type": "position", "a": "ground.origin", "b": "b.origin"}],
  "forces": [{"name": "s", "type": "force", "marker": "b.com",
              "x": "-1000 N/m*max(0, 0.02 m - abs(x - 0.7 m))"}],
  "outputs": ["b.x", "b.vx"], "simulation": {"until": 3}})json";

/// A mass on a spring whose curve has four corners.
constexpr const char* curve = R"({"pleuel": 2, "name": "curve", "dimension": 2,
  "bodies": [{"name": "b", "mass": 1, "inertia": 1, "position": [1.8, 0]}],
  "joints": [{"name": "j", "type": "prismatic", "a": "ground.origin", "b": "b.origin"}],
  "forces": [{"name": "s", "type": "spring-damper", "a": "ground.origin", "b": "b.origin", "free_length": 1,
     "spring_curve": {"points": [[-0.5, -10], [0, 0], [0.2, 1], [0.5, 10]], "beyond": "hold"}}],
  "outputs": ["b.x", "b.vx"], "simulation": {"until": 5}})";

double spring(double x) {
  if (x < -0.5) return -10;
  if (x < 0) return 20 * x;
  if (x < 0.2) return 5 * x;
  if (x < 0.5) return 1 + 30 * (x - 0.2);
  return 10;
}

struct State {
  double x, v;
};

/// Of the mass on the curve at 5 s, by 10⁶ steps of Heun's method: to about 1e-10.
State on_curve() {
  State y{1.8, 0};
  constexpr int n = 1'000'000;
  constexpr double h = 5.0 / n;
  for (int i = 0; i < n; ++i) {
    const double a = -spring(y.x - 1), x = y.x + h * y.v, v = y.v + h * a;
    y = {y.x + 0.5 * h * (y.v + v), y.v + 0.5 * h * (a - spring(x - 1))};
  }
  return y;
}

std::vector<std::string> adaptive_methods() {
  std::vector<std::string> names;
  for (const Method& method : all().methods) names.push_back(method.name);
  return names;
}

TEST(Corners, NoMethodStepsOverAStopThatIsTouchedForAMillisecond) {
  for (const std::string& method : adaptive_methods())
    for (const double speed : {3.1351, 3.2, 3.1633}) {
      const RunResult result = run_file(file_of(thrown(speed, 1e6), std::to_string(speed)), {}, method, 1e-7);
      ASSERT_EQ(result.status, RunStatus::ok) << method << ": " << result.message;
      // A run that misses the stop is wrong by 0.08 m or more.
      EXPECT_NEAR(output(result, "b.y"), height(speed, 1e6), 1e-3) << method << ", " << speed << " m/s";
    }
}

TEST(Corners, ABumpInAFormulaTakesItsEnergy) {
  for (const std::string& method : adaptive_methods()) {
    const RunResult result = run_file(file_of(bump), {}, method, 1e-7);
    ASSERT_EQ(result.status, RunStatus::ok) << method << ": " << result.message;
    EXPECT_NEAR(output(result, "b.vx"), std::sqrt(0.2), 1e-4) << method;  // 0.4 J of 0.5 J
  }
}

TEST(Corners, OfACurveAreNoSourceOfErrors) {
  const State exact = on_curve();
  for (const double tolerance : {1e-6, 1e-8}) {
    const RunResult result = run_file(file_of(curve), {}, "radau5", tolerance);
    ASSERT_EQ(result.status, RunStatus::ok) << result.message;
    // Some 200 steps, each wrong by the tolerance at most. Without corners it is 11000 tolerances.
    EXPECT_NEAR(output(result, "b.x"), exact.x, 200 * tolerance);
    EXPECT_NEAR(output(result, "b.vx"), exact.v, 200 * tolerance);
  }
}

TEST(Corners, AreSeenBesideABranchThatIsNotANumber) {
  std::string text = bump;
  text.replace(text.find("-1000 N/m"), 9, "if(x < 5 m, 0 N, if(sqrt(x/(1 m) - 5) > 1, 1 N, 2 N)) - 1000 N/m");
  const RunResult result = run_file(file_of(text), {}, "radau5", 1e-7);
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_NEAR(output(result, "b.vx"), std::sqrt(0.2), 1e-4);
}

TEST(Corners, StepsOfGivenSizeAreNotCut) {
  RunRequest request = request_of(file_of(bump), {.name = {}, .method = "radau5"});
  request.step = 0.01;
  const RunResult result = run(all(), request);
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_EQ(result.statistics.accepted, 300);
}

/// It slides to where a force that jumps holds it from both sides.
TEST(Corners, AForceThatPushesBackFromBothSidesDoesNotEndTheRun) {
  const RunResult result = run_file(file_of(R"json({"pleuel": 2, "name": "held", "dimension": 2,
    "bodies": [{"name": "b", "mass": 1, "inertia": 1, "velocity": [1, 0]}],
    "joints": [{"name": "j", "type": "prismatic", "a": "ground.origin", "b": "b.origin"}],
    "measures": [{"name": "x", "type": "position", "a": "ground.origin", "b": "b.origin"}],
    "forces": [{"name": "f", "type": "force", "marker": "b.com", "x": "-2 N*sign(x - 0.3 m) - 1 N s/m*x.rate"}],
    "outputs": ["b.x"], "simulation": {"until": 1}})json"));
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_LT(result.statistics.steps, 2000);
}

/// A body that meets a stop of 1 mm at 1000 m/s.
TEST(Corners, AShortContactOfABodyInFreeFlightIsNotPassedOver) {
  const char* bullet = R"({"pleuel": 2, "name": "bullet", "dimension": 2,
    "ground": {"markers": {"T": [333, 0]}},
    "bodies": [{"name": "b", "mass": 1, "inertia": 1, "velocity": [1000, 0]}],
    "joints": [{"name": "j", "type": "prismatic", "a": "ground.origin", "b": "b.origin"}],
    "forces": [{"name": "s", "type": "stop", "a": "ground.T", "b": "b.origin", "along": "distance",
                "lower": 0.001, "stiffness": 1e12, "exponent": 1}],
    "outputs": ["b.vx"], "simulation": {"until": 1}})";
  for (const auto& [formulation, method] :
       {std::pair("ggl1", "radau5"), std::pair("rcd0", "radau"), std::pair("rcd1", "bdf")}) {
    const RunResult result = run_file(file_of(bullet), formulation, method);
    ASSERT_EQ(result.status, RunStatus::ok) << result.message;
    EXPECT_NEAR(output(result, "b.vx"), -1000, 0.01) << formulation << method;
  }
}

/// A force that jumps from π to −π N at x = π, 3π, …
TEST(Corners, TheCutOfAtan2OfMeasuresIsOne) {
  const char* saw = R"json({"pleuel": 2, "name": "saw", "dimension": 2,
    "bodies": [{"name": "b", "mass": 1, "inertia": 1, "velocity": [3, 0]}],
    "joints": [{"name": "j", "type": "prismatic", "a": "ground.origin", "b": "b.origin"}],
    "measures": [{"name": "x", "type": "position", "a": "ground.origin", "b": "b.origin"}],
    "forces": [{"name": "f", "type": "force", "marker": "b.origin",
                "x": "(1 N)*atan2(sin(x/(1 m)), cos(x/(1 m)))"}],
    "outputs": ["b.x"], "simulation": {"until": 2}})json";
  // ẍ = x up to x = π, where v² = 9 + π²; then ẍ = x − 2π.
  const double pi = std::acos(-1.0), v = std::sqrt(9 + pi * pi), first = std::asinh(pi / 3);
  const double rest = 2 - first, x = 2 * pi - pi * std::cosh(rest) + v * std::sinh(rest);
  for (const char* method : {"radau5", "radau", "bdf"})
    EXPECT_NEAR(output(run_file(file_of(saw), "rcd0", method), "b.x"), x, 2e-6) << method;
}

}  // namespace corners_test
}  // namespace pleuel::testing
