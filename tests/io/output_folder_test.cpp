// A folder holds one result, the whole of it.
#include "pleuel/io/output_folder.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <set>

#include "support/contents.hpp"

namespace pleuel {
namespace output_folder_test {

namespace fs = std::filesystem;
using Foreign = OutputFolder::Foreign;

class OutputFolderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    directory_ =
        fs::path(::testing::TempDir()) /
        ("output_folder_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  void put(const std::string& name, const std::string& text) const {
    fs::create_directories((directory_ / name).parent_path());
    std::ofstream(directory_ / name) << text;
  }
  /// A result with these files, each with the text.
  void commit(const std::vector<std::string>& names, const std::string& text,
              const std::string& command = "run", Foreign foreign = Foreign::refuse) const {
    OutputFolder folder(directory_, command, foreign);
    for (const auto& name : names) write_whole_file(folder.staging() / name, text);
    folder.commit();
  }
  std::set<std::string> names() const {
    std::set<std::string> all;
    for (const auto& entry : fs::directory_iterator(directory_)) all.insert(entry.path().filename().string());
    return all;
  }
  std::string refusal(const std::string& command = "run") const {
    try {
      OutputFolder folder(directory_, command, Foreign::refuse);
    } catch (const DirectoryError& error) {
      return error.what();
    }
    return "";
  }

  fs::path directory_;
};

using Names = std::set<std::string>;

TEST_F(OutputFolderTest, ANewResultReplacesTheWholeOfAnOlderOne) {
  commit({"run.json", "run.html", "trajectory.csv", "rod.pvd", "rod_00000.vtu"}, "old");
  commit({"run.json", "trajectory.h5"}, "new");
  EXPECT_EQ(names(), (Names{"manifest.json", "run.json", "trajectory.h5"}));
  EXPECT_EQ(contents(directory_ / "run.json"), "new");
  const auto manifest = read_manifest(directory_);
  ASSERT_TRUE(manifest.has_value());
  EXPECT_EQ(manifest->command, "run");
  EXPECT_EQ(manifest->files, (std::vector<std::string>{"run.json", "trajectory.h5"}));
}

TEST_F(OutputFolderTest, WithoutACommitTheOlderResultStaysAndNothingElse) {
  commit({"run.json", "run.html"}, "old");
  {
    OutputFolder folder(directory_, "run", Foreign::refuse);
    write_whole_file(folder.staging() / "run.json", "new");
    EXPECT_EQ(contents(directory_ / "run.json"), "old");
  }
  EXPECT_EQ(names(), (Names{"manifest.json", "run.json", "run.html"}));
  EXPECT_EQ(contents(directory_ / "run.json"), "old");
}

TEST_F(OutputFolderTest, AFolderMadeForNothingIsRemoved) {
  { OutputFolder folder(directory_, "run", Foreign::refuse); }
  EXPECT_FALSE(fs::exists(directory_));
  fs::create_directories(directory_);
  { OutputFolder folder(directory_, "run", Foreign::refuse); }
  EXPECT_TRUE(fs::exists(directory_)) << "it was there before";
}

TEST_F(OutputFolderTest, FilesOfOthersAndResultsOfOtherCommandsAreRefusedUnlessForced) {
  put("notes.txt", "mine");
  put(".hidden", "nobody's");
  EXPECT_NE(refusal().find("'notes.txt'"), std::string::npos) << refusal();
  commit({"run.json"}, "run", "run", Foreign::leave);
  EXPECT_EQ(contents(directory_ / "notes.txt"), "mine");
  EXPECT_NE(refusal("bench").find("'pleuel run'"), std::string::npos) << refusal("bench");
  commit({"bench.csv"}, "bench", "bench", Foreign::leave);
  EXPECT_EQ(names(), (Names{".hidden", "bench.csv", "manifest.json", "notes.txt"}));
}

TEST_F(OutputFolderTest, AResultWithoutAManifestIsKnownByItsNames) {
  for (const char* name : {"run.json", "run.html", "trajectory.csv", "rod.pvd", "rod_00012.vtu"})
    put(name, "old");
  commit({"run.json"}, "new");
  EXPECT_EQ(names(), (Names{"manifest.json", "run.json"}));
  put("rod_x.vtu", "not ours");
  EXPECT_NE(refusal().find("'rod_x.vtu'"), std::string::npos) << refusal();
}

TEST_F(OutputFolderTest, AManifestNamesNothingOutsideItsFolder) {
  const fs::path outside = directory_.string() + "_outside";
  std::ofstream(outside) << "mine";
  put("manifest.json", R"({"pleuel_result": 1, "command": "run", "files": ["../)" +
                           outside.filename().string() + R"(", "..", "/etc/hostname", 3, "run.json"]})");
  put("run.json", "old");
  EXPECT_EQ(read_manifest(directory_)->files, std::vector<std::string>{"run.json"});
  commit({"trajectory.csv"}, "new");
  EXPECT_TRUE(fs::exists(outside));
  EXPECT_EQ(names(), (Names{"manifest.json", "trajectory.csv"}));
  fs::remove(outside);
}

TEST_F(OutputFolderTest, ASecondProgramInTheFolderIsRefused) {
  OutputFolder first(directory_, "run", Foreign::refuse);
  EXPECT_NE(refusal().find("another run"), std::string::npos) << refusal();
}

TEST_F(OutputFolderTest, WhatKilledProgramsLeftBehindIsRemoved) {
  put(".trajectory.csv.4711.tmp", "of a version without manifests");
  put(".pleuel-4712.tmp/trajectory.csv", "part");
  put(".notes.4713.tmp", "not ours");
  commit({"run.json"}, "new");
  EXPECT_EQ(names(), (Names{".notes.4713.tmp", "manifest.json", "run.json"}));
}

// As a program leaves it that dies after the new result was whole and before its files were in
// place.
TEST_F(OutputFolderTest, AnInterruptedReplacementIsFinishedByTheNextProgram) {
  commit({"run.json", "run.html"}, "old");
  put(".pleuel-new/manifest.json",
      R"({"pleuel_result": 1, "command": "run", "files": ["run.json", "trajectory.csv"]})");
  put(".pleuel-new/.stale", "run.html\n");
  put(".pleuel-new/trajectory.csv", "new");
  EXPECT_TRUE(is_between_results(directory_));
  { OutputFolder folder(directory_, "run", Foreign::refuse); }
  EXPECT_FALSE(is_between_results(directory_));
  EXPECT_EQ(names(), (Names{"manifest.json", "run.json", "trajectory.csv"}));
}

TEST_F(OutputFolderTest, AfterAFailedWriteTheOlderResultStaysAndTheRestIsInPartial) {
  commit({"run.json", "trajectory.csv"}, "old");
  {
    OutputFolder folder(directory_, "run", Foreign::refuse);
    write_whole_file(folder.staging() / "trajectory.csv", "a part");
    EXPECT_NE(folder.keep_partial().find("partial"), std::string::npos);
  }
  EXPECT_EQ(names(), (Names{"manifest.json", "partial", "run.json", "trajectory.csv"}));
  EXPECT_EQ(contents(directory_ / "trajectory.csv"), "old");
  EXPECT_EQ(contents(directory_ / "partial/trajectory.csv"), "a part");
  {
    OutputFolder folder(directory_, "run", Foreign::refuse);
    (void)folder.staging();
    EXPECT_FALSE(fs::exists(directory_ / "partial")) << "it may take the room that the next run needs";
  }
  EXPECT_EQ(names(), (Names{"manifest.json", "run.json", "trajectory.csv"}));
}

}  // namespace output_folder_test
}  // namespace pleuel
