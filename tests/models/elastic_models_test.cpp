// Models with elastic bodies against coded equations and reference values.
#include <cmath>

#include "models/model_runs.hpp"

namespace pleuel::testing {
namespace {

TEST(ElasticModels, FlexibleSliderCrankHasTheDigitsOfItsCodedTwin) {
  const RunResult model =
      run_model({.name = "flexible-slider-crank", .tolerance = 1e-8, .formulation = "ggl1"});
  // Coded equations, an explicit method of order four with steps of 2.5e-7 s.
  EXPECT_NEAR(unknown(model, "crank.phi"), 20.0352364969, 1e-8);
  EXPECT_NEAR(unknown(model, "rod.phi"), -0.481717560177, 1e-8);
  EXPECT_NEAR(unknown(model, "slider.x"), 0.322198262334, 1e-8);
  EXPECT_NEAR(output(model, "lift"), -2.5564e-5, 5e-9);
  EXPECT_NEAR(output(model, "energy.total"), 1.77437925738, 1e-7);
}

TEST(ElasticModels, SpinUpStiffensAsTheRotatingBeamDoes) {
  // A linear beam with the stiffness of its centrifugal force; it leaves out terms of (lag/L)².
  const std::pair<double, double> lags[] = {{2, -0.102376}, {4, -0.342389}, {6, -0.544065}};
  for (const auto& [t, lag] : lags) {
    const RunResult model = run_model({.name = "spin-up", .tolerance = 1e-5, .until = t});
    const double left_out = std::pow(lag / 10, 2);
    EXPECT_NEAR(output(model, "lag"), lag, (left_out + 1e-3) * std::abs(lag)) << t;
  }
}

TEST(ElasticModels, SpinUpEndsStretchedByItsCentrifugalForce) {
  const RunResult model = run_model({.name = "spin-up", .tolerance = 1e-5});
  const double stretch = 1.2 * 36 * 1e3 / (3 * 2.8e7);  // ρA Ω² L³/(3 EA)
  const double lag = output(model, "lag");
  // Bending that is left brings the tip nearer by the order of lag²/L.
  EXPECT_NEAR(output(model, "reach") - 10, stretch, 1e-3 * stretch + lag * lag / 10);
}

TEST(ElasticModels, RodOfTheSliderCrankIsTheRigidOneWhenItIsStiff) {
  // Deflection and stretch fall as 1/E; rates of drivers do not depend on it.
  const double until = 0.01;
  const RunResult rigid = run_model({.name = "slider-crank", .until = until});
  double last = 1;
  for (const char* E : {"2e12", "2e14"}) {
    const RunResult model =
        run_model({.name = "fe-slider-crank", .until = until, .settings = {{"E", E}, {"cells", "4"}}});
    const double apart = std::abs(unknown(model, "slider.x") - unknown(rigid, "slider.x"));
    EXPECT_LT(std::abs(output(model, "lift")), 2e-3 * 2e11 / std::stod(E)) << E;
    EXPECT_LT(apart, 1e-4 * 2e11 / std::stod(E) + 1e-8) << E;
    EXPECT_LT(apart, last) << E;
    last = apart;
  }
}

TEST(ElasticModels, TruckWithAStiffLoadAreaSagsLess) {
  const auto sag = [](const char* E) {
    return std::abs(output(run_model({.name = "truck-flexible", .until = 1, .settings = {{"E", E}}}), "sag"));
  };
  EXPECT_NEAR(sag("3e10") / sag("3e9"), 0.1, 0.02);
}

}  // namespace
}  // namespace pleuel::testing
