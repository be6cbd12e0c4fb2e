// A method that takes the mechanism itself.
#include <gtest/gtest.h>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace mechanical_method_test {

RunRequest alpha(const std::string& problem) {
  RunRequest request;
  request.case_name = problem;
  request.method = "alpha";
  request.until = 0.1;
  return request;
}

std::string fault_of(const RunRequest& request) {
  try {
    (void)plan(standard_catalogue(), request);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(MechanicalMethod, NamesItsOwnEquationsInPlaceOfAFormulation) {
  RunRequest request = alpha("pendulum");
  request.settings = {{"iteration", "cs"}};
  const RunResult result = run(standard_catalogue(), request);
  EXPECT_EQ(result.status, RunStatus::ok);
  EXPECT_EQ(result.header.formulation.name, "cs");
  EXPECT_TRUE(result.header.formulation.is_automatic());
  EXPECT_EQ(result.y.size(), 7);
}

TEST(MechanicalMethod, RefusesAFormulationAndAPlainDaeWithAReason) {
  RunRequest request = alpha("pendulum");
  request.formulation = "ggl1";
  EXPECT_NE(fault_of(request).find("has its own equations"), std::string::npos) << fault_of(request);
  EXPECT_NE(fault_of(alpha("van-der-pol")).find("cannot take the plain DAE"), std::string::npos);
}

TEST(MechanicalMethod, IsRestartedAtBreakpointsAndJumps) {
  for (const char* problem : {"kinked-load", "impact-pendulum"}) {
    RunRequest request = alpha(problem);
    request.until = std::nullopt;
    request.tolerance = {.rtol = 1e-6, .atol = 1e-6};
    const RunResult result = run(standard_catalogue(), request);
    EXPECT_EQ(result.status, RunStatus::ok) << problem << ": " << result.message;
  }
}

TEST(MechanicalMethod, RefusesOptionsThatContradictEachOther) {
  RunRequest request = alpha("pendulum");
  request.settings = {{"rho", "0.5"}, {"hht", "-0.1"}};
  EXPECT_THROW((void)run(standard_catalogue(), request), InvalidInput);
  request.settings = {{"iteration", "projected"}, {"lambda", "nu"}};
  EXPECT_THROW((void)run(standard_catalogue(), request), InvalidInput);
}

}  // namespace mechanical_method_test
}  // namespace pleuel
