// Seeded mutations of texts.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace pleuel {

/// Values in places where others are expected, and signs that mean something to a parser.
inline const std::vector<std::string>& json_pieces() {
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
  /// `pieces` are put in, `separators` stand between values.
  Mutator(std::vector<std::string> texts, std::vector<std::string> pieces, std::string separators = ":,[]}")
      : texts_(std::move(texts)), pieces_(std::move(pieces)), separators_(std::move(separators)) {}

  std::string next() {
    std::string text = texts_[below(texts_.size())];
    for (auto n = 1 + below(3); n > 0; --n) mutate(text);
    return text;
  }

  /// Of four texts one is such a mutation; the others have one or two other numbers, so that
  /// readers take most of them.
  std::string next_with_values() {
    if (below(4) == 0) return next();
    std::string text = texts_[below(texts_.size())];
    for (auto n = 1 + below(2); n > 0; --n) change_number(text, below(text.size() + 1));
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
        text.insert(at, pieces_[below(pieces_.size())]);
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

  // A value between two separators makes way for another, so that a text of JSON mostly stays one.
  void replace_value(std::string& text, std::size_t at) {
    auto begin = text.find_first_of(separators_, at);
    if (begin == std::string::npos) return;
    ++begin;
    const auto end = text.find_first_of(separators_, begin);
    text.replace(begin, end == std::string::npos ? end : end - begin, " " + pieces_[below(pieces_.size())]);
  }

  // The next number that is no exponent and no part of a name: one in four becomes extreme.
  void change_number(std::string& text, std::size_t at) {
    static const std::vector<std::string> extremes = {"0",      "-1",   "1e-300", "1e308",
                                                      "-1e308", "1e15", "1e-15"};
    static const std::vector<std::string> factors = {"-1", "0.5", "2", "0.1", "10", "1e-3", "1e3", "0.99"};
    const auto is_inside = [&](std::size_t i) {
      return i > 0 && (std::isalnum(static_cast<unsigned char>(text[i - 1])) || text[i - 1] == '^' ||
                       text[i - 1] == '_' || text[i - 1] == '.');
    };
    auto begin = text.find_first_of(digits, at);
    while (begin != std::string::npos && is_inside(begin)) begin = text.find_first_of(digits, begin + 1);
    if (begin == std::string::npos) return;
    const auto end = std::min(text.find_first_not_of("0123456789.eE+-", begin), text.size());
    const std::string number = text.substr(begin, end - begin);
    char changed[40];
    std::snprintf(changed, sizeof changed, "%.12g",
                  std::atof(number.c_str()) * std::atof(factors[below(factors.size())].c_str()));
    text.replace(begin, end - begin, below(4) == 0 ? extremes[below(extremes.size())] : changed);
  }

  static std::uint64_t seed() {
    const char* const asked = std::getenv("PLEUEL_FUZZ_SEED");
    return asked != nullptr ? std::strtoull(asked, nullptr, 10) : 20240229;
  }

  static constexpr const char* digits = "0123456789";
  std::vector<std::string> texts_, pieces_;
  std::string separators_;
  std::mt19937_64 random_{seed()};
};

}  // namespace pleuel
