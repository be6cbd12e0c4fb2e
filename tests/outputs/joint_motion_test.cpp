// Angles and displacements of joints as outputs and as measures.
#include <cmath>
#include <numbers>

#include "outputs/sampled_outputs.hpp"
#include "pleuel/base/error.hpp"

namespace pleuel::testing {
namespace joint_motion_test {

/// A rotor driven by a torque of 3 N m on 0.5 kg m² turns by 3 t² rad: 108 rad or 17 revolutions in
/// 6 s. The measure feels the same angle as the output.
TEST(JointMotion, AnglesStayContinuousOverManyRevolutions) {
  const std::string path = file_of(R"json({"pleuel": 2, "name": "rotor", "dimension": 3,
    "bodies": [{"name": "b", "mass": 1, "inertia": [0.4, 0.4, 0.5]}],
    "measures": [{"name": "phi", "type": "joint-angle", "joint": "J"}],
    "joints": [{"name": "J", "type": "revolute", "a": "ground.origin", "b": "b.origin"}],
    "forces": [{"name": "T", "type": "torque", "marker": "b.origin", "z": "3 N*m + (0 N*m/rad)*phi"}],
    "outputs": ["J.angle", "J.rate", "phi", "phi.rate", "b.ground_wz", "T.power"],
    "simulation": {"until": "6 s"}})json");
  const SampledOutputs outputs = sampled(path, 1e-10, 0.1);
  for (std::size_t i = 0; i < outputs.t.size(); ++i) {
    const double t = outputs.t[i];
    EXPECT_NEAR(outputs["J.angle"][i], 3 * t * t, 1e-7) << t;
    EXPECT_NEAR(outputs["phi"][i], 3 * t * t, 1e-7) << t;
    EXPECT_NEAR(outputs["J.rate"][i], 6 * t, 1e-8) << t;
    EXPECT_NEAR(outputs["b.ground_wz"][i], 6 * t, 1e-8) << t;
    EXPECT_NEAR(outputs["T.power"][i], 18 * t, 1e-7) << t;
  }
  EXPECT_GT(outputs["J.angle"].back(), 17 * 2 * std::numbers::pi);
}

/// A screw of 20 mm pitch at 50 rad/s, and a slide. The value of a friction's joint and of a driver
/// is counted too.
TEST(JointMotion, ScrewsTurnAndAdvance) {
  const std::string path = file_of(R"json({"pleuel": 2, "name": "screw", "dimension": 3,
    "bodies": [{"name": "nut", "mass": 1, "inertia": [0.4, 0.4, 0.5]},
               {"name": "sled", "mass": 1, "inertia": [0.4, 0.4, 0.5]}],
    "joints": [{"name": "S", "type": "screw", "a": "ground.origin", "b": "nut.origin", "pitch": "20 mm"},
               {"name": "P", "type": "prismatic", "a": "ground.origin", "b": "sled.origin"}],
    "drivers": [{"name": "M", "type": "angle", "a": "ground.origin", "b": "nut.origin", "value": "50 rad/s*t"}],
    "forces": [{"name": "R", "type": "friction", "joint": "P", "viscous": "2 N*s/m"},
               {"name": "F", "type": "force", "marker": "sled.origin", "z": "4 N"}],
    "outputs": [{"joint": "S"}, {"joint": "P", "name": "sled_on_rail"}, "M.value", "R.value", "R.force"],
    "simulation": {"until": "1 s"}})json");
  const SampledOutputs outputs = sampled(path, 1e-10, 0.1);
  const double per_turn = 0.02 / (2 * std::numbers::pi);
  for (std::size_t i = 0; i < outputs.t.size(); ++i) {
    const double t = outputs.t[i], speed = 2 * (1 - std::exp(-2 * t));
    EXPECT_NEAR(outputs["S.angle"][i], 50 * t, 1e-8) << t;
    EXPECT_NEAR(outputs["M.value"][i], 50 * t, 1e-8) << t;
    EXPECT_NEAR(outputs["S.rate"][i], 50, 1e-8) << t;
    EXPECT_NEAR(outputs["S.position"][i], 50 * t * per_turn, 1e-9) << t;
    EXPECT_NEAR(outputs["S.velocity"][i], 50 * per_turn, 1e-9) << t;
    EXPECT_NEAR(outputs["sled_on_rail.velocity"][i], speed, 1e-8) << t;
    EXPECT_NEAR(outputs["sled_on_rail.position"][i], outputs["R.value"][i], 1e-15) << t;
    EXPECT_NEAR(outputs["R.force"][i], -2 * speed, 1e-8) << t;
  }
}

/// The centre of mass, the origin, and the angular velocity in both axes: a body with its centre
/// 0.3 m from a pin turns at 2 rad/s about an axis that is x of the body and z of the ground.
TEST(JointMotion, BodiesShowTheirOriginAndTheirRotationInGroundAxes) {
  const std::string path = file_of(R"json({"pleuel": 2, "name": "axes", "dimension": 3,
    "bodies": [{"name": "b", "mass": 1, "inertia": [0.4, 0.4, 0.5], "com": [0, "0.3 m", 0],
                "orientation": {"axis": [0, 1, 0], "angle": "-90 deg"}, "position": [1, 2, 3],
                "angular_velocity": [0, 0, "2 rad/s"], "markers": {"pin": {"at": [0, 0, 0], "z": [1, 0, 0]}}}],
    "ground": {"markers": {"pin": [1, 2, 3]}},
    "joints": [{"name": "J", "type": "revolute", "a": "ground.pin", "b": "b.pin"}],
    "outputs": ["b.origin.x", "b.origin.vx", "b.ground_wx", "b.ground_wz", {"name": "own", "formula": "b.wx"},
                {"name": "centre", "formula": "b.vx"}],
    "simulation": {"until": "0.1 s"}})json");
  const SampledOutputs outputs = sampled(path, 1e-10, 0.1);
  EXPECT_NEAR(outputs["b.origin.x"].front(), 1, 1e-12);
  EXPECT_NEAR(outputs["b.origin.vx"].front(), 0, 1e-12);
  EXPECT_NEAR(outputs["b.ground_wz"].front(), 2, 1e-12);
  EXPECT_NEAR(outputs["b.ground_wx"].front(), 0, 1e-12);
  EXPECT_NEAR(outputs["own"].front(), 2, 1e-12);
  EXPECT_NEAR(outputs["centre"].front(), -0.6, 1e-12);
}

TEST(JointMotion, OfAWeldIsRefused) {
  const std::string path = file_of(R"json({"pleuel": 2, "name": "w", "dimension": 2,
    "bodies": [{"name": "b", "mass": 1, "inertia": 1}],
    "measures": [{"name": "phi", "type": "joint-angle", "joint": "W"}],
    "joints": [{"name": "W", "type": "weld", "a": "ground.origin", "b": "b.origin"}]})json");
  try {
    (void)run_file(path);
    FAIL() << "accepted";
  } catch (const InvalidInput& fault) {
    EXPECT_NE(std::string(fault.what()).find("'W', which is a 'weld' and has none"), std::string::npos)
        << fault.what();
  }
}

}  // namespace joint_motion_test
}  // namespace pleuel::testing
