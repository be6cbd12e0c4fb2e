#include "pleuel/base/input_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace pleuel {
namespace input_file_test {

namespace fs = std::filesystem;

std::string refusal(const fs::path& path, const InputKind& kind = model_file) {
  try {
    read_input_file(path.string(), kind);
  } catch (const UnreadableFile& error) {
    return error.what();
  }
  return "";
}

class InputFile : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) / "pleuel_input_file";
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path folder_;
};

TEST_F(InputFile, AllBytesOfARegularFileAreRead) {
  const std::string bytes("a\0b\r\n", 5);
  std::ofstream(folder_ / "f", std::ios::binary) << bytes;
  EXPECT_EQ(read_input_file((folder_ / "f").string(), model_file), bytes);
}

TEST_F(InputFile, WhatIsNoRegularFileIsRefusedByNameAndWithoutWaiting) {
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_NE(refusal(folder_ / "pipe").find("a named pipe"), std::string::npos);
  EXPECT_NE(refusal(folder_).find("a folder"), std::string::npos);
  EXPECT_NE(refusal("/dev/zero").find("'/dev/zero' is a device"), std::string::npos);
  EXPECT_NE(refusal(folder_ / "none").find("none' cannot be opened: No such file"), std::string::npos);
}

TEST_F(InputFile, TheSizeIsLookedAtBeforeAnythingIsRead) {
  std::ofstream(folder_ / "large") << "x";
  fs::resize_file(folder_ / "large", model_file.most_bytes + 1);  // a hole: it takes no room
  EXPECT_NE(refusal(folder_ / "large").find("may have 67108864"), std::string::npos);
}

TEST(Content, EveryByteAndTheOrderOfTheFilesCount) {
  EXPECT_NE(content_hash("g = 9.81"), content_hash("g = 1.62"));
  EXPECT_EQ(content_hash(""), 0xcbf29ce484222325u);
  EXPECT_EQ(content_hash("a"), 0xaf63dc4c8601ec8cu);  // published with FNV-1a
  EXPECT_EQ(content_text({}), "");
  EXPECT_EQ(content_text({{"x", 1}}).size(), 16u);
  EXPECT_EQ(content_text({{"x", 1}}), content_text({{"y", 1}}));
  EXPECT_NE(content_text({{"x", 1}, {"y", 2}}), content_text({{"x", 2}, {"y", 1}}));
}

}  // namespace input_file_test
}  // namespace pleuel
