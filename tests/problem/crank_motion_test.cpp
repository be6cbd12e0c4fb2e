// The slider crank with a prescribed motion given as a formula.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/mechanics/driven_system.hpp"
#include "pleuel/problem/model_problem.hpp"
#include "pleuel/problem/slider_crank.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace crank_motion_test {

Case crank_with(const std::string& motion) {
  const Problem problem = slider_crank_problem(read_motion);
  return problem.build(OptionValues(problem.options, {{"motion", motion}}));
}

RunResult run_of(const Settings& settings, double rtol = 1e-7) {
  RunRequest request;
  request.case_name = "slider-crank";
  request.formulation = "rcd1";
  request.method = "radau5";
  request.tolerance = {.rtol = rtol, .atol = rtol};
  request.settings = settings;
  return run(standard_catalogue(), request);
}

double of_name(const RunResult& result, const std::string& name) {
  for (const Output& output : result.outputs)
    if (output.name == name) return output.value;
  ADD_FAILURE() << "no output " << name;
  return 0;
}

std::string refusal_of(const std::string& motion) {
  try {
    (void)crank_with(motion);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(CrankMotion, EntersTheThreeLevelsWithItsExactDerivatives) {
  const Case driven = crank_with("0.3 + 40*t + 900*sin(2*t)^2"), published = crank_with("omega*t");
  const auto with = driven.system->make_evaluator(), without = published.system->make_evaluator();
  const Vector q{{0.8, -0.35, 0.37, 2e-3, -1e-3, 4e-4, 7e-4}}, v{{150, -60, -9, 0.7, -0.3, 0.2, 0.4}};
  const Vector a = 10 * v;
  const double t = 0.04, omega = 150;
  const auto rows = [&](SystemEvaluator& evaluator) {
    Matrix levels(3, 3);
    Vector place(3);
    const Motion at{.t = t, .q = q, .v = v, .a = a};
    evaluator.rows(at, {.position = place});
    levels.col(0) = place;
    evaluator.rows(at, {.velocity = place});
    levels.col(1) = place;
    evaluator.rows(at, {.acceleration = place});
    levels.col(2) = place;
    return levels;
  };
  // sin² 2t = (1 − cos 4t)/2
  const double r = 0.3 + 40 * t + 450 * (1 - std::cos(4 * t)), rate = 40 + 1800 * std::sin(4 * t),
               acceleration = 7200 * std::cos(4 * t);
  Matrix change = Matrix::Zero(3, 3);
  change.row(2) << omega * t - r, omega - rate, -acceleration;
  EXPECT_LE((rows(*with) - rows(*without) - change).cwiseAbs().maxCoeff(), 1e-12 * acceleration);
}

TEST(CrankMotion, OfUniformSpeedGivesThePublishedDigits) {
  const RunResult formula = run_of({{"motion", "150 rad/s*t"}, {"start", "rigid"}});
  const RunResult published = run_of({{"start", "rigid"}});
  ASSERT_EQ(formula.status, RunStatus::ok) << formula.message;
  EXPECT_EQ(formula.statistics.steps, published.statistics.steps);
  // Both differ by rounding, which the stiffness of the rod amplifies in accelerations.
  EXPECT_LE((formula.y - published.y).head(14).cwiseAbs().maxCoeff(), 1e-8 * 150);
  EXPECT_FALSE(formula.comparison) << "reference digits belong to the published motion only";
}

// In the limit of a rigid rod, the mechanism is a model of three rigid bodies.
TEST(CrankMotion, OfAnAcceleratingCrankAgreesWithAModelFile) {
  const std::string model = R"({
    "pleuel": 2, "name": "rigid", "dimension": 2,
    "parameters": {"l1": "0.15 m", "l2": "0.3 m"},
    "bodies": [
      {"name": "crank", "mass": "0.36 kg", "com": ["l1/2", 0], "inertia": "0.002727 kg*m^2 - 0.36 kg*l1^2/4",
       "angular_velocity": "20 rad/s", "markers": {"pin": ["l1", 0]}},
      {"name": "rod", "mass": "0.151104 kg", "com": ["l2/2", 0],
       "inertia": "0.0045339259 kg*m^2 - 0.151104 kg*l2^2/4", "position": ["l1", 0],
       "velocity": [0, "l1*20 rad/s"], "angular_velocity": "-20 rad/s*l1/l2", "markers": {"end": ["l2", 0]}},
      {"name": "slider", "mass": "0.075552 kg", "inertia": 0, "position": ["l1 + l2", 0]}],
    "joints": [
      {"name": "bearing", "type": "revolute", "a": "ground.origin", "b": "crank.origin"},
      {"name": "crankpin", "type": "revolute", "a": "crank.pin", "b": "rod.origin"},
      {"name": "wristpin", "type": "revolute", "a": "rod.end", "b": "slider.origin"},
      {"name": "slide", "type": "prismatic", "a": "ground.origin", "b": "slider.origin"}],
    "drivers": [{"name": "motor", "type": "angle", "a": "ground.origin", "b": "crank.origin",
                 "value": "20 rad/s*t + 700 rad/s^2*t^2"}],
    "outputs": ["rod.phi", "slider.x", "motor.torque"],
    "simulation": {"until": "0.1 s"}})";
  Catalogue catalogue = standard_catalogue();
  catalogue.problems = {model_problem_from(model)};
  catalogue.problems.front().name = "rigid";
  RunRequest request;
  request.case_name = "rigid";
  request.formulation = "ggl1";
  request.method = "radau5";
  request.tolerance = {.rtol = 1e-9, .atol = 1e-9};
  const RunResult rigid = run(catalogue, request);
  ASSERT_EQ(rigid.status, RunStatus::ok) << rigid.message;
  const RunResult elastic = run_of({{"motion", "20*t + 700*t^2"}, {"E", "2e15"}});
  ASSERT_EQ(elastic.status, RunStatus::ok) << elastic.message;
  const double torque = of_name(rigid, "motor.torque");
  EXPECT_NEAR(elastic.y[0], 20 * 0.1 + 700 * 0.01, 1e-6);
  EXPECT_NEAR(of_name(elastic, "phi2"), of_name(rigid, "rod.phi"), 1e-6);
  EXPECT_NEAR(of_name(elastic, "x3"), of_name(rigid, "slider.x"), 1e-6);
  EXPECT_NEAR(-of_name(elastic, "lambda3"), torque, 1e-3 * std::abs(torque));
}

TEST(CrankMotion, StartsOnTheFormula) {
  const Case driven = crank_with("pi/3 + 60*t");
  EXPECT_NEAR(driven.q0[0], 1.0471975511965976, 1e-15);
  EXPECT_EQ(driven.v0[0], 60);
  Vector place(3);
  const auto evaluator = driven.system->make_evaluator();
  evaluator->rows({.t = 0, .q = driven.q0}, {.position = place});
  EXPECT_LE(place.cwiseAbs().maxCoeff(), 1e-16);
  evaluator->rows({.t = 0, .q = driven.q0, .v = driven.v0}, {.velocity = place});
  EXPECT_LE(place.cwiseAbs().maxCoeff(), 1e-14);
}

TEST(CrankMotion, IsRefusedWithPlaceAndRemedy) {
  const auto contains = [](const std::string& text, const std::string& word) {
    return text.find(word) != std::string::npos;
  };
  const std::string unknown = refusal_of("speed*t");
  EXPECT_TRUE(contains(unknown, "--set motion") && contains(unknown, "speed")) << unknown;
  EXPECT_TRUE(contains(refusal_of("omega*"), "--set motion")) << refusal_of("omega*");
  EXPECT_TRUE(contains(refusal_of("3 kg"), "must be an angle")) << refusal_of("3 kg");
  EXPECT_TRUE(contains(refusal_of("sqrt(t)"), "not finite at t = 0")) << refusal_of("sqrt(t)");
  EXPECT_THROW((void)run_of({{"motion", "if(t < 0.01, 0, 1)"}}), InvalidInput) << "the angle jumps";
}

}  // namespace crank_motion_test
}  // namespace pleuel
