// The wheel suspension with an elastic link beside other methods and beside its rigid twin.
#include <cmath>
#include <sstream>

#include "models/model_runs.hpp"

namespace pleuel::testing {
namespace suspension_test {

constexpr double tolerance = 1e-8;

RunResult suspension(const std::string& case_name, const std::string& formulation = {},
                     const std::string& method = {}) {
  RunResult result = run(all(), request_of(case_name, {.name = {},
                                                       .tolerance = tolerance,
                                                       .formulation = formulation,
                                                       .method = method}));
  EXPECT_EQ(result.status, RunStatus::ok) << case_name << ": " << result.message;
  return result;
}

TEST(FlexibleSuspension, MovesAlikeUnderTheDefaultChoiceAndTwoOtherPairs) {
  const std::string file = model_path("suspension-flexible");
  const RunResult chosen = suspension(file);
  EXPECT_TRUE(chosen.header.formulation.is_automatic());
  for (const auto& [formulation, method] : {std::pair("ggl1", "radau5"), {"rcd1", "bdf"}}) {
    const RunResult other = suspension(file, formulation, method);
    for (const char* place : {"heave", "wheel", "track"})
      EXPECT_NEAR(output(other, place), output(chosen, place), 100 * tolerance) << place << method;
    for (const char* force : {"trailing_outer.fx", "trailing_outer.fy", "trailing_outer.fz", "pull"})
      EXPECT_NEAR(output(other, force), output(chosen, force), 100 * tolerance * 500) << force << method;
  }
}

/// With the mass of the rigid link, and `stiffer` times its modulus.
RunResult with_link(double stiffer) {
  std::ifstream file(model_path("suspension-flexible"));
  std::ostringstream read;
  read << file.rdbuf();
  std::string text = read.str();
  const auto replace = [&](const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  replace("210 GPa", std::to_string(210 * stiffer) + " GPa");
  replace("\"7850 kg/m^3\"", "\"link/(pi*thick^2*sqrt(0.37^2 + 0.2^2 + 0.05^2)*(1 m))\"");
  return suspension(file_of(text, std::to_string(static_cast<int>(stiffer))));
}

TEST(FlexibleSuspension, WithAStiffLinkMovesAsTheRigidOne) {
  const RunResult rigid = suspension(model_path("suspension"));
  const RunResult soft = with_link(1), stiff = with_link(10), stiffest = with_link(1000);
  for (const char* place : {"heave", "track"}) {
    const double of_soft = output(soft, place) - output(rigid, place);
    EXPECT_GT(std::abs(of_soft), 3e-8) << place;  // what the elasticity changes
    // It falls like 1/E, up to the tolerance.
    EXPECT_NEAR(output(stiff, place) - output(rigid, place), of_soft / 10, tolerance) << place;
    EXPECT_NEAR(output(stiffest, place), output(rigid, place), tolerance) << place;
  }
  for (const char* force : {"trailing_outer.fx", "trailing_outer.fy", "trailing_outer.fz"}) {
    const double of_soft = output(soft, force) - output(rigid, force);
    EXPECT_GT(std::abs(of_soft), 5e-4) << force;
    EXPECT_NEAR(output(stiff, force) - output(rigid, force), of_soft / 10, 0.05 * std::abs(of_soft)) << force;
    EXPECT_NEAR(output(stiffest, force), output(rigid, force), 0.01 * std::abs(of_soft)) << force;
  }
}

}  // namespace suspension_test
}  // namespace pleuel::testing
