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

TEST(MechanicalMethod, JudgesCoefficientsOfTheUser) {
  RunRequest request = alpha("pendulum");
  const auto expect_fault = [&](const Settings& settings, const char* words) {
    request.settings = settings;
    try {
      (void)run(standard_catalogue(), request);
      ADD_FAILURE() << "accepted; expected: " << words;
    } catch (const InvalidInput& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  expect_fault({{"alpha_f", "0.3"}, {"gamma", "0.5"}}, "amplify oscillations at every step size");
  expect_fault({{"beta", "0"}}, "beta is 0; it must be positive");
  expect_fault({{"alpha_m", "1"}}, "alpha_m is 1; it must be below 1");
  expect_fault({{"alpha_m", "0.1"}, {"wbz", "-0.1"}}, "set one of them");
  expect_fault({{"gamma", "0.6"}}, "gives order 1");
}

TEST(MechanicalMethod, StatesOrderStabilityAndDampingOfCoefficientsOfTheUser) {
  RunRequest request = alpha("pendulum");
  request.step = 0.01;
  const auto expect_remark = [&](const Settings& settings, const std::string& words) {
    request.settings = settings;
    const RunResult result = run(standard_catalogue(), request);
    std::string all;
    for (const std::string& remark : result.remarks) all += remark + "\n";
    EXPECT_NE(all.find(words), std::string::npos) << all;
  };
  expect_remark({{"alpha_m", "0"}, {"alpha_f", "0.3333333333333333"}},
                "order 2, stable at every step size, spectral radius at infinity 0.5");
  expect_remark({{"gamma", "0.6"}}, "order 1 (2 with gamma = 0.5), stable at every step size");
  expect_remark({{"beta", "0.166666666666667"}}, "stable only up to h omega = 3.464");
}

}  // namespace mechanical_method_test
}  // namespace pleuel
