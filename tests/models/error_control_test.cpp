// Whether Newton's method and the error test let steps be as long as the tolerance allows, and no
// longer.
#include <cmath>

#include "models/model_runs.hpp"

namespace pleuel::testing {
namespace error_control_test {

/// A file in models/ if there is one of this name, else a built-in problem.
RunResult run_case(const ModelRun& wanted) {
  return wanted.name == "top" || wanted.name == "andrews" ? run_built_in(wanted) : run_model(wanted);
}

/// The largest error of a position in units of its tolerance.
double position_error(const RunResult& result, const RunResult& reference) {
  double worst = 0;
  for (std::size_t i = 0; i < result.header.unknowns.size(); ++i) {
    const Unknown& x = result.header.unknowns[i];
    if (x.group != Group::q) continue;
    const double exact = unknown(reference, x.name);
    const double scale = result.header.tolerance.atol + result.header.tolerance.rtol * std::abs(exact);
    worst = std::max(worst, std::abs(result.y[static_cast<Eigen::Index>(i)] - exact) / scale);
  }
  return worst;
}

TEST(NewtonsJudge, DoesNotGiveUpIterationsWhoseIncrementsShrinkInPairs) {
  for (const char* name : {"flyball", "top"}) {
    for (const char* formulation : {"ggl1", "rcd1"}) {
      const RunResult result = run_case({.name = name,
                                         .tolerance = 1e-6,
                                         .until = std::string(name) == "flyball" ? 2.0 : 0.0,
                                         .formulation = formulation,
                                         .method = "radau5"});
      const Statistics& n = result.statistics;
      EXPECT_LT(10 * n.newton_failures, n.steps) << name << " " << formulation;
    }
  }
}

/// A damper makes a = −(c/m) v with c/m of 1e4 1/s and more: the error of a, not of v, dictated
/// steps of 3e-7 s, 1333437 of them to 0.5 s.
TEST(Bdf, StiffDampersDoNotDictateTheStepAtIndexOne) {
  const RunResult result =
      run_model({.name = "flyball", .tolerance = 1e-8, .until = 2, .formulation = "rcd0", .method = "bdf"});
  EXPECT_LT(result.statistics.steps, 1500);
}

TEST(Bdf, HoldsItsErrorOnTheOriginalEquations) {
  for (const char* name : {"chain-spatial", "andrews", "top"}) {
    const double until = std::string(name) == "andrews" ? 0.0 : std::string(name) == "top" ? 0.3 : 1.0;
    const RunResult reference = run_case(
        {.name = name, .tolerance = 1e-11, .until = until, .formulation = "ggl1", .method = "radau"});
    for (const double tolerance : {1e-6, 1e-8}) {
      const RunResult result = run_case(
          {.name = name, .tolerance = tolerance, .until = until, .formulation = "ori2", .method = "bdf"});
      EXPECT_LT(position_error(result, reference), 100) << name << " at " << tolerance;
    }
  }
}

}  // namespace error_control_test
}  // namespace pleuel::testing
