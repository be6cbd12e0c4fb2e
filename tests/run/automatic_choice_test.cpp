// The automatic choice of formulation and method.
#include "pleuel/run/choice/automatic_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/mechanics/formulation/level_drift.hpp"
#include "pleuel/problem/one_mass.hpp"
#include "pleuel/problem/spring_pendulum_equations.hpp"
#include "pleuel/run/choice/fastest_rates.hpp"
#include "pleuel/run/choice/work_model.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace automatic_choice_test {

const Catalogue& catalogue() {
  static const Catalogue all = standard_catalogue();
  return all;
}

RunRequest request_for(const std::string& name, double rtol = 1e-6) {
  RunRequest request;
  request.case_name = name;
  request.tolerance = {.rtol = rtol, .atol = rtol};
  return request;
}

std::string model(const std::string& name) {
  return std::string(PLEUEL_SOURCE_DIR) + "/models/" + name + ".json";
}

bool has_digit(const std::string& text) {
  return std::ranges::any_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

TEST(AutomaticChoice, EqualRequestsGetEqualPairsReasonsAndBits) {
  for (const std::string& name : {std::string("andrews"), model("four-bar")}) {
    RunRequest request = request_for(name);
    request.until = name == "andrews" ? 0.01 : 0.3;
    const RunResult first = run(catalogue(), request), second = run(catalogue(), request);
    EXPECT_EQ(first.header.formulation.name, second.header.formulation.name);
    EXPECT_EQ(first.header.method.name, second.header.method.name);
    EXPECT_EQ(first.header.formulation.reason, second.header.formulation.reason);
    EXPECT_EQ(first.header.method.reason, second.header.method.reason);
    EXPECT_TRUE(first.y == second.y) << name;
  }
}

TEST(AutomaticChoice, TheReasonsOfAConstrainedMotionNameNumbers) {
  for (const std::string& name : {std::string("slider-crank"), model("flyball")}) {
    const RunPlan made = plan(catalogue(), request_for(name, 1e-4));
    EXPECT_TRUE(made.names.formulation.is_automatic());
    EXPECT_TRUE(made.names.method.is_automatic());
    EXPECT_TRUE(has_digit(made.names.method.reason) || has_digit(made.names.formulation.reason))
        << made.names.method.reason << "\n"
        << made.names.formulation.reason;
  }
}

TEST(AutomaticChoice, AGivenPairIsTakenAsItIs) {
  RunRequest request = request_for("andrews");
  request.formulation = "ggl1";
  request.method = "radau5";
  const RunPlan made = plan(catalogue(), request);
  EXPECT_EQ(made.names.formulation.name, "ggl1");
  EXPECT_EQ(made.names.method.name, "radau5");
  EXPECT_FALSE(made.names.formulation.is_automatic());
  EXPECT_FALSE(made.names.method.is_automatic());
}

TEST(AutomaticChoice, AGivenMethodGetsAFormulationAndAGivenFormulationAMethod) {
  RunRequest request = request_for("andrews");
  request.method = "bdf";
  RunPlan made = plan(catalogue(), request);
  EXPECT_EQ(made.names.method.name, "bdf");
  EXPECT_FALSE(made.names.method.is_automatic());
  EXPECT_TRUE(made.names.formulation.is_automatic());
  request.method.reset();
  request.formulation = "ovd1";
  made = plan(catalogue(), request);
  EXPECT_EQ(made.names.formulation.name, "ovd1");
  EXPECT_FALSE(made.names.formulation.is_automatic());
  EXPECT_TRUE(made.names.method.is_automatic());
}

TEST(AutomaticChoice, TheNameAutoStandsForAnOmittedOneAndPrecedesTheModelFile) {
  RunRequest request = request_for(model("spin-up-beam"));
  const RunPlan by_file = plan(catalogue(), request);
  request.formulation = request.method = automatic_name;
  const RunPlan made = plan(catalogue(), request);
  EXPECT_TRUE(made.names.formulation.is_automatic());
  EXPECT_TRUE(made.names.method.is_automatic());
  EXPECT_NE(made.names.formulation.name, automatic_name);
  EXPECT_NE(made.names.method.name, automatic_name);
}

TEST(AutomaticChoice, ConstantStepsHaveTheDefaultsOfLowestRank) {
  RunRequest request = request_for("pendulum");
  request.step = 0.01;
  const RunPlan made = plan(catalogue(), request);
  EXPECT_EQ(made.names.formulation.name, for_constrained_motion(catalogue()).name);
  EXPECT_EQ(made.names.method.name, usual_method(catalogue()).name);
}

TEST(AutomaticChoice, ASettingThatThePairOfLowestRankHasNotNeedsItsMethod) {
  RunRequest request = request_for("andrews");
  request.settings = {{"max_order", "9"}};
  EXPECT_THROW((void)plan(catalogue(), request), InvalidInput);
  request.method = "radau";
  EXPECT_EQ(plan(catalogue(), request).names.method.name, "radau");
}

// Over 200 s a linear or quadratic drift of the pilot becomes large; what is chosen must stay below
// the tolerance, which is rtol (1 + |q|) with |q| = 1 m.
TEST(AutomaticChoice, AFormulationThatDriftsIsOnlyTakenIfItsDriftStaysBelowTheTolerance) {
  for (const double until : {1.0, 200.0}) {
    RunRequest request = request_for("pendulum", 1e-5);
    request.method = "radau";
    request.until = until;
    const RunResult result = run(catalogue(), request);
    EXPECT_LE(result.residuals.position, 2e-5) << result.header.formulation.name;
    EXPECT_NE(result.header.formulation.reason.find("drift"), std::string::npos);
  }
}

TEST(AutomaticChoice, ErrorsStayWithinAHundredTolerances) {
  struct Sample {
    const char* name;
    double rtol;
  };
  for (const Sample& sample :
       {Sample{"pendulum", 1e-4}, Sample{"pendulum", 1e-8}, Sample{"andrews", 1e-5}, Sample{"andrews", 1e-8},
        Sample{"stiff-pendulum", 1e-6}, Sample{"spring-pendulum", 1e-6}, Sample{"slider-crank", 1e-4}}) {
    const RunResult result = run(catalogue(), request_for(sample.name, sample.rtol));
    ASSERT_EQ(result.status, RunStatus::ok) << sample.name;
    ASSERT_TRUE(result.comparison) << sample.name;
    // mescd: −log10 of the largest |y − r| / (1 + |r|), as atol = rtol
    EXPECT_GE(result.comparison->mescd, -std::log10(100 * sample.rtol)) << sample.name << " " << sample.rtol;
  }
}

Motion at_rest(ConstVec q, ConstVec v) { return {.t = 0, .q = q, .v = v}; }

// m ẍ = −k x: ω = √(k/m).
TEST(FastestRates, AMassOnASpringHasItsFrequency) {
  for (const double k : {1.0, 1e6}) {
    const auto system = one_mass_system({.m = 4, .k = k});
    const Vector q{{0.1}}, v{{0.3}};
    const auto rates = fastest_rates(*system, at_rest(view(q), view(v)));
    ASSERT_TRUE(rates);
    EXPECT_NEAR(rates->frequency, std::sqrt(k / 4), 1e-3 * std::sqrt(k / 4));
    EXPECT_NEAR(rates->decay, 0, 1e-6);
    EXPECT_EQ(rates->states, 0);
  }
}

// The model states prices, not times: more rows, entries or unknowns never cost less.
TEST(WorkModel, LargerEquationsCostMore) {
  const EquationSizes small{.n_v = 7, .n_saddle = 13, .n_plain = 13, .entries = 120, .n_y = 27};
  EquationSizes large = small;
  large.n_saddle = 19;
  large.entries = 240;
  const Statistics work{
      .steps = 10, .rhs = 90, .jacobians = 10, .factorizations = 20, .solves = 70, .iterations = 30};
  EXPECT_GT(WorkModel(large).of_implicit(work), WorkModel(small).of_implicit(work));
  EXPECT_GT(WorkModel(large).of_explicit(work), WorkModel(small).of_explicit(work));
  EXPECT_GT(WorkModel(small).factor_complex(), WorkModel(small).factor());
}

}  // namespace automatic_choice_test
}  // namespace pleuel
