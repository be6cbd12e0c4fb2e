// The fuzzer's entry without a fuzzer: all model files of the tree, and seeded mutations of them.
// PLEUEL_FUZZ_ROUNDS asks for more.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "fuzz/mutator.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace model_reader_fuzz_test {

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
  pleuel::Mutator mutator(corpus(), pleuel::json_pieces());
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

}  // namespace model_reader_fuzz_test
