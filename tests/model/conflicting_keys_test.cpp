// Of two keys one of which would be ignored, the file is told; so is an output that does not exist.
#include <gtest/gtest.h>

#include "pleuel/base/error.hpp"
#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/file/model_reader.hpp"
#include "pleuel/model/model.hpp"

namespace pleuel {
namespace conflicting_keys_test {

std::string model(const std::string& more) {
  return R"({"pleuel": 2, "name": "m", "dimension": 2,
 "bodies": [{"name": "b", "mass": 1, "inertia": 1, "position": [1, 0]}],
 "measures": [{"name": "gap", "type": "distance", "a": "ground.origin", "b": "b.origin"}],
 "joints": [{"name": "g", "type": "prismatic", "a": "ground.origin", "b": "b.origin"}],
)" + more +
         "}";
}

std::vector<std::string> faults_of(const std::string& more) {
  try {
    (void)build_model(read_model("m.json", model(more), standard_model_catalogue()));
  } catch (const InvalidInput& fault) {
    return fault.faults();
  }
  return {};
}

void expect_fault(const std::string& more, const std::vector<std::string>& parts) {
  const auto faults = faults_of(more);
  ASSERT_EQ(faults.size(), 1u) << more << (faults.empty() ? "" : "\n" + faults[0] + "\n" + faults.back());
  for (const auto& part : parts)
    EXPECT_NE(faults[0].find(part), std::string::npos) << part << "\n" << faults[0];
}

std::string spring(const std::string& keys) {
  return R"("forces": [{"name": "s", "type": "spring-damper", "a": "ground.origin", "b": "b.com", )" + keys +
         "}]";
}

TEST(ConflictingKeys, AFormulaOrACurveBesideWhatItStandsForIsRefusedByName) {
  const std::string force = R"("force": "3 N/m*length", )", curve = R"("spring_curve": [[0, 0], [1, 2]], )",
                    damper = R"("damper_curve": [[0, 0], [1, 2]], )";
  expect_fault(spring(force + R"("stiffness": 5)"),
               {"m.json:5:", "/forces/0/stiffness: ", "beside 'force'", "remove"});
  expect_fault(spring(force + R"("damping": 5)"), {"/forces/0/damping: ", "beside 'force'"});
  expect_fault(spring(force + R"("free_length": 5)"), {"/forces/0/free_length: ", "beside 'force'"});
  expect_fault(spring(force + R"("spring_curve": [[0, 0], [1, 2]])"),
               {"/forces/0/spring_curve: ", "beside 'force'"});
  expect_fault(spring(curve + R"("free_length": 0, "stiffness": 5)"),
               {"/stiffness: ", "beside 'spring_curve'"});
  expect_fault(spring(curve + R"("free_length": 0, "preload": 5)"), {"/preload: ", "beside 'spring_curve'"});
  expect_fault(spring(damper + R"("damping": 5)"), {"/damping: ", "beside 'damper_curve'"});
}

TEST(ConflictingKeys, WhatBelongsTogetherIsTaken) {
  EXPECT_TRUE(faults_of(spring(R"("stiffness": 5, "damping": 2, "free_length": 1, "preload": 3)")).empty());
  EXPECT_TRUE(
      faults_of(spring(R"("spring_curve": [[-2, -2], [2, 2]], "free_length": 1, "damping": 3)")).empty());
  EXPECT_TRUE(faults_of(spring(R"("force": "3 N/m*length")")).empty());
}

TEST(ConflictingKeys, ARateBesideTheValueOfADriverIsRefusedExceptAtTheStart) {
  const std::string driver =
      R"([{"name": "d", "type": "position", "a": "ground.origin", "b": "b.origin", "value": 1, "rate": 2}])";
  expect_fault("\"drivers\": " + driver, {"m.json:5:", "/drivers/0: ", "'value' and 'rate'", "start"});
  EXPECT_TRUE(faults_of("\"start\": " + driver).empty());
}

TEST(FunctionsOfTime, AMeasureInADriverOrATargetIsRefusedWhereItStandsWithAnotherWay) {
  expect_fault(R"("drivers": [{"name": "d", "type": "position", "a": "ground.origin", "b": "b.origin",
  "value": "0.5*gap"}])",
               {"m.json:6:", "/drivers/0/value: ", "'gap'", "time t only", "'gear'"});
  expect_fault(R"("forces": [{"name": "c", "type": "control", "a": "ground.origin", "b": "b.origin", "kp": 1,
  "along": "distance", "target": "0.5*gap"}])",
               {"/forces/0/target: ", "'gap'", "time t only", "'actuator'"});
}

TEST(UnknownOutputs, ANameThatIsNoUnknownIsRefusedWithThoseNearIt) {
  expect_fault(R"("outputs": [{"unknown": "b.xx"}])",
               {"m.json:5:", "/outputs/0: ", "'b.xx'", "did you mean", "'b.x'"});
  expect_fault(R"("outputs": [{"unknown": "TYPO", "name": "b.x"}])", {"/outputs/0: ", "'TYPO'", "b.x"});
  EXPECT_TRUE(faults_of(R"("outputs": [{"unknown": "b.x"}, {"unknown": "g.lambda_angle"}])").empty());
  EXPECT_TRUE(faults_of(R"("outputs": [{"unknown": "eta2"}])").empty()) << "a multiplier of ggl1";
  EXPECT_FALSE(faults_of(R"("outputs": [{"unknown": "eta3"}])").empty()) << "there are two constraints";
}

}  // namespace conflicting_keys_test
}  // namespace pleuel
