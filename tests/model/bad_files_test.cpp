// Every file of bad/ holds one mistake. Its first line says what the reader must answer: "//
// line:column, path | text | text …".
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "model/small_catalogue.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/model/built_description.hpp"
#include "pleuel/model/file/model_reader.hpp"

namespace pleuel {
namespace bad_files_test {

namespace fs = std::filesystem;

std::vector<std::string> parts_of(const std::string& line) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= line.size();) {
    const auto end = std::min(line.find(" | ", at), line.size());
    parts.push_back(line.substr(at, end - at));
    at = end + 3;
  }
  return parts;
}

std::vector<std::string> faults_of(const std::string& path, const ModelCatalogue& catalogue) {
  try {
    build_bodies(read_model_file(path, catalogue));
  } catch (const InvalidInput& fault) {
    return fault.faults();
  }
  return {};
}

TEST(BadFiles, EachMistakeIsAnsweredWithItsPlaceItsValueAndARemedy) {
  const auto catalogue = small_catalogue();
  int n_files = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(PLEUEL_SOURCE_DIR) / "tests/model/bad")) {
    ++n_files;
    const std::string path = entry.path();
    std::ifstream file(path);
    std::string first;
    std::getline(file, first);
    ASSERT_TRUE(first.starts_with("// ")) << path;
    const auto expected = parts_of(first.substr(3));
    ASSERT_GE(expected.size(), 2u) << path;
    const auto faults = faults_of(path, catalogue);
    ASSERT_EQ(faults.size(), 1u) << path << (faults.empty() ? "" : "\n" + faults[0] + "\n" + faults.back());
    EXPECT_TRUE(faults[0].starts_with(path + ":" + expected[0] + ": ") ||
                faults[0].starts_with(path + ":" + expected[0] + " ("))
        << expected[0] << "\n"
        << faults[0];
    for (std::size_t i = 1; i < expected.size(); ++i)
      EXPECT_NE(faults[0].find(expected[i]), std::string::npos) << expected[i] << "\n" << faults[0];
  }
  EXPECT_GE(n_files, 40);
}

TEST(BadFiles, AllMistakesOfAFileAreStatedAtOnce) {
  const auto catalogue = small_catalogue();
  const std::string text = R"({"pleuel": 3, "name": "bad", "dimension": 2, "gravity": [0],
    "parameters": {"a": "1/0", "b": "2*a"},
    "bodies": [{"name": "rod", "mass": -1, "inertia": "3 m", "position": [0, "c"]}],
    "joints": [{"name": "rod", "type": "revolute", "a": "rod.tip", "b": "ground.orgin", "x": 1}],
    "outputs": ["rod.z"], "simulation": {"rtol": 0, "method": 1}})";
  try {
    read_model("m.json", text, catalogue);
    FAIL() << "accepted";
  } catch (const InvalidInput& fault) {
    const std::vector<std::string> paths = {
        "/pleuel:",           "/gravity:",          "/parameters/a:",
        "/bodies/0/mass:",    "/bodies/0/inertia:", "/bodies/0/position/1:",
        "/joints/0/name:",    "/joints/0/a:",       "/joints/0/b:",
        "/joints/0/x:",       "/outputs/0:",        "/simulation/rtol:",
        "/simulation/method:"};
    EXPECT_EQ(fault.faults().size(), paths.size()) << fault.what();
    for (const auto& path : paths) {
      const auto is_named = [&](const std::string& f) { return f.find(", " + path) != std::string::npos; };
      EXPECT_EQ(std::count_if(fault.faults().begin(), fault.faults().end(), is_named), 1) << path << "\n"
                                                                                          << fault.what();
    }
  }
}

TEST(BadFiles, OfARepeatedMistakeTheFirstRoundIsStated) {
  const auto catalogue = small_catalogue();
  const std::string text = R"({"pleuel": 1, "name": "bad", "dimension": 2,
    "bodies": [{"repeat": {"i": [1, 500]}, "items": [{"name": "b{i}", "mass": "-i", "inertia": 1, "angel": 3}]}]})";
  try {
    read_model("m.json", text, catalogue);
    FAIL() << "accepted";
  } catch (const InvalidInput& fault) {
    ASSERT_EQ(fault.faults().size(), 2u) << fault.what();
    EXPECT_NE(fault.faults()[1].find("(i = 1)"), std::string::npos) << fault.faults()[1];
  }
}

// A rule of the type is asked only about elements that are whole: what is missing in each round
// must not reach it.
TEST(BadFiles, ARepeatedMistakeDoesNotReachTheRulesOfTheType) {
  auto catalogue = small_catalogue();
  for (auto& force : catalogue.forces)
    force.faults = [](const Element& e) {
      return std::vector<std::string>(e.number("stiffness") > 1e9 ? 1 : 0, "too stiff");
    };
  const std::string text =
      R"({"pleuel": 1, "name": "bad", "dimension": 2, "bodies": [{"name": "b", "mass": 1, "inertia": 1}],
    "forces": [{"repeat": {"i": [1, 3]}, "items": [
      {"name": "f{i}", "type": "spring", "a": "b.origin", "b": "ground.origin", "stiffness": "i*"}]}]})";
  try {
    read_model("m.json", text, catalogue);
    FAIL() << "accepted";
  } catch (const InvalidInput& fault) {
    EXPECT_EQ(fault.faults().size(), 1u) << fault.what();
  }
}

}  // namespace bad_files_test
}  // namespace pleuel
