// Wheels that a gear couples.
#include "models/model_runs.hpp"

namespace pleuel::testing {
namespace gear_test {

/// Two wheels of 20 and 60 teeth on the ground; `joint2` are the markers of the second joint.
std::string wheels(const std::string& joint2) {
  return R"({"pleuel": 2, "name": "wheels", "dimension": 2,
    "ground": {"markers": {"A": [0, 0], "B": [0.4, 0]}},
    "bodies": [{"name": "w1", "mass": 1, "inertia": 1, "angular_velocity": 3},
               {"name": "w2", "mass": 1, "inertia": 1, "position": [0.4, 0]}],
    "joints": [{"name": "j1", "type": "revolute", "a": "ground.A", "b": "w1.origin"},
               {"name": "j2", "type": "revolute", )" +
         joint2 + R"(},
               {"name": "g", "type": "gear", "joint1": "j1", "joint2": "j2", "teeth1": 20, "teeth2": 60}],
    "outputs": ["w1.phi", "w2.phi"], "simulation": {"until": 1}})";
}

TEST(Gear, TurnsWheelsAgainstEachOtherWhicheverMarkerIsOnTheCarrier) {
  int n = 0;
  for (const char* joint : {R"("a": "ground.B", "b": "w2.origin")", R"("a": "w2.origin", "b": "ground.B")"}) {
    const RunResult result = run_file(file_of(wheels(joint), std::to_string(n++)));
    ASSERT_EQ(result.status, RunStatus::ok) << result.message;
    EXPECT_GT(output(result, "w1.phi"), 0.1) << joint;
    EXPECT_NEAR(output(result, "w2.phi"), -output(result, "w1.phi") / 3, 1e-6) << joint;
  }
}

}  // namespace gear_test
}  // namespace pleuel::testing
