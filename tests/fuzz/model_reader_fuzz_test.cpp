// The fuzzer's entry without a fuzzer: all model files of the tree, and seeded mutations of them. PLEUEL_FUZZ_ROUNDS asks for more.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

std::vector<std::string> corpus() {
  std::vector<fs::path> paths;
  for (const char* folder : {"models", "tests/model/good", "tests/model/bad"}) {
    const auto path = fs::path(PLEUEL_SOURCE_DIR) / folder;
    if (!fs::exists(path)) continue;
    for (const auto& entry : fs::directory_iterator(path)) {
      if (entry.path().extension() == ".json" && entry.path().filename() != "schema.json")
        paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const auto& path : paths) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

void try_one(const std::string& text) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

/// Values in places where others are expected, and signs that mean something to a parser.
const std::vector<std::string>& pieces() {
  static const std::vector<std::string> all = {"null",
                                               "true",
                                               "0",
                                               "-1",
                                               "1e308",
                                               "-1e-308",
                                               "1e9",
                                               "2147483648",
                                               "0.5",
                                               "\"\"",
                                               "\"{\"",
                                               "\"{i}\"",
                                               "\"{i+1}.tip\"",
                                               "\"1/0\"",
                                               "\"((((((((1\"",
                                               "\"30 mm\"",
                                               "\"20 deg/s^9\"",
                                               "\"1 m^9*m^9*m^9*m^9*m^9\"",
                                               "\"t\"",
                                               "\"a ? b : c\"",
                                               "\"sin\"",
                                               "\"min(1,2,3,4)\"",
                                               "\"x^x^x^x\"",
                                               "[]",
                                               "{}",
                                               "[[]]",
                                               "[0, 0]",
                                               "[0, 0, 0]",
                                               "[1, 2, 3, 4]",
                                               "[[1, 2], [1, 2]]",
                                               "{\"repeat\": {\"i\": [1, 300]}, \"items\": [{}]}",
                                               "{\"repeat\": {\"i\": [1, 1e9]}, \"items\": []}",
                                               "{\"type\": \"rod\"}",
                                               "{\"axis\": [0, 0, 0], \"angle\": 1}",
                                               "\"ground.origin\"",
                                               "\"repeat\"",
                                               "\"items\"",
                                               "\"name\"",
                                               "\"type\"",
                                               ",",
                                               ":",
                                               "[",
                                               "]",
                                               "{",
                                               "}",
                                               "\"",
                                               "//",
                                               "/*",
                                               "*/",
                                               "\\u0000",
                                               "\xff",
                                               "\xEF\xBB\xBF",
                                               "\"\\ud800\""};
  return all;
}

class Mutator {
 public:
  explicit Mutator(std::vector<std::string> texts) : texts_(std::move(texts)) {}

  std::string next() {
    std::string text = texts_[below(texts_.size())];
    for (auto n = 1 + below(3); n > 0; --n) mutate(text);
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return random_() % std::max<std::size_t>(n, 1); }

  void mutate(std::string& text) {
    const auto at = below(text.size() + 1);
    const auto length = below(std::min<std::size_t>(text.size() - at, 40) + 1);
    switch (below(6)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(below(text.size() + 1), text.substr(at, length));
        break;
      case 3:
        text.insert(at, pieces()[below(pieces().size())]);
        break;
      case 4: {
        const auto& other = texts_[below(texts_.size())];
        text = text.substr(0, at) + other.substr(below(other.size()));
        break;
      }
      default:
        replace_value(text, at);
    }
  }

  // A value behind the next colon or comma makes way for another, so that the text stays JSON.
  void replace_value(std::string& text, std::size_t at) {
    auto begin = text.find_first_of(":,[", at);
    if (begin == std::string::npos) return;
    ++begin;
    const auto end = text.find_first_of(",]}", begin);
    text.replace(begin, end == std::string::npos ? end : end - begin, " " + pieces()[below(pieces().size())]);
  }

  std::vector<std::string> texts_;
  std::mt19937_64 random_{20240229};
};

TEST(ModelReaderFuzz, EveryFileOfTheTreeIsAnswered) {
  const auto texts = corpus();
  ASSERT_GE(texts.size(), 40u);
  for (const auto& text : texts) try_one(text);
}

TEST(ModelReaderFuzz, EveryBeginningOfAFileIsAnswered) {
  for (const auto& text : corpus()) {
    const auto step = std::max<std::size_t>(1, text.size() / 40);
    for (std::size_t n = 0; n < text.size(); n += step) try_one(text.substr(0, n));
  }
}

TEST(ModelReaderFuzz, MutatedFilesAreAnswered) {
  const char* const more = std::getenv("PLEUEL_FUZZ_ROUNDS");
  const long n_rounds = more != nullptr ? std::atol(more) : 10000;
  Mutator mutator(corpus());
  for (long i = 0; i < n_rounds; ++i) {
    const auto text = mutator.next();
    SCOPED_TRACE(text);
    ASSERT_NO_THROW(try_one(text));
  }
}

TEST(ModelReaderFuzz, LargeAndDeepInputsAreAnswered) {
  try_one(std::string(100'000, '['));
  try_one("{\"a\": \"" + std::string(1'000'000, '(') + "\"}");
  const std::string head =
      R"({"pleuel": 1, "name": "m", "dimension": 2, "bodies": [{"name": "b", "mass": 1, "inertia": 1}], )";
  try_one(head + "\"parameters\": {\"a\": \"" + std::string(3900, '(') + "\"}}");
  try_one(head + "\"parameters\": {\"a\": \"" + std::string(3900, '-') + "1\"}}");
  std::string keys;
  for (int i = 0; i < 20'000; ++i) keys += "\"k" + std::to_string(i) + "\": 0, ";
  try_one(head + "\"parameters\": {" + keys + "\"z\": \"zz\"}}");
  try_one("{" + keys + "\"z\": 1}");
  // Repeats in repeats, each short.
  std::string nested = R"({"name": "b", "mass": 1, "inertia": 1})";
  for (char c = 'a'; c < 'e'; ++c)
    nested = std::string(R"({"repeat": {"v)") + c + R"(": [1, 1000]}, "items": [)" + nested + "]}";
  try_one(R"({"pleuel": 1, "name": "m", "dimension": 2, "bodies": [)" + nested + "]}");
}

}  // namespace
