// Every citation key resolves: [HW96, IV.8] in a comment or a page has its entry in
// docs/references.bib.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace citations_test {

namespace fs = std::filesystem;
using Keys = std::set<std::string>;

/// Keys look like HW96: letters, then two digits. Several may share a bracket: [HLR89, table 2.3;
/// HW96, VII.4]. The words before a bracket's first key tell an index apart: x[A12] has a name
/// right before it.
Keys cited_keys(const std::string& text) {
  static const std::regex bracket(R"((^|[^A-Za-z0-9_\])])\[([A-Z][A-Za-z]*[0-9]{2}\b[^\]]*)\])");
  static const std::regex key(R"((^|;)\s*([A-Z][A-Za-z]*[0-9]{2})\b)");
  Keys keys;
  for (std::sregex_iterator b(text.begin(), text.end(), bracket), end; b != end; ++b) {
    const std::string inside = (*b)[2];
    for (std::sregex_iterator k(inside.begin(), inside.end(), key); k != end; ++k) keys.insert((*k)[2]);
  }
  return keys;
}

Keys defined_keys(const std::string& bibliography) {
  static const std::regex entry(R"(@[a-z]+\{([^,\s]+),)");
  Keys keys;
  for (std::sregex_iterator e(bibliography.begin(), bibliography.end(), entry), end; e != end; ++e)
    keys.insert((*e)[1]);
  return keys;
}

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A comment that is broken inside a bracket, as one line.
std::string without_comment_breaks(const std::string& text) {
  static const std::regex line_break(R"(\n\s*//[/!]?\s*)");
  return std::regex_replace(text, line_break, " ");
}

std::map<std::string, Keys> citations_by_file() {
  const fs::path root = PLEUEL_SOURCE_DIR;
  std::map<std::string, Keys> found;
  for (const char* folder : {"src", "tests", "docs", "benchmarks"}) {
    for (const auto& file : fs::recursive_directory_iterator(root / folder)) {
      const auto extension = file.path().extension();
      if (extension != ".hpp" && extension != ".cpp" && extension != ".md" && extension != ".csv") continue;
      const Keys keys = cited_keys(without_comment_breaks(contents(file.path())));
      if (!keys.empty()) found[fs::relative(file.path(), root).generic_string()] = keys;
    }
  }
  return found;
}

TEST(Citations, EveryCitedKeyStandsInTheBibliography) {
  const Keys defined = defined_keys(contents(fs::path(PLEUEL_SOURCE_DIR) / "docs" / "references.bib"));
  const auto cited = citations_by_file();
  ASSERT_GT(cited.size(), 10u);
  for (const auto& [file, keys] : cited)
    for (const auto& key : keys)
      EXPECT_TRUE(defined.contains(key))
          << file << " cites [" << key << "], which docs/references.bib does not have";
}

TEST(Citations, EveryEntryOfTheBibliographyIsCited) {
  Keys cited;
  for (const auto& [file, keys] : citations_by_file()) cited.insert(keys.begin(), keys.end());
  for (const auto& key : defined_keys(contents(fs::path(PLEUEL_SOURCE_DIR) / "docs" / "references.bib")))
    EXPECT_TRUE(cited.contains(key)) << key << " is cited nowhere";
}

TEST(Citations, TheScannerFindsAllKeysOfABracketAcrossALineBreakAndNoIndices) {
  EXPECT_EQ(
      cited_keys(without_comment_breaks("/// see [HLR89, table\n  /// 2.3; HW96, VII.4] and [AS64].\n")),
      (Keys{"HLR89", "HW96", "AS64"}));
  EXPECT_TRUE(cited_keys("x[A12] + y[N10, 3]").empty());
}

}  // namespace citations_test
