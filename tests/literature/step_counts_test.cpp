// Steps beside those of RADAU5, the program of Hairer and Wanner [HW96, Appendix].
//
// Its figures were measured with its option for second-order systems (M1) at equal tolerance and
// first step: h0 = rtol/100 for the slider crank at velocity level, h0 = rtol for the original
// equations of Andrews' squeezer. Both programs choose steps by the same estimate and controller,
// so the counts must be near each other; how near depends on Newton's stopping rule alone.
#include <cmath>

#include "literature/radau5_run.hpp"

namespace pleuel {
namespace step_counts_test {

struct Counted {
  double tolerance;
  long steps, accepted;
  double scd;
};

constexpr double relative_tolerance = 0.05;

RunResult run_like(const std::string& problem, const std::string& formulation, const Counted& peer,
                   double h0) {
  RunRequest request = radau5_request(problem, formulation, peer.tolerance);
  request.h0 = h0;
  RunResult result = complete_run(request);
  const auto near = [&](long count, long wanted, const char* what) {
    EXPECT_NEAR(static_cast<double>(count), static_cast<double>(wanted),
                relative_tolerance * static_cast<double>(wanted))
        << what << " of " << problem << " at " << peer.tolerance;
  };
  near(result.statistics.steps, peer.steps, "steps");
  near(result.statistics.accepted, peer.accepted, "accepted steps");
  return result;
}

TEST(StepCounts, OfTheSliderCrankAtVelocityLevelAreThoseOfRadau5AndSoAreTheDigits) {
  for (const Counted& peer : {Counted{1e-6, 295, 290, 2.575},
                              {1e-7, 657, 643, 2.895},
                              {1e-8, 1949, 1796, 3.355},
                              {1e-9, 3168, 2867, 4.194},
                              {1e-10, 4793, 4256, 4.985}}) {
    const RunResult result = run_like("slider-crank", "rcd1", peer, 1e-2 * peer.tolerance);
    ASSERT_TRUE(result.comparison);
    EXPECT_NEAR(result.comparison->scd, peer.scd, 0.1) << "at " << peer.tolerance;
  }
}

// With the Jacobian at the predicted middle stage Newton's method fails less often than RADAU5's,
// whose Jacobian is that of the step's start: fewer steps, never more.
TEST(StepCounts, OfAndrewsSqueezerInItsOriginalEquationsAreFewerThanThoseOfRadau5) {
  for (const Counted& peer :
       {Counted{1e-8, 144, 127, 5.323}, {1e-9, 194, 178, 5.619}, {1e-10, 257, 249, 6.350}}) {
    RunRequest request = radau5_request("andrews", "ori2", peer.tolerance);
    request.h0 = peer.tolerance;
    const RunResult result = complete_run(request);
    EXPECT_LE(result.statistics.steps, peer.steps) << "at " << peer.tolerance;
    EXPECT_LE(result.statistics.accepted, peer.accepted) << "at " << peer.tolerance;
    EXPECT_GE(result.comparison->scd, peer.scd - 0.3) << "at " << peer.tolerance;
  }
}

}  // namespace step_counts_test
}  // namespace pleuel
