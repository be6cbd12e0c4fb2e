// A constant step for which one Jacobian is not enough.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace constant_step_test {

/// The spring is so stiff that its force points elsewhere after each iteration. All methods damp
/// it: the length ends within the statics of the swing, 1 ± ε² (g + v²) with |v|² below 2 g, and
/// not on another solution of the step's equations.
TEST(ConstantStep, EveryFamilyRenewsItsMatrixBeforeItGivesUp) {
  for (const char* method : {"radau5", "radau", "bdf2"}) {
    const RunResult result = run(standard_catalogue(), {.case_name = "stiff-pendulum",
                                                        .method = method,
                                                        .tolerance = {.rtol = 1e-8, .atol = 1e-8},
                                                        .step = 0.2});
    ASSERT_EQ(result.status, RunStatus::ok) << method << ": " << result.message;
    EXPECT_GT(result.statistics.newton_failures, 0) << method << ": the plain way would do";
    EXPECT_NEAR(std::hypot(result.y[0], result.y[1]), 1, 1e-3 * (9.81 + 2 * 9.81)) << method;
  }
}

}  // namespace constant_step_test
}  // namespace pleuel
