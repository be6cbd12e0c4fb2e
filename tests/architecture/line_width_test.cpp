// Comments end at column 100, code at column 110.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "support/contents.hpp"

namespace line_width_test {

namespace fs = std::filesystem;

constexpr std::size_t comment_width = 100, code_width = 110;

/// Characters, not bytes: bytes that continue a character of UTF-8 begin with the bits 10.
std::size_t width(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// Tells comments, code and literals apart, line after line. A raw string may go on over lines.
class LineKinds {
 public:
  struct Line {
    bool has_comment = false;  ///< from `//` on
    bool has_literal = false;  ///< holds a string or a part of one
  };

  Line next(const std::string& line) {
    Line found{.has_literal = !raw_end_.empty()};
    for (std::size_t i = 0; i < line.size();) {
      if (!raw_end_.empty()) {
        const std::size_t end = line.find(raw_end_, i);
        if (end == std::string::npos) return found;
        i = end + raw_end_.size();
        raw_end_.clear();
      } else if (line.compare(i, 2, "//") == 0) {
        found.has_comment = true;
        return found;
      } else if (line.compare(i, 2, "R\"") == 0) {
        const std::size_t open = std::min(line.find('(', i), line.size());
        raw_end_ = ")" + line.substr(i + 2, open - i - 2) + "\"";
        found.has_literal = true;
        i = open + 1;
      } else if (line[i] == '"' || (line[i] == '\'' && !is_separator(line, i))) {
        found.has_literal = found.has_literal || line[i] == '"';
        i = after_literal(line, i);
      } else {
        ++i;
      }
    }
    return found;
  }

 private:
  /// The ' of 1'000.
  static bool is_separator(const std::string& line, std::size_t i) {
    return i > 0 && std::isalnum(static_cast<unsigned char>(line[i - 1])) != 0;
  }
  static std::size_t after_literal(const std::string& line, std::size_t begin) {
    std::size_t i = begin + 1;
    while (i < line.size() && line[i] != line[begin]) i += line[i] == '\\' ? 2 : 1;
    return i + 1;
  }

  std::string raw_end_;  // of the raw string that the line before left open
};

/// One sentence for each line that is too long. Code with a string is left to clang-format, which
/// does not break strings.
std::vector<std::string> long_lines(const std::string& path, const std::string& text) {
  std::vector<std::string> found;
  LineKinds kinds;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    const LineKinds::Line kind = kinds.next(line);
    const std::size_t characters = width(line), limit = kind.has_comment ? comment_width : code_width;
    ++number;
    if (characters <= limit || (kind.has_literal && !kind.has_comment)) continue;
    found.push_back(path + ":" + std::to_string(number) + ": " + std::to_string(characters) +
                    " characters; a line of " + (kind.has_comment ? "comment" : "code") + " has at most " +
                    std::to_string(limit));
  }
  return found;
}

TEST(LineWidth, OfCommentsIs100AndOfCode110) {
  const fs::path root = PLEUEL_SOURCE_DIR;
  int n_files = 0;
  for (const char* folder : {"src", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const auto extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".hpp") continue;
      ++n_files;
      const std::string path = fs::relative(entry.path(), root).generic_string();
      for (const std::string& sentence : long_lines(path, pleuel::contents(entry.path())))
        ADD_FAILURE() << sentence;
    }
  }
  EXPECT_GT(n_files, 500);
}

TEST(LineWidth, TheScannerCountsCharactersAndSeesCommentsBehindCode) {
  const std::string greek = [] {
    std::string text;
    for (int i = 0; i < 97; ++i) text += "λ";
    return text;
  }();
  EXPECT_TRUE(long_lines("a.cpp", "// " + greek + "\n").empty());
  EXPECT_EQ(long_lines("a.cpp", "\n/// " + greek + "\n"),
            std::vector<std::string>{"a.cpp:2: 101 characters; a line of comment has at most 100"});
  EXPECT_EQ(long_lines("a.cpp", "int x;  // " + greek + "\n").size(), 1u);
  EXPECT_TRUE(long_lines("a.cpp", std::string(110, 'x') + "\n").empty());
  EXPECT_EQ(long_lines("a.cpp", std::string(111, 'x') + "\n").size(), 1u);
}

TEST(LineWidth, TheScannerTakesNoSlashesInStringsForComments) {
  const std::string address(95, 'x');
  EXPECT_TRUE(long_lines("a.cpp", "f(\"http://" + address + "\");\n").empty());
  EXPECT_TRUE(long_lines("a.cpp", "f(R\"(a\n // " + address + " \n)\");\n").empty());
  EXPECT_TRUE(long_lines("a.cpp", "f('\"', 1'000, \"\\\"//" + address + "\");\n").empty());
  EXPECT_EQ(long_lines("a.cpp", "f(\"x\");  // " + address + "\n").size(), 1u);
}

}  // namespace line_width_test
