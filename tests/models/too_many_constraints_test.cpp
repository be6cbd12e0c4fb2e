// Mechanisms with more constraints than velocities, under every formulation: refused with the
// joints named, or run.
#include <gtest/gtest.h>

#include <cmath>

#include "models/model_runs.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"

namespace pleuel::testing {
namespace too_many_constraints_test {

std::string redundant_path(const std::string& name) {
  return std::string(PLEUEL_SOURCE_DIR) + "/tests/models/files/" + name + ".json";
}

RunRequest redundant_request(const std::string& name, const std::string& formulation,
                             const std::string& redundant) {
  RunRequest request = request_of(redundant_path(name), {.name = name,
                                                         .tolerance = 1e-8,
                                                         .until = 0.3,
                                                         .settings = {{"redundant", redundant}},
                                                         .formulation = formulation,
                                                         .method = "radau5"});
  return request;
}

class TooManyConstraints : public ::testing::TestWithParam<std::string> {};

TEST_P(TooManyConstraints, AreRefusedWithTheJointsNamed) {
  const struct {
    std::string name, joint;
  } cases[] = {{"pin-given-twice", "pin2"}, {"slider-in-two-guides", "guide"}, {"spatial-four-bar", "'"}};
  for (const auto& c : cases) {
    try {
      (void)run(all(), redundant_request(c.name, GetParam(), "refuse"));
      ADD_FAILURE() << c.name << " ran";
    } catch (const RedundantConstraints& error) {
      EXPECT_NE(std::string(error.what()).find(c.joint), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("redundant=minimum-norm"), std::string::npos) << error.what();
    }
  }
}

TEST_P(TooManyConstraints, ThatContradictEachOtherHaveNoStart) {
  for (const char* redundant : {"refuse", "minimum-norm"})
    EXPECT_THROW((void)run(all(), redundant_request("slider-crank-second-driver", GetParam(), redundant)),
                 ContradictoryConstraints);
}

// Constraints that repeat others change nothing: the tolerance over 0.3 s, with a factor 1000 for
// the drift of rcd0.
TEST_P(TooManyConstraints, RunWithMinimumNormLikeTheMechanismWithoutThem) {
  const auto ran = [](const std::string& name, const std::string& formulation) {
    const RunResult result = run(all(), redundant_request(name, formulation, "minimum-norm"));
    EXPECT_EQ(result.status, RunStatus::ok) << name << ": " << result.message;
    return result;
  };
  const RunResult pendulum = ran("pin-given-twice", GetParam());
  // φ̈ = −(3 g / 2 l) cos φ from rest: φ̇² = −3 g sin φ with l = 1 m.
  const double phi = unknown(pendulum, "rod.phi"), rate = unknown(pendulum, "rod.vphi");
  EXPECT_LT(phi, -0.5);
  EXPECT_NEAR(rate * rate, -3 * 9.81 * std::sin(phi), 1e-3);  // ori2 has v to some 1e-4

  const RunResult slider = ran("slider-in-two-guides", GetParam());
  EXPECT_NEAR(unknown(slider, "slider.x"), 0, 1e-8);

  const double four_bar = unknown(ran("spatial-four-bar", "ggl1"), "crank.x");
  EXPECT_NEAR(unknown(ran("spatial-four-bar", GetParam()), "crank.x"), four_bar, 1e-5);
}

INSTANTIATE_TEST_SUITE_P(EveryFormulation, TooManyConstraints,
                         ::testing::Values("ori2", "rcd1", "rcd0", "baumgarte", "ggl1", "psi1", "psi0",
                                           "ovd1", "ovd0"),
                         [](const auto& suite) { return suite.param; });

}  // namespace too_many_constraints_test
}  // namespace pleuel::testing
