// The headers for users of the library: those of docs/own-system.md.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace pleuel {
namespace public_headers_test {

namespace fs = std::filesystem;

const fs::path root = PLEUEL_SOURCE_DIR;

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// The names in the first column of the table, without "pleuel/".
std::vector<std::string> public_headers() {
  static const std::regex row(R"(^\| `pleuel/([a-z_/]+\.hpp)`.*)");
  std::vector<std::string> list;
  for (const std::string& line : lines_of(root / "docs/own-system.md"))
    if (std::smatch found; std::regex_match(line, found, row)) list.push_back(found[1]);
  return list;
}

/// Adds the headers of others that a header of Pleuel includes, also through its own.
void collect(const std::string& header, std::set<std::string>& own, std::set<std::string>& foreign) {
  static const std::regex include(R"(^#include ["<]([^">]+)[">].*)");
  if (!own.insert(header).second) return;
  for (const std::string& line : lines_of(root / "src" / header)) {
    std::smatch found;
    if (!std::regex_match(line, found, include)) continue;
    const std::string name = found[1];
    if (name.starts_with("pleuel/"))
      collect(name.substr(7), own, foreign);
    else
      foreign.insert(name);
  }
}

TEST(PublicHeaders, AreFewAndSayWhatTheyAreFor) {
  const auto list = public_headers();
  EXPECT_GE(list.size(), 6u);
  EXPECT_LE(list.size(), 12u);
  for (const std::string& header : list) {
    ASSERT_TRUE(fs::exists(root / "src" / header)) << header;
    const auto lines = lines_of(root / "src" / header);
    EXPECT_TRUE(lines.at(0).starts_with("// ")) << header;
    EXPECT_TRUE(lines.at(0).ends_with(".")) << header;
  }
}

// These take a second or more to compile each.
TEST(PublicHeaders, IncludeNothingHeavyButEigensCore) {
  const std::set<std::string> heavy = {"regex", "iostream", "filesystem", "random", "thread", "future"};
  for (const std::string& header : public_headers()) {
    std::set<std::string> own, foreign;
    collect(header, own, foreign);
    for (const std::string& name : foreign) {
      EXPECT_FALSE(heavy.contains(name)) << header << " includes <" << name << ">";
      EXPECT_TRUE(name.find('/') == std::string::npos || name == "Eigen/Core")
          << header << " includes <" << name << ">";
    }
  }
}

}  // namespace public_headers_test
}  // namespace pleuel
