// check lists the masses of bodies and their totals.
#include <numbers>

#include "models/model_runs.hpp"
#include "pleuel/mechanics/body_mass.hpp"
#include "pleuel/run/analysis.hpp"

namespace pleuel::testing {
namespace body_masses_test {

std::vector<BodyMass> masses_of(const std::string& text) {
  const CheckResult result = check_case(all(), {file_of(text)});
  EXPECT_TRUE(result.start);
  return body_masses_of(*result.header.system, result.start->q);
}

/// A dumbbell of two balls on the y axis of a body that lies along x of the ground, and a ball.
TEST(BodyMasses, AreInGroundAxesAndAddUpAboutTheirCentre) {
  const auto bodies = masses_of(R"json({"pleuel": 2, "name": "m", "dimension": 3,
    "bodies": [{"name": "bar", "mass": "2 kg", "inertia": [3, 1, 2.5], "com": [0, 0.5, 0], "position": [1, 0, 0],
                "orientation": {"axis": [0, 0, 1], "angle": "-90 deg"}},
               {"name": "ball", "mass": "1 kg", "inertia": 0.1, "position": [0, 0, 3]}]})json");
  ASSERT_EQ(bodies.size(), 2u);
  EXPECT_EQ(bodies[0].name, "bar");
  EXPECT_LT((bodies[0].centre - Eigen::Vector3d(1.5, 0, 0)).norm(), 1e-15);
  EXPECT_LT((bodies[0].inertia - Eigen::Vector3d(1, 3, 2.5).asDiagonal().toDenseMatrix()).norm(), 1e-15);
  const BodyMass total = total_mass(bodies);
  EXPECT_EQ(total.mass, 3);
  EXPECT_LT((total.centre - Eigen::Vector3d(1, 0, 1)).norm(), 1e-15);
  // Steiner: 2 kg at (0.5, 0, −1) and 1 kg at (−1, 0, 2) from the total centre.
  EXPECT_NEAR(total.inertia(0, 0), 1 + 0.1 + 2 * 1 + 1 * 4, 1e-14);
  EXPECT_NEAR(total.inertia(1, 1), 3 + 0.1 + 2 * 1.25 + 1 * 5, 1e-14);
  EXPECT_NEAR(total.inertia(2, 2), 2.5 + 0.1 + 2 * 0.25 + 1 * 1, 1e-14);
  EXPECT_NEAR(total.inertia(0, 2), -(2 * 0.5 * -1 + 1 * -1 * 2), 1e-14);
}

/// A beam of 1 m and 0.48 kg: m l²/12 and the rotary inertia ρ I l.
TEST(BodyMasses, OfElasticBodiesAreThoseOfTheirElements) {
  const auto bodies = masses_of(R"json({"pleuel": 2, "name": "m", "dimension": 2,
    "bodies": [{"name": "rod", "type": "flexible", "mesh": {"type": "beam", "length": "1 m", "elements": 3},
                "material": {"young": "2 GPa", "density": 1200}, "section": {"area": "4 cm^2", "inertia": "1 cm^4"},
                "frame": {"type": "tangent", "set": "start"}, "position": [2, 3], "angle": "90 deg"}]})json");
  ASSERT_EQ(bodies.size(), 1u);
  EXPECT_TRUE(bodies[0].is_planar);
  EXPECT_NEAR(bodies[0].mass, 0.48, 1e-13);
  EXPECT_LT((bodies[0].centre - Eigen::Vector3d(2, 3.5, 0)).norm(), 1e-12);
  EXPECT_NEAR(bodies[0].inertia(2, 2), 0.48 / 12 + 1200 * 1e-8, 1e-12);
}

}  // namespace body_masses_test
}  // namespace pleuel::testing
