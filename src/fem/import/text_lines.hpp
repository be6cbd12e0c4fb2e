// Lines and words of a text file with numbers.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pleuel::fem {

/// Goes through a text line by line. Faults name file and line.
class TextLines {
 public:
  /// `text` must outlive the lines.
  TextLines(std::string_view text, std::string path) : text_(text), path_(std::move(path)) {}

  /// Moves to the next line. False at the end.
  bool next();
  /// Without its end.
  std::string_view line() const { return line_; }
  int number() const { return number_; }
  /// Characters after this line.
  std::size_t n_left() const { return text_.size() - std::min(place_, text_.size()); }
  /// Words between blanks and the characters of `separators`.
  const std::vector<std::string_view>& words(std::string_view separators = {});

  /// Numbers of words; `what` names them in messages.
  long long whole(std::string_view word, const char* what) const;
  double real(std::string_view word, const char* what) const;
  /// A whole number from 1 to `most`.
  int index(std::string_view word, int most, const char* what) const;

  /// Throws InvalidInput: "path:line: what".
  [[noreturn]] void fail(const std::string& what) const;

 private:
  std::string_view text_, line_;
  std::string path_;
  std::size_t place_ = 0;
  int number_ = 0;
  std::vector<std::string_view> words_;
};

/// "path:line"
std::string line_text(const std::string& path, int line);
/// A word as quoted in messages.
std::string quoted_word(std::string_view word);
std::string_view trimmed(std::string_view text);
/// In capitals, for comparison.
std::string upper_case(std::string_view text);

/// Empty if the text is no such number.
std::optional<long long> whole_number(std::string_view text);
/// Also with a D for the exponent, "1.5D+3", or none, "1.5+3", as in Fortran and Nastran. Values
/// that are not finite ("nan") are numbers here.
std::optional<double> real_number(std::string_view text);

}  // namespace pleuel::fem
