// The published slider crank through the general code of elastic bodies: floating frame, markers,
// joints, driver.
#include "literature/general_slider_crank.hpp"

#include <gtest/gtest.h>

#include "pleuel/mechanics/smooth_start.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace general_slider_crank_test {

using namespace pleuel::testing;

using Beam = SliderCrankParameters::Beam;
constexpr double published_pi = SliderCrankParameters{}.pi;

/// What ships, and the general slider crank, whose case asks for so many sweeps.
Catalogue with_general(double pi, int sweeps = 0, Beam beam = Beam::linear) {
  Model model = build_model(general_slider_crank(pi, beam));
  take_start(slider_crank_initial_values({}, SliderCrankStart::smooth), model);
  Problem problem{.name = "general", .title = "general", .source = {}, .options = {}, .build = {}};
  problem.build = [model, sweeps](const OptionValues&) {
    Case c;
    c.name = "general";
    c.system = model.system;
    c.t_end = 0.1;
    c.q0 = model.q0;
    c.v0 = model.v0;
    c.s0 = model.s0;
    c.deformation = model.deformation;
    c.sweeps = sweeps;
    c.table_norm = [](double) { return std::optional<TableNorm>(); };
    return c;
  };
  Catalogue catalogue = standard_catalogue();
  catalogue.problems.push_back(problem);
  return catalogue;
}

RunRequest general_request(const std::string& formulation, double tolerance) {
  return {.case_name = "general",
          .formulation = formulation,
          .method = "radau5",
          .tolerance = {.rtol = tolerance, .atol = tolerance}};
}

/// Largest relative error of φ1, φ2, x3, q1 … q4.
double error(double pi, const std::string& formulation, double tolerance, Beam beam = Beam::linear) {
  const RunResult result = run(with_general(pi, 0, beam), general_request(formulation, tolerance));
  EXPECT_EQ(result.status, RunStatus::ok) << result.message;
  const auto reference = slider_crank_end_values(
      {.beam = beam, .pi = pi == published_pi ? PiDigits::published : PiDigits::exact});
  const auto at = coded_coordinates(build_model(general_slider_crank(pi)).system->info());
  double worst = 0;
  for (int k = 0; k < 7; ++k) worst = std::max(worst, std::abs(result.y[at[k]] / (*reference)[k] - 1));
  return worst;
}

/// At index 1 the error test sees accelerations and multipliers in full, so 1e-10 gives nine digits
/// of the coordinates.
TEST(GeneralSliderCrank, HasThePublishedSolutionToEightDigits) {
  EXPECT_LT(error(published_pi, "rcd0", 1e-10), 1e-8);
  EXPECT_LT(error(std::numbers::pi, "rcd0", 1e-10), 1e-8);
}

/// k_Δ(q) couples stretching and bending.
TEST(GeneralSliderCrank, HasTheNonlinearSolutionToEightDigits) {
  EXPECT_LT(error(published_pi, "rcd0", 1e-10, Beam::nonlinear), 1e-8);
  EXPECT_LT(error(std::numbers::pi, "rcd0", 1e-10, Beam::nonlinear), 1e-8);
  // Of a separate program, q1 … q4 at 0.1 s.
  const auto reference = slider_crank_end_values({.beam = Beam::nonlinear});
  const double q[] = {-1.180767242e-4, 2.365146456e-5, -5.475025864e-6, -8.702536727e-6};
  for (int k = 0; k < 4; ++k) EXPECT_NEAR((*reference)[3 + k], q[k], 1e-9 * std::abs(q[k])) << k;
}

/// Of index 2, a and λ are controlled less strictly; 1e-12 leaves 3e-7 in q3 and q4.
TEST(GeneralSliderCrank, HasItAlsoAtVelocityLevel) {
  EXPECT_LT(error(std::numbers::pi, "rcd1", 1e-12), 1e-6);
  EXPECT_LT(error(std::numbers::pi, "ggl1", 1e-12), 1e-6);
}

/// Markers of the rod are bodies without mass: part of the gross motion, tied to the deformation.
TEST(GeneralSliderCrank, HasTheSmoothStartOfTheCodedProblem) {
  Model model = build_model(general_slider_crank(std::numbers::pi));
  take_start(slider_crank_initial_values({}, SliderCrankStart::rigid), model);
  const SmoothStart general = smooth_start(*model.system, {.q = model.q0,
                                                           .v = model.v0,
                                                           .s = model.s0,
                                                           .deformation = model.deformation,
                                                           .sweeps = 3,
                                                           .horizon = 0.1});
  const Problem problem = slider_crank_problem();
  const Case c = problem.build(OptionValues(problem.options, {{"pi", "exact"}}));
  const SmoothStart coded = smooth_start(
      *c.system,
      {.q = c.q0, .v = c.v0, .s = c.s0, .deformation = c.deformation, .sweeps = 3, .horizon = 0.1});
  for (int k = 0; k < 3; ++k) {
    EXPECT_LT((general.sweeps[k].q - coded.sweeps[k].q).norm(), 1e-12) << k;
    EXPECT_LT((general.sweeps[k].v - coded.sweeps[k].v).norm(), 1e-8) << k;
  }
  const auto at = coded_coordinates(model.system->info());
  EXPECT_LT((general.q(at) - coded.q).norm(), 1e-12);
  EXPECT_LT((general.v(at) - coded.v).norm(), 1e-8);
}

TEST(GeneralSliderCrank, StartsSmoothlyWhereItsCaseAsksForItAndTheUserDoesNotForbidIt) {
  const Catalogue catalogue = with_general(std::numbers::pi, 3);
  RunRequest request = general_request("ggl1", 1e-6);
  request.until = 0.001;
  const RunResult smooth = run(catalogue, request);
  ASSERT_EQ(smooth.header.remarks.size(), 1U);
  EXPECT_NE(smooth.header.remarks[0].find("remains 0.00011"), std::string::npos) << smooth.header.remarks[0];
  request.settings = {{"sweeps", "0"}};
  EXPECT_TRUE(run(catalogue, request).header.remarks.empty());
}

}  // namespace general_slider_crank_test
}  // namespace pleuel
