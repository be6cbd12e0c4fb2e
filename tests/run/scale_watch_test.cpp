// Coordinates that are too small for their absolute tolerances are remarked.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/model_runs.hpp"

namespace pleuel::testing {
namespace scale_watch_test {

/// A mass on a spring with amplitude `size` and 16 oscillations per 100 µs.
std::string oscillator(const std::string& size) {
  return R"({"pleuel": 2, "name": "oscillator", "dimension": 2,
    "bodies": [{"name": "b", "mass": "1e-12 kg", "inertia": "1e-24 kg m^2", "position": [")" +
         size + R"(", 0]}],
    "joints": [{"name": "j", "type": "prismatic", "a": "ground.origin", "b": "b.origin"}],
    "forces": [{"name": "s", "type": "bushing", "a": "ground.origin", "b": "b.origin",
                "stiffness": ["1 N/m", 0, 0]}],
    "outputs": ["b.x"], "simulation": {"until": "1e-4 s"}})";
}

bool is_remarked(const RunResult& result) {
  return std::ranges::any_of(result.remarks, [](const std::string& remark) {
    return remark.find("below their absolute tolerance") != std::string::npos;
  });
}

TEST(ScaleWatch, RemarksCoordinatesThatStayBelowTheirAbsoluteTolerance) {
  const RunResult small = run_file(file_of(oscillator("1e-7 m"), "small"), "ggl1", "radau5", 1e-6);
  ASSERT_EQ(small.status, RunStatus::ok);
  ASSERT_TRUE(is_remarked(small));
  EXPECT_NE(small.remarks.back().find("--atol q=1e-13"), std::string::npos) << small.remarks.back();
  const RunResult large = run_file(file_of(oscillator("1e-5 m"), "large"), "ggl1", "radau5", 1e-6);
  ASSERT_EQ(large.status, RunStatus::ok);
  EXPECT_FALSE(is_remarked(large)) << "y stays zero, which is no reason";
}

}  // namespace scale_watch_test
}  // namespace pleuel::testing
