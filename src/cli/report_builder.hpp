// Reports with lines of a label and a value.
#pragma once

#include <string>
#include <vector>

#include "pleuel/base/number_text.hpp"
#include "pleuel/cli/terminal.hpp"
#include "pleuel/dae/statistics.hpp"

namespace pleuel::cli {

/// Pads with spaces to `width` characters, at least one space.
std::string padded(std::string text, int width);

/// Number of characters on the line.
std::size_t room_of(const std::string& text);

/// Pads with spaces after or before the text to `width` characters.
std::string to_left(const std::string& text, std::size_t width);
std::string to_right(const std::string& text, std::size_t width);

/// The first line, truncated if it is long, without control characters.
std::string first_line(const std::string& text);

/// "74 factorisations (37 real + 37 complex, 37 pairs)": without the brackets if all are real. The
/// published programs count a pair, or a set with several complex ones, as one.
std::string factorizations_text(const Statistics& work);

/// Each line indented by two spaces, so that equations with several lines stay together.
std::string indented(const std::string& text);

class ReportBuilder {
 public:
  explicit ReportBuilder(const Style& style) : style_(style) {}
  void add(const std::string& label, const std::string& value, const std::string& remark = "");
  /// The same with a value that is already emphasised.
  void add_marked(const std::string& label, const std::string& value, const std::string& remark = "");
  /// Numbers, units and remarks below each other, however long their labels are.
  struct Number {
    std::string label, number, unit, remark = {};
  };
  void add_table(const std::vector<Number>& rows);
  void gap() { text_ += "\n"; }
  void title(const std::string& text) { text_ += style_.strong(text) + "\n"; }
  std::string text() && { return std::move(text_); }

 private:
  const Style& style_;
  std::string text_;
};

}  // namespace pleuel::cli
