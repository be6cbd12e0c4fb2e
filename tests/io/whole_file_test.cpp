#include "pleuel/io/whole_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <sstream>

namespace pleuel {
namespace whole_file_test {

namespace fs = std::filesystem;

class WholeFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    directory_ =
        fs::path(::testing::TempDir()) / ::testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(directory_);
    fs::create_directories(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  std::string contents(const std::string& name) const {
    std::ifstream file(directory_ / name);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  int n_files() const { return static_cast<int>(std::distance(fs::directory_iterator(directory_), {})); }

  fs::path directory_;
};

TEST_F(WholeFileTest, AppearsOnlyWhenCommitted) {
  WholeFile file(directory_ / "a.txt");
  file.write("one");
  EXPECT_FALSE(fs::exists(directory_ / "a.txt"));
  file.commit();
  EXPECT_EQ(contents("a.txt"), "one");
  EXPECT_EQ(n_files(), 1);
}

TEST_F(WholeFileTest, LeavesNothingBehindAndTheOldFileUntouchedWithoutACommit) {
  write_whole_file(directory_ / "a.txt", "old");
  {
    WholeFile file(directory_ / "a.txt");
    file.write("new");
  }
  EXPECT_EQ(contents("a.txt"), "old");
  EXPECT_EQ(n_files(), 1);
}

TEST_F(WholeFileTest, ReplacesAnOlderFileAndHoldsMoreThanItsBuffer) {
  write_whole_file(directory_ / "a.txt", "old");
  const std::string text(200'000, 'x');
  write_whole_file(directory_ / "a.txt", text);
  EXPECT_EQ(contents("a.txt"), text);
}

TEST_F(WholeFileTest, NamesTheFileThatCannotBeWritten) {
  try {
    write_whole_file(directory_ / "missing" / "a.txt", "x");
    FAIL() << "wrote into a directory that is not there";
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what()).find("missing/a.txt"), std::string::npos) << error.what();
  }
}

// Files may not grow beyond `bytes` while it lives.
class SizeLimit {
 public:
  explicit SizeLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &old_);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {.rlim_cur = bytes, .rlim_max = old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }
  SizeLimit(const SizeLimit&) = delete;
  SizeLimit& operator=(const SizeLimit&) = delete;

 private:
  rlimit old_ = {};
  void (*handler_)(int) = SIG_DFL;
};

TEST_F(WholeFileTest, KeepsTheWholeLinesThatFoundRoomAndCanStillBeCommitted) {
  const SizeLimit limit(10);
  WholeFile file(directory_ / "a.txt");
  file.write("1234\n6789\nabcd\n");
  EXPECT_THROW(file.commit(), FileError);
  file.commit();
  EXPECT_EQ(contents("a.txt"), "1234\n6789\n");
}

TEST_F(WholeFileTest, CutsALineThatFoundRoomInPart) {
  const SizeLimit limit(7);
  WholeFile file(directory_ / "a.txt");
  file.write("1234\n6789\n");
  EXPECT_THROW(file.commit(), FileError);
  file.commit();
  EXPECT_EQ(contents("a.txt"), "1234\n");
}

TEST_F(WholeFileTest, ADirectoryIsNotMadeWhereAFileIs) {
  write_whole_file(directory_ / "a.txt", "x");
  EXPECT_THROW(make_directory(directory_ / "a.txt"), DirectoryError);
  EXPECT_THROW(make_directory(directory_ / "a.txt" / "b"), DirectoryError);
  EXPECT_NO_THROW(make_directory(directory_ / "b" / "c"));
  EXPECT_NO_THROW(make_directory(directory_ / "b" / "c"));
}

}  // namespace whole_file_test
}  // namespace pleuel
