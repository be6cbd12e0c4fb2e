// "Add a formulation" of CONTRIBUTING.md: one that only this file has.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace formulation_recipe_test {

/// The velocity level, stabilised:
///
///     q̇ = H v,   v̇ = a,   0 = M a + Gᵀλ − f,   ṡ = σ,   0 = (G v + g_t) + b g
///
/// As d/dt g(t, q) = G v + g_t, violations of the position level decay like e^(−bt). d-index 2.
Formulation stabilised1() {
  return {.name = "stabilised1",
          .title = "stabilised velocity level, index 2",
          .equations = "0 = (G v + g_t) + b g",
          .options = {{.name = "b", .default_value = "10", .help = "rate in 1/s", .minimum = 0}},
          .traits = {.rank = -1, .merit = "because it is the one of this test"},
          .rows = [](const OptionValues& values) {
            return FormulationRows{.name = "stabilised1",
                                   .constraints = {{.position = values.number("b"), .velocity = 1}},
                                   .constraint_level = 1,
                                   .index_a = 2};
          }};
}

Catalogue catalogue() {
  Catalogue all = standard_catalogue();
  all.formulations.push_back(stabilised1());
  return all;
}

RunRequest request(const std::optional<std::string>& formulation, double until) {
  return {.case_name = "pendulum",
          .formulation = formulation,
          .method = "radau5",
          .tolerance = {.rtol = 1e-8, .atol = 1e-8},
          .until = until};
}

TEST(FormulationRecipe, IsFoundByNameAndIsUnknownWithoutAnEntry) {
  EXPECT_EQ(catalogue().formulation("stabilised1").equations, "0 = (G v + g_t) + b g");
  EXPECT_THROW((void)standard_catalogue().formulation("stabilised1"), InvalidInput);
}

TEST(FormulationRecipe, IsChosenByItsRankWithItsMerit) {
  const RunResult result = run(catalogue(), request({}, 0.1));
  EXPECT_EQ(result.header.formulation.name, "stabilised1");
  EXPECT_NE(result.header.formulation.reason.find("the one of this test"), std::string::npos)
      << result.header.formulation.reason;
}

TEST(FormulationRecipe, AgreesWithTheOthersUnderEveryMethodThatTakesADae) {
  const Catalogue all = catalogue();
  const RunResult other = run(all, request("ggl1", 2));
  ASSERT_EQ(other.status, RunStatus::ok) << other.message;
  for (const Method& method : all.methods) {
    if (method.is_mechanical()) continue;
    RunRequest own = request("stabilised1", 2);
    own.method = method.name;
    const RunResult result = run(all, own);
    ASSERT_EQ(result.status, RunStatus::ok) << result.message;
    ASSERT_EQ(result.outputs.size(), other.outputs.size());
    // q and v; the error of a run is some hundred times its tolerance, that of order 2 more.
    for (int k = 0; k < 4; ++k)
      EXPECT_NEAR(result.y[k], other.y[k], method.traits.order > 2 ? 1e-5 : 1e-3) << method.name;
  }
}

TEST(FormulationRecipe, DriftsNoFurtherWhereTheVelocityLevelAloneDrifts) {
  const auto position = [](const char* formulation) {
    RunRequest loose = request(formulation, 100);
    loose.tolerance = {.rtol = 1e-5, .atol = 1e-5};
    const RunResult result = run(catalogue(), loose);
    EXPECT_EQ(result.status, RunStatus::ok) << result.message;
    return result.residuals.position;
  };
  EXPECT_LT(position("stabilised1"), 0.1 * position("rcd1"));
}

TEST(FormulationRecipe, LetsAViolationOfThePositionDecayAtItsRate) {
  const Catalogue all = catalogue();
  const Problem& pendulum = all.problem("pendulum");
  const auto system = pendulum.build(OptionValues(pendulum.options, {})).system;
  const Formulation& formulation = all.formulation("stabilised1");
  const double b = 3, x = 1.01;
  const auto dae = formulation.make(system, OptionValues(formulation.options, {{"b", "3"}}));
  // The pendulum in horizontal position has g = x² − 1, and 2 x v = −b g along the rod.
  const double g = x * x - 1, v = -b * g / (2 * x);
  // 2 x a + 2 v² + 2 b x v = 0 and a = −2 x λ of the unit mass; across the rod its weight.
  const double a = -(v * v + b * x * v) / x;
  Vector weight(2);
  const Vector q{{x, 0.0}}, velocity{{v, 0.0}}, zero = Vector::Zero(2), no_lambda = Vector::Zero(1);
  system->make_evaluator()->rows({.q = q, .v = velocity, .a = zero, .lambda = no_lambda},
                                 {.dynamics = view(weight)});
  const Vector acceleration{{a, -weight[1]}}, lambda{{-a / (2 * x)}};
  const Vector y = dae->assemble(q, velocity, acceleration, lambda, Vector());
  const Method& method = all.method("radau5");
  const double tolerance = 1e-9;
  const auto integrator = method.make(*dae, {.tolerance = {.rtol = tolerance, .atol = tolerance}},
                                      OptionValues(method.options, {}));
  integrator->start(0, y, dae->derivative(0, y), 1);
  for (const double t : {0.1, 0.5, 1.0}) {
    while (integrator->t() != t) ASSERT_TRUE(integrator->step(t).is_ok());
    const ConstVec now = integrator->y();
    EXPECT_NEAR(now[0] * now[0] + now[1] * now[1] - 1, g * std::exp(-b * t), 100 * tolerance);
  }
}

}  // namespace formulation_recipe_test
}  // namespace pleuel
