// Wheels that a gear couples.
#include "models/model_runs.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/run/analysis.hpp"

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

/// Wheels of 20 and 50 teeth in space; a spring on the first balances a torque on the second.
std::string loaded(const std::string& joint1, const std::string& joint2, const std::string& second = "j2") {
  return R"({"pleuel": 2, "name": "wheels", "dimension": 3,
    "ground": {"markers": {"B": [1, 0, 0]}},
    "bodies": [{"name": "w1", "mass": 1, "inertia": 0.1},
               {"name": "w2", "mass": 1, "inertia": 0.3, "position": [1, 0, 0]}],
    "joints": [{"name": "j1", "type": "revolute", )" +
         joint1 + R"(}, {"name": "j2", "type": "revolute", )" + joint2 +
         R"(}, {"name": "g", "type": "gear", "joint1": "j1", "joint2": ")" + second +
         R"(", "teeth1": 20, "teeth2": 50}],
    "forces": [{"name": "s", "type": "torsional-spring", "a": "ground.origin", "b": "w1.origin", "stiffness": 0.1},
               {"name": "T", "type": "torque", "marker": "w2.origin", "z": "-5 N*m"}],
    "outputs": ["j1.angle", "j2.angle"], "simulation": {"until": 4}})";
}

TEST(Gear, InSpaceKeepsItsTeethOverRevolutionsWhicheverMarkerIsOnTheCarrier) {
  int n = 0;
  // 0.4 of the torque turns the spring of the first wheel by 20 rad, and the second by 8.
  for (const char* a :
       {R"("a": "ground.origin", "b": "w1.origin")", R"("a": "w1.origin", "b": "ground.origin")"})
    for (const char* b : {R"("a": "ground.B", "b": "w2.origin")", R"("a": "w2.origin", "b": "ground.B")"}) {
      const StaticsResult result =
          statics_of(all(), {.case_name = file_of(loaded(a, b), std::to_string(n++))});
      EXPECT_NEAR(std::abs(result.outputs[0].value), 20, 1e-9) << a << b;
      EXPECT_NEAR(std::abs(result.outputs[1].value), 8, 1e-9) << a << b;
    }
}

TEST(Gear, ThatNamesItselfIsRefused) {
  const std::string path = file_of(
      loaded(R"("a": "ground.origin", "b": "w1.origin")", R"("a": "ground.B", "b": "w2.origin")", "g"));
  try {
    run_file(path);
    FAIL() << "accepted";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("must be a 'revolute'"), std::string::npos) << error.what();
  }
}

}  // namespace gear_test
}  // namespace pleuel::testing
