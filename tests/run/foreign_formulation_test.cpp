// A case says which formulations it is made for; others are remarked with the steps they would
// take.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace foreign_formulation_test {

std::string remark_of(const RunResult& result) {
  for (const auto& remark : all_remarks(result))
    if (remark.find("is designed") != std::string::npos) return remark;
  return "";
}

RunRequest bolt_request(const std::string& formulation, double until) {
  RunRequest request;
  request.case_name = "bolt";
  request.formulation = formulation;
  request.method = "radau5";
  request.until = until;
  return request;
}

TEST(ForeignFormulation, ASlowProcessAsAMotionIsRemarkedWithTheStepsItTakes) {
  const RunResult result = run(standard_catalogue(), bolt_request("rcd0", 2e-4));
  const std::string remark = remark_of(result);
  ASSERT_NE(remark.find("'rcd0'"), std::string::npos) << remark;
  ASSERT_NE(remark.find("(qs)"), std::string::npos) << remark;
  const auto place = remark.find("about ");
  ASSERT_NE(place, std::string::npos) << remark;
  const double expected = std::strtod(remark.c_str() + place + 5, nullptr);
  const auto taken = static_cast<double>(result.statistics.accepted);
  // More than the pilot of 500 steps, so the number was extrapolated. The pace changes on the way.
  ASSERT_GT(taken, 1000);
  EXPECT_GT(expected, taken / 3);
  EXPECT_LT(expected, taken * 3);
}

TEST(ForeignFormulation, TheCasesOwnFormulationsAreNotRemarked) {
  EXPECT_EQ(remark_of(run(standard_catalogue(), bolt_request("qs", 1))), "");
  RunRequest pendulum;
  pendulum.case_name = "pendulum";
  pendulum.until = 0.1;
  for (const char* formulation : {"rcd0", "ggl1"}) {
    pendulum.formulation = formulation;
    EXPECT_EQ(remark_of(run(standard_catalogue(), pendulum)), "");
  }
}

TEST(ForeignFormulation, EveryFormulationThatAProblemIsMadeForExists) {
  const Catalogue catalogue = standard_catalogue();
  for (const Problem& problem : catalogue.problems)
    for (const auto& name : problem.formulations) EXPECT_NO_THROW((void)catalogue.formulation(name)) << name;
}

}  // namespace foreign_formulation_test
}  // namespace pleuel
