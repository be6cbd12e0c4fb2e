// Runs with checkpoints, and the comparison of their results.
#pragma once

#include <algorithm>
#include <csignal>
#include <map>

#include "cli/program.hpp"

namespace pleuel::cli_test {

using Words = std::vector<std::string>;

inline std::string source(const std::string& path) { return std::string(PLEUEL_SOURCE_DIR) + "/" + path; }

inline Words with(Words words, const Words& further) {
  words.insert(words.end(), further.begin(), further.end());
  return words;
}

/// A file without times and the memory that the process took. Blanks that give numbers a fixed
/// length count as one.
inline std::string timeless(const std::string& text) {
  std::string kept;
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const std::string_view measured : {"\"cpu_seconds\"", "\"peak_memory\""})
      if (text.compare(i, measured.size(), measured) == 0) i = text.find_first_of(",}\n", i);
    if (text[i] != ' ' || i == 0 || text[i - 1] != ' ') kept += text[i];
  }
  return kept;
}

/// All files of a result, by name.
inline std::map<std::string, std::string> files_of(const fs::path& result) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(result))
    if (entry.is_regular_file()) files[entry.path().filename()] = timeless(contents(entry.path()));
  return files;
}

inline void expect_equal_results(const fs::path& a, const fs::path& b) {
  const auto first = files_of(a), second = files_of(b);
  ASSERT_FALSE(first.empty());
  ASSERT_TRUE(first.contains("run.json"));
  for (const auto& [name, text] : first) {
    ASSERT_TRUE(second.contains(name)) << name;
    EXPECT_TRUE(second.at(name) == text) << name << " differs";
  }
  EXPECT_EQ(first.size(), second.size());
  EXPECT_FALSE(fs::exists(a / "checkpoint"));
  EXPECT_FALSE(fs::exists(b / "checkpoint"));
}

/// A folder in memory if there is one: a checkpoint is then written in less than a millisecond, and
/// a run of some tenths of a second has several.
class FastScratch {
 public:
  FastScratch() {
    const bool has_memory = access("/dev/shm", W_OK) == 0;
    std::string name =
        ((has_memory ? fs::path("/dev/shm") : fs::path(testing::TempDir())) / "pleuel_kills_XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~FastScratch() { fs::remove_all(path_); }
  FastScratch(const FastScratch&) = delete;
  FastScratch& operator=(const FastScratch&) = delete;
  fs::path operator/(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

/// True if the run in this folder can be continued.
inline bool has_checkpoint(const fs::path& result) {
  std::error_code none;
  const fs::directory_iterator files(result / "checkpoint", none);
  return !none && std::any_of(begin(files), end(files),
                              [](const auto& x) { return x.path().extension() == ".state"; });
}

}  // namespace pleuel::cli_test
