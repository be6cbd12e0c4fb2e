// Modes of mechanisms with elastic bodies.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "models/model_runs.hpp"
#include "pleuel/mechanics/analysis/slowest_modes.hpp"
#include "pleuel/run/analysis.hpp"

namespace pleuel::testing {
namespace elastic_modes_test {

/// models/fe-slider-crank.json at rest, with a spring and a damper at its crank in place of the
/// motor, and a rod with damping.
std::string resting_slider_crank() {
  std::ifstream file(model_path("fe-slider-crank"));
  std::ostringstream read;
  read << file.rdbuf();
  std::string text = read.str();
  const auto replace = [&](const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  replace("150 rad/s", "0 rad/s");
  replace("\"state\": \"plane-stress\",",
          "\"state\": \"plane-stress\", \"damping\": {\"beta\": \"1e-7 s\"},");
  replace("\"drivers\"", "\"forces\"");
  replace(R"("type": "angle", "a": "ground.origin", "b": "crank.origin", "value": "speed*t")",
          R"("type": "torsional-spring", "a": "ground.origin", "b": "crank.origin",
             "stiffness": "50 N*m/rad", "damping": "0.05 N*m*s/rad", "free_angle": "0.6 rad")");
  return text;
}

TEST(ElasticModes, SparseAndDenseMatricesGiveTheSameModesOfASliderCrank) {
  const ModesResult dense = modes_of(
      all(), {.of = {.case_name = file_of(resting_slider_crank())}, .about = ModesAbout::equilibrium});
  ASSERT_TRUE(dense.modes.is_all);
  const InitialState& x = dense.state;
  const ModeSet sparse = slowest_modes(
      *dense.header.system, {.t = dense.t, .q = x.q, .v = x.v, .a = x.a, .lambda = x.lambda, .s = x.s}, 12);
  ASSERT_EQ(sparse.modes.size(), 12u);
  ASSERT_GT(dense.modes.modes.size(), 150u);
  const double fastest = dense.modes.modes.back().natural_omega();
  for (std::size_t k = 0; k < sparse.modes.size(); ++k) {
    const Mode &a = sparse.modes[k], &b = dense.modes.modes[k];
    EXPECT_EQ(a.kind, b.kind) << k;
    // The limit of the sparse iteration, and the rounding of K in both.
    const double rounding = std::numeric_limits<double>::epsilon() * std::pow(fastest / b.natural_omega(), 2);
    const double limit = 1e-7 + 10 * rounding;
    EXPECT_LT(std::abs(a.eigenvalue - b.eigenvalue), limit * b.natural_omega()) << k;
    EXPECT_LT((a.theta - b.theta).norm(), 1e-3 * b.theta.norm()) << k;
  }
}

}  // namespace elastic_modes_test
}  // namespace pleuel::testing
