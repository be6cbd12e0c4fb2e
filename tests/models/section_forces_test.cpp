// Section forces of beams as outputs of a model.
#include <cmath>

#include "models/model_runs.hpp"
#include "pleuel/base/error.hpp"

namespace pleuel::testing {
namespace section_forces_test {

constexpr double length = 2, area = 1e-4, density = 7800, g = 9.81;
constexpr int n_elements = 4;

/// A cantilever along x under gravity −g along y, held at its start, in equilibrium.
std::string cantilever(const std::string& outputs, const std::string& axial = "true") {
  return R"({"pleuel": 1, "name": "cantilever", "dimension": 2, "gravity": [0, -9.81],
  "bodies": [{"name": "beam", "type": "flexible", "mesh": {"type": "beam", "length": 2, "elements": 4},
    "material": {"young": 2e11, "density": 7800}, "section": {"area": 1e-4, "inertia": 1e-9, "axial": )" +
         axial + R"(}, "frame": {"type": "tangent", "set": "start"}}],
  "joints": [{"name": "wall", "type": "weld", "a": "ground.origin", "b": "beam.origin"}],
  "outputs": [)" +
         outputs + R"(], "simulation": {"formulation": "qs", "until": 1}})";
}

TEST(SectionForceOutputs, OfACantileverAreThoseOfItsWeight) {
  const RunResult result = run_file(file_of(cantilever(
      R"({"field": "beam.axial_force", "at": "max"}, {"field": "beam.shear_force", "at": [0, 1]},
         {"field": "beam.bending_moment", "at": [0, 1]}, {"field": "beam.bending_moment", "at": [3, 3]},
         {"field": "beam.bending_moment", "at": "min"}, {"reaction": "wall"})")));
  ASSERT_EQ(result.status, RunStatus::ok) << result.message;
  const double load = -density * area * g, h = length / n_elements;
  const double rounding = 1e-6 * std::abs(load);
  EXPECT_NEAR(output(result, "beam.axial_force.max"), 0, rounding);
  // Q at the centre of the first element; M at a Gauss point is exact, at the wall off by q h²/12.
  EXPECT_NEAR(output(result, "beam.shear_force.e0.g1"), load * (length - h / 2), rounding);
  const double rest = h * (0.5 - 0.5 / std::sqrt(3.0));
  EXPECT_NEAR(output(result, "beam.bending_moment.e3.g3"), load * rest * rest / 2, rounding);
  const double root = load * (length * length / 2 - h * h / 12);
  EXPECT_NEAR(output(result, "beam.bending_moment.e0.g1"), root, rounding);
  EXPECT_EQ(output(result, "beam.bending_moment.min"), output(result, "beam.bending_moment.e0.g1"));
  // The wall balances the weight: force −load, torque −load L²/2 on the beam.
  EXPECT_NEAR(output(result, "wall.fy"), -load * length, rounding);
  EXPECT_NEAR(output(result, "wall.mz"), -load * length * length / 2, rounding);
}

TEST(SectionForceOutputs, OfABeamThatDoesNotStretchAreRefusedWithTheOthersNamed) {
  try {
    (void)run_file(file_of(cantilever(R"({"field": "beam.axial_force"})", "false")));
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("allowed are shear_force, bending_moment"), std::string::npos)
        << error.what();
  }
}

}  // namespace section_forces_test
}  // namespace pleuel::testing
