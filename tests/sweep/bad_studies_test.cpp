// Every file of bad/ holds one mistake. Its first line says what the reader must answer: "//
// line:column, path | text | text …".
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "pleuel/base/error.hpp"
#include "pleuel/run/standard_catalogue.hpp"
#include "pleuel/sweep/study_reader.hpp"

namespace pleuel::sweep {
namespace bad_studies_test {

namespace fs = std::filesystem;

const fs::path folder = fs::path(PLEUEL_SOURCE_DIR) / "tests/sweep";

std::vector<std::string> parts_of(const std::string& line) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= line.size();) {
    const auto end = std::min(line.find(" | ", at), line.size());
    parts.push_back(line.substr(at, end - at));
    at = end + 3;
  }
  return parts;
}

std::vector<std::string> faults_of(const std::string& path) {
  try {
    (void)read_study_file(path, standard_catalogue());
  } catch (const InvalidInput& fault) {
    return fault.faults();
  }
  return {};
}

TEST(BadStudies, EachMistakeIsAnsweredWithItsPlaceItsValueAndARemedy) {
  int n_files = 0;
  for (const auto& entry : fs::directory_iterator(folder / "bad")) {
    ++n_files;
    const std::string path = entry.path();
    std::ifstream file(path);
    std::string first;
    std::getline(file, first);
    const auto expected = parts_of(first.substr(3));
    ASSERT_GE(expected.size(), 2u) << path;
    const auto faults = faults_of(path);
    ASSERT_EQ(faults.size(), 1u) << path << (faults.empty() ? "" : "\n" + faults[0] + "\n" + faults.back());
    EXPECT_TRUE(faults[0].starts_with(path + ":" + expected[0] + ": ")) << expected[0] << "\n" << faults[0];
    for (std::size_t i = 1; i < expected.size(); ++i)
      EXPECT_NE(faults[0].find(expected[i]), std::string::npos) << expected[i] << "\n" << faults[0];
  }
  EXPECT_GE(n_files, 25);
}

TEST(BadStudies, AllMistakesOfAFileAreReportedAtOnce) {
  const std::string text = R"({"pleuel_study": 2, "case": "pendulum", "extra": 1,
    "vary": {"plan": "sobol", "parameters": {"wrong": [1]}},
    "outputs": {"pi": {"end": "nothing"}}, "time_limit": -1})";
  try {
    (void)read_study("s.json", text, standard_catalogue());
    FAIL();
  } catch (const InvalidInput& fault) {
    EXPECT_GE(fault.faults().size(), 7u) << fault.what();
  }
}

// How many files Python's jsonschema, an implementation of the standard that is not ours, refuses;
// 77 if it is missing.
int validate(const fs::path& schema, const std::vector<fs::path>& files) {
  std::string command =
      "python3 '" + (folder / "../model/validate.py").string() + "' '" + schema.string() + "'";
  for (const auto& file : files) command += " '" + file.string() + "'";
  return WEXITSTATUS(std::system(command.c_str()));
}

TEST(StudySchema, AcceptsTheGoodFilesAndRefusesWrongStructure) {
  const auto path = fs::temp_directory_path() / ("pleuel_study_schema_" + std::to_string(getpid()) + ".json");
  std::ofstream(path) << study_schema();
  std::vector<fs::path> good = {folder / "studies/forty.json", folder / "studies/thousand.json"};
  for (const auto& entry : fs::directory_iterator(folder / "../../studies"))
    if (entry.is_regular_file() && entry.path().filename() != "schema.json") good.push_back(entry.path());
  const int code = validate(path, good);
  if (code == 77 || code == 127) {
    fs::remove(path);
    GTEST_SKIP() << "python3-jsonschema is not installed";
  }
  EXPECT_EQ(code, 0);
  std::vector<fs::path> bad;
  for (const char* name : {"no-version", "other-version", "unknown-key", "no-case", "no-vary", "no-outputs",
                           "range-without-count", "unknown-plan", "unknown-kind-of-output",
                           "output-name-with-dot", "curve-without-every"})
    bad.push_back(folder / "bad" / (std::string(name) + ".json"));
  EXPECT_EQ(validate(path, bad), static_cast<int>(bad.size()));
  fs::remove(path);
}

TEST(StudySchema, IsTheOneThatShipsWithTheStudies) {
  std::ifstream file(folder / "../../studies/schema.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(text, study_schema()) << "renew it: pleuel list schema study > studies/schema.json";
}

}  // namespace bad_studies_test
}  // namespace pleuel::sweep
