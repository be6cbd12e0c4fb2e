// Every problem in every formulation.
#include <gtest/gtest.h>

#include <cmath>

#include "literature/radau5_run.hpp"

namespace pleuel {
namespace formulations_test {

struct Figures {
  std::string problem;
  double drift;       ///< of the energy, as a fraction of its size
  double drift_ori2;  ///< index 3 controls v less strictly
};

std::vector<std::string> formulations() { return {"ori2", "rcd1", "rcd0", "ggl1"}; }

class EveryFormulation : public ::testing::TestWithParam<Figures> {};

// Radau IIA damps: an error of 1e-6 a step in q and v, added up over the steps of a few periods.
TEST_P(EveryFormulation, ReachesTheEndAndKeepsItsEnergyBalance) {
  for (const std::string& formulation : formulations()) {
    const RunResult result = complete_run(radau5_request(GetParam().problem, formulation, 1e-6));
    EXPECT_LE(std::abs(result.energy_drift), formulation == "ori2" ? GetParam().drift_ori2 : GetParam().drift)
        << formulation;
  }
}

INSTANTIATE_TEST_SUITE_P(Problems, EveryFormulation,
                         ::testing::Values(Figures{"stiff-pendulum", 1e-4, 5e-3},
                                           Figures{"spring-pendulum", 5e-5, 5e-4},
                                           Figures{"bushing", 5e-5, 5e-3}, Figures{"top", 2e-6, 2e-5},
                                           Figures{"massless-link", 1e-5, 1e-5},
                                           Figures{"maxwell-pendulum", 5e-6, 2e-5},
                                           Figures{"chain", 1e-6, 1e-5}),
                         [](const auto& figures) {
                           std::string name = figures.param.problem;
                           std::erase(name, '-');
                           return name;
                         });

// 1e-8 a step and some 1e3 steps; motions of these systems are regular for so short a time.
TEST(EveryFormulation, GivesTheSameMotion) {
  struct Run {
    std::string problem;
    double until;
  };
  for (const Run& r : {Run{"top", 0.3},
                       {"massless-link", 2},
                       {"maxwell-pendulum", 2},
                       {"chain", 1},
                       {"spring-pendulum", 5}}) {
    Vector first;
    for (const char* formulation : {"rcd0", "rcd1", "ggl1"}) {
      RunRequest request = radau5_request(r.problem, formulation, 1e-8);
      request.until = r.until;
      const RunResult result = complete_run(request);
      if (first.size() == 0) first.resize(static_cast<Eigen::Index>(result.outputs.size()));
      for (std::size_t i = 0; i < result.outputs.size(); ++i) {
        // Of index 2: less strictly controlled.
        if (result.outputs[i].name.starts_with("lambda")) continue;
        if (formulation == std::string("rcd0")) first[i] = result.outputs[i].value;
        EXPECT_NEAR(result.outputs[i].value, first[i], 1e-6 * std::max(1.0, std::abs(first[i])))
            << r.problem << ", " << formulation << ", " << result.outputs[i].name;
      }
    }
  }
}

TEST(ReferenceDigits, AreReachedByRadauAtTightTolerance) {
  for (const char* problem : {"stiff-pendulum", "spring-pendulum", "bushing"}) {
    const RunResult result = complete_run(radau5_request(problem, "rcd0", 1e-12));
    ASSERT_TRUE(result.comparison) << problem;
    EXPECT_GE(result.comparison->scd, 9.5) << problem;
  }
  EXPECT_GE(complete_run(radau5_request("bushing", "ggl1", 1e-12)).comparison->scd, 8.5);
}

}  // namespace formulations_test
}  // namespace pleuel
