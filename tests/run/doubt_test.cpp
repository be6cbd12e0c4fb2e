// Pairs whose errors may exceed the tolerance say so, and name a better pair.
#include <gtest/gtest.h>

#include <algorithm>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace doubt_test {

std::string doubt_of(RunRequest request) {
  static const Catalogue all = standard_catalogue();
  request.case_name = "pendulum";
  request.until = 0.01;
  const RunResult result = run(all, request);
  EXPECT_EQ(result.status, RunStatus::ok) << result.message;
  for (const std::string& remark : all_remarks(result))
    if (remark.find("may exceed the tolerance") != std::string::npos) return remark;
  return "";
}

TEST(Doubt, TheOriginalEquationsAreRemarkedUnderEveryMethodWithTheBetterPair) {
  for (const char* method : {"radau5", "radau", "bdf", "bdf2"}) {
    const std::string remark = doubt_of({.case_name = "", .formulation = "ori2", .method = method});
    EXPECT_NE(remark.find("'ori2'"), std::string::npos) << method;
    EXPECT_NE(remark.find("take 'ggl1' with 'radau5'"), std::string::npos) << method << ": " << remark;
  }
}

TEST(Doubt, MethodsOfOrderTwoAreRemarkedUnderErrorControlAndNotWithAFixedStep) {
  for (const char* method : {"alpha", "bdf2"}) {
    EXPECT_NE(doubt_of({.case_name = "", .method = method}).find("take 'ggl1' with 'radau5'"),
              std::string::npos);
    EXPECT_EQ(doubt_of({.case_name = "", .method = method, .step = 1e-3}), "");
  }
}

TEST(Doubt, PairsThatHoldTheirToleranceAreNotRemarked) {
  for (const char* formulation : {"ggl1", "rcd1", "rcd0", "psi1", "ovd0"})
    for (const char* method : {"radau5", "radau", "bdf"})
      EXPECT_EQ(doubt_of({.case_name = "", .formulation = formulation, .method = method}), "");
}

}  // namespace doubt_test
}  // namespace pleuel
