// The formulation qs from the request to the result.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace quasi_static_run_test {

RunRequest static_request(const std::string& problem) {
  return {.case_name = problem,
          .formulation = "qs",
          .method = "radau5",
          .tolerance = {.rtol = 1e-8, .atol = 1e-8},
          .until = 1};
}

TEST(QuasiStaticRun, ShowsCoordinatesMultipliersAndStatesAndNoVelocities) {
  const RunResult result = run(standard_catalogue(), static_request("maxwell-pendulum"));
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  std::vector<std::string> names;
  for (const Unknown& u : result.header.unknowns) names.push_back(u.name);
  EXPECT_EQ(names, (std::vector<std::string>{"x", "y", "lambda1", "s"}));
  EXPECT_EQ(result.y.size(), 4);
  // q is algebraic: Newton's method solves for it to a part of atol + rtol |q| = 2e-8, and g = x² +
  // y² − 1 doubles that.
  EXPECT_LE(result.residuals.position, 4e-8);
  // Of levels and an energy balance that need velocities it says nothing; of digits that belong to
  // the motion neither.
  EXPECT_TRUE(std::isnan(result.residuals.velocity));
  EXPECT_TRUE(std::isnan(result.energy_drift));
  EXPECT_FALSE(result.comparison);
}

TEST(QuasiStaticRun, OfAnUnconstrainedSystemStaysWhereItStarts) {
  const RunResult result = run(standard_catalogue(), static_request("spring-pendulum"));
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_NEAR(result.y[0], 0, 1e-12);
  EXPECT_NEAR(result.y[1], 1.05, 1e-12);
  EXPECT_FALSE(result.comparison);
}

TEST(QuasiStaticRun, IsRefusedForASystemWithoutStatics) {
  try {
    (void)run(standard_catalogue(), static_request("top"));
    FAIL() << "the top turns freely";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("'top'"), std::string::npos) << error.what();
  }
}

}  // namespace quasi_static_run_test
}  // namespace pleuel
