// Reading a model builds nothing; building its elastic bodies states what reading could not know.
#include "pleuel/model/built_description.hpp"

#include <gtest/gtest.h>

#include "model/small_catalogue.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/model/file/model_reader.hpp"

namespace pleuel {
namespace built_description_test {

/// A body with a polygon that crosses itself: a mesh that can be read, but never made.
std::string crossed(const std::string& name, const std::string& frame = "tangent") {
  return R"({"name": ")" + name + R"(", "type": "flexible", "thickness": 0.1,
    "mesh": {"type": "polygon", "corners": [[0, 0], [1, 1], [1, 0], [0, 1]], "size": 1},
    "material": {"young": 2e11, "poisson": 0.3, "density": 7800},
    "frame": {"type": ")" +
         frame + R"(", "set": "edge0"}, "markers": {"tip": {"set": "edge1"}}})";
}

std::string model(const std::string& bodies, const std::string& joints = "") {
  return R"({"pleuel": 2, "name": "m", "dimension": 2, "bodies": [)" + bodies + R"(], "joints": [)" + joints +
         "]}";
}

ModelDescription read(const std::string& text) { return read_model("m.json", text, small_catalogue()); }

std::vector<std::string> faults_of(const std::string& text) {
  try {
    (void)build_bodies(read(text));
  } catch (const InvalidInput& error) {
    return error.faults();
  }
  return {};
}

/// The faults are at these paths and nowhere else, in this order.
void expect_paths(const std::vector<std::string>& faults, const std::vector<std::string>& paths) {
  ASSERT_EQ(faults.size(), paths.size()) << (faults.empty() ? "" : faults[0]);
  for (std::size_t k = 0; k < paths.size(); ++k)
    EXPECT_NE(faults[k].find(", " + paths[k] + ": "), std::string::npos) << faults[k];
}

TEST(ReadingAModel, BuildsNoElasticBody) {
  EXPECT_NO_THROW(read(model(crossed("rod"))));
  expect_paths(faults_of(model(crossed("rod"))), {"/bodies/0/mesh"});
}

TEST(ElasticBodies, StateTheFaultsOfAllOfThem) {
  expect_paths(faults_of(model(crossed("a") + "," + crossed("b"))), {"/bodies/0/mesh", "/bodies/1/mesh"});
}

TEST(ElasticBodies, StateTheirFaultsTogetherWithThoseOfTheFile) {
  const std::string pin = R"({"name": "pin", "type": "revolute", "a": "rod.tip", "b": "ground.orgin"})";
  expect_paths(faults_of(model(crossed("rod"), pin)), {"/bodies/0/mesh", "/joints/0/b"});
  // Half of the body is read: what is wrong with that half is said.
  expect_paths(faults_of(model(crossed("rod", "tangen"), pin)),
               {"/bodies/0/mesh", "/bodies/0/frame/type", "/joints/0/b"});
}

TEST(ElasticBodies, OfARepeatStateAFaultOnce) {
  const auto faults = faults_of(model(R"({"repeat": {"i": [1, 30]}, "items": [)" + crossed("rod{i}") + "]}"));
  expect_paths(faults, {"/bodies/0/items/0/mesh (i = 1)"});
}

}  // namespace built_description_test
}  // namespace pleuel
