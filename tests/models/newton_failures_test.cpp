// Newton's method and the guards do not waste steps on mechanisms whose constraints turn fast.
#include <gtest/gtest.h>

#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace newton_failures_test {

Statistics work_of(const std::string& model, const char* formulation, const char* method, double rtol,
                   const Settings& settings = {}, std::optional<double> until = std::nullopt) {
  static const Catalogue catalogue = standard_catalogue();
  RunRequest request;
  request.case_name =
      model == "andrews" ? model : std::string(PLEUEL_SOURCE_DIR) + "/models/" + model + ".json";
  request.formulation = formulation;
  request.method = method;
  request.tolerance = {.rtol = rtol, .atol = rtol};
  request.settings = settings;
  request.until = until;
  const RunResult result = run(catalogue, request);
  EXPECT_EQ(result.status, RunStatus::ok) << model << ": " << result.message;
  return result.statistics;
}

// Judged by its first quotient, the iteration fails in a quarter to a third of all steps.
TEST(NewtonFailures, LessThanATenthOfTheStepsFailsWhereConstraintDirectionsTurn) {
  for (const char* model : {"flyball", "top", "robot", "crane"})
    for (const char* formulation : {"ggl1", "rcd1"}) {
      const Statistics work = work_of(model, formulation, "radau5", 1e-6);
      EXPECT_LT(10 * work.newton_failures, work.steps) << model << " " << formulation;
    }
}

// With a and λ tested without h, the error test of bdf alternates between two orders in 800 000
// steps.
TEST(NewtonFailures, AStiffDamperDoesNotTrapTheErrorTestOfBdf) {
  EXPECT_LT(work_of("flyball", "rcd0", "bdf", 1e-8).steps, 5000);
}

// Where an acceleration passes zero, the Newton residual in y_n exceeds its tolerance. With the
// Jacobian of an earlier point the filter of the error test keeps a part of it, which no shorter
// step reduces: with two of 200 tolerances the steps collapsed.
TEST(NewtonFailures, AResidualThatShorterStepsDoNotReduceIsFilteredByANewJacobian) {
  for (const double rtol : {9e-4, 1e-3, 1.1e-3, 1.56304e-3})
    EXPECT_LT(work_of("andrews", "rcd0", "radau5", rtol).steps, 150) << rtol;
}

// A trial just before the limit of stability is refused. Unless its verdict ends when the steps
// collapse, these runs take 33 000, 23 000 and 27 000 steps; with order 2 they take 619, 433 and
// 338.
TEST(NewtonFailures, BdfFindsItsLimitOfStabilityAfterARefusedTrial) {
  for (const double rtol : {3.7768e-7, 1.0644e-6, 2.5242e-6})
    EXPECT_LT(work_of("fe-slider-crank", "rcd1", "bdf", rtol, {{"sweeps", "3"}}, 0.02).steps, 2000) << rtol;
}

// Its constraints are nearly dependent all the time, but never become so.
TEST(NewtonFailures, NearlyDependentConstraintsDoNotShortenTheSteps) {
  EXPECT_LT(work_of("suspension", "ggl1", "radau5", 1e-4).steps, 150);
}

}  // namespace newton_failures_test
}  // namespace pleuel
