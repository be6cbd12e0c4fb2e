// Equilibria that are searched for from places near unstable ones.
#include <numbers>

#include "models/model_runs.hpp"
#include "pleuel/run/analysis.hpp"

namespace pleuel::testing {
namespace downhill_test {

/// A rod on a hinge, `degrees` above the horizontal.
std::string rod(const std::string& degrees) {
  return R"({"pleuel": 2, "name": "rod", "dimension": 2, "gravity": [0, -9.81],
    "bodies": [{"name": "rod", "shape": {"type": "rod", "to": ["1 m", 0], "mass": "1 kg"}, "angle": ")" +
         degrees + R"( deg"}],
    "joints": [{"name": "p", "type": "revolute", "a": "ground.origin", "b": "rod.origin"}],
    "outputs": ["rod.phi"], "simulation": {"until": 1}})";
}

TEST(Downhill, ARodThatStandsNearlyUprightHangsInItsEquilibrium) {
  for (const char* degrees : {"80", "85", "89", "89.9", "100"}) {
    const StaticsResult result = statics_of(all(), {file_of(rod(degrees), degrees), {}});
    EXPECT_EQ(result.equilibrium.stability, Stability::stable) << degrees;
    const double phi = result.equilibrium.state.q[2];
    EXPECT_NEAR(std::remainder(phi + std::numbers::pi / 2, 2 * std::numbers::pi), 0, 1e-9) << degrees;
  }
}

TEST(Downhill, QuasiStaticRunsHangToo) {
  const RunResult result = run_file(file_of(rod("89")), "qs");
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_NEAR(std::remainder(output(result, "rod.phi") + std::numbers::pi / 2, 2 * std::numbers::pi), 0,
              1e-6);
}

}  // namespace downhill_test
}  // namespace pleuel::testing
