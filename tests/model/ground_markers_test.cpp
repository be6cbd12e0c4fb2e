// Markers of the ground as a list with repeats.
#include <gtest/gtest.h>

#include "pleuel/base/error.hpp"
#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/file/model_reader.hpp"

namespace pleuel::testing {
namespace ground_markers_test {

ModelDescription with_markers(const std::string& list) {
  return read_model("row.json",
                    R"({"pleuel": 1, "name": "row", "dimension": 2, "parameters": {"N": 3},
                        "bodies": [{"name": "b", "mass": 1, "inertia": 1}], "ground": {"markers": )" +
                        list + "}}",
                    standard_model_catalogue());
}

TEST(GroundMarkers, CanBeRepeated) {
  const ModelDescription model = with_markers(
      R"([{"name": "home", "angle": "90 deg"}, {"repeat": {"i": [1, "N"]}, "items": [{"name": "A{i}", "at": ["2*i", 1]}]}])");
  const auto at = [&](const std::string& name) {
    for (const MarkerDescription& m : model.markers)
      if (m.name == name) return m;
    ADD_FAILURE() << "no marker " << name;
    return MarkerDescription{};
  };
  EXPECT_EQ(at("ground.A3").position, Eigen::Vector3d(6, 1, 0));
  EXPECT_EQ(at("ground.A1").position, Eigen::Vector3d(2, 1, 0));
  EXPECT_EQ(at("ground.home").position, Eigen::Vector3d(0, 0, 0));
  EXPECT_NEAR(at("ground.home").axes(1, 0), 1, 1e-15);
}

void expect_fault(const std::string& list, const std::string& part) {
  try {
    with_markers(list);
    ADD_FAILURE() << list << " was taken";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(GroundMarkers, InAListNeedProperNames) {
  expect_fault(R"([{"at": [0, 0]}])", "the key 'name' is missing");
  expect_fault(R"([{"name": "2nd"}])", "must begin with a letter");
  expect_fault(R"([{"name": "A"}, {"name": "A"}])", "'ground.A' exists already");
  expect_fault(R"([{"name": "A", "place": [0, 0]}])", "unknown key 'place'");
  expect_fault(R"([3])", "must be an object");
}

}  // namespace ground_markers_test
}  // namespace pleuel::testing
