// "Add a joint" of CONTRIBUTING.md: one that only this file has.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/model/assembly/marker_pair.hpp"
#include "pleuel/model/file/schema.hpp"
#include "pleuel/problem/model_problem.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace joint_recipe_test {

/// "string": a string of constant length from a round the eye b to the second pin, kept taut. The
/// eye moves on an ellipse whose foci are the pins:
///
///     0 = |p_b − p_a| + |p_b − p_pin| − length
template <int D>
void add_string(const Element& e, Assembly<D>& assembly) {
  const MarkerPair<D> markers(e, assembly);
  const Attachment<D> pin = assembly.marker(e.whole("pin"));
  const int row = assembly.add_row("tension", "N");
  assembly.add_term(row, 1.0, markers.bodies, markers.distance());
  assembly.add_term(row, 1.0, BodyPair{pin.body, markers.b.body}, Distance<D>{pin.u, markers.b.u});
  assembly.add_constant(row, -e.number("length"));
}

ElementType string_type() {
  ElementType type;
  type.name = "string";
  type.title = "string from a round the eye b to a second pin";
  type.equations = "|p_b - p_a| + |p_b - p_pin| = length";
  type.parameters = {
      {.name = "pin", .kind = ValueKind::marker, .help = "where the other end is fixed"},
      {.name = "length", .dimension = dimension::length, .help = "of the string", .minimum = 0}};
  type.add_planar = add_string<2>;
  type.add_spatial = add_string<3>;
  return type;
}

/// Elements refer to their types, so this lives as long as the program.
const ModelCatalogue& elements() {
  static const ModelCatalogue all = [] {
    ModelCatalogue copy = standard_model_catalogue();
    copy.joints.push_back(string_type());
    return copy;
  }();
  return all;
}

/// A bead on a string of 10 m between pins at x = ±3 m: an ellipse with the half axes 5 m and 4 m.
/// Nothing pulls the bead, so its speed of 2 m/s stays.
const char* const bead = R"({
  "pleuel": 2, "name": "bead", "dimension": 2,
  "bodies": [{"name": "bead", "mass": "1 kg", "inertia": "1 kg m^2",
              "position": ["5 m", 0], "velocity": [0, "2 m/s"]}],
  "ground": {"markers": {"left": ["-3 m", 0], "right": ["3 m", 0]}},
  "joints": [{"name": "s", "type": "string", "a": "ground.left", "b": "bead.com",
              "pin": "ground.right", "length": "10 m"}],
  "simulation": {"until": "10 s"}})";

constexpr double half_axis_x = 5, half_axis_y = 4, speed = 2;
/// A quarter of the perimeter at that speed, s.
double quarter() { return half_axis_x * std::comp_ellint_2(0.6) / speed; }

// Elements belong to a case of the model.
void build(const Problem& problem) { (void)problem.build(OptionValues(problem.options, {})); }

TEST(JointRecipe, IsNamedByAFileAndUnknownWithoutAnEntry) {
  EXPECT_NO_THROW(build(model_problem_from(bead, elements())));
  EXPECT_THROW(build(model_problem_from(bead)), InvalidInput);
}

TEST(JointRecipe, IsCheckedAndDescribedByItsType) {
  std::string file = bead;
  file.replace(file.find("\"10 m\""), 6, "\"-10 kg\"");
  try {
    build(model_problem_from(file, elements()));
    FAIL() << "a length in kg is accepted";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("length"), std::string::npos) << error.what();
  }
  EXPECT_NE(model_schema(elements()).find("where the other end is fixed"), std::string::npos);
}

TEST(JointRecipe, CarriesTheBeadRoundTheEllipseUnderEveryFormulation) {
  Catalogue all = standard_catalogue();
  all.put(model_problem_from(bead, elements()));
  for (const Formulation& formulation : all.formulations) {
    if (!formulation.has_motion()) continue;
    for (const int quarters : {1, 4}) {
      RunRequest request = {.case_name = standard_input_name, .formulation = formulation.name};
      request.method = "radau5";
      request.tolerance = {.rtol = 1e-8, .atol = 1e-8};
      request.until = quarters * quarter();
      const RunResult result = run(all, request);
      ASSERT_EQ(result.status, RunStatus::ok) << formulation.name << ": " << result.message;
      const double x = quarters == 4 ? half_axis_x : 0, y = quarters == 4 ? 0 : half_axis_y;
      EXPECT_NEAR(result.y[0], x, 1e-5) << formulation.name;
      EXPECT_NEAR(result.y[1], y, 1e-5) << formulation.name;
    }
  }
}

}  // namespace joint_recipe_test
}  // namespace pleuel
