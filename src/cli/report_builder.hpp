// Reports as lines of a label and a value.
#pragma once

#include <string>

#include "pleuel/base/number_text.hpp"
#include "pleuel/cli/terminal.hpp"

namespace pleuel::cli {

/// Blanks added up to `width` characters, at least one.
std::string padded(std::string text, int width);

/// Characters on the line.
std::size_t room_of(const std::string& text);

/// Blanks added after or before the text up to `width` characters, none if it is longer.
std::string to_left(const std::string& text, std::size_t width);
std::string to_right(const std::string& text, std::size_t width);

/// The first line, cut where it is long, without control characters.
std::string first_line(const std::string& text);

/// Each line behind two blanks: equations of several lines stay together.
std::string indented(const std::string& text);

class ReportBuilder {
 public:
  explicit ReportBuilder(const Style& style) : style_(style) {}
  void add(const std::string& label, const std::string& value, const std::string& remark = "");
  /// The same with a value that has emphasis already.
  void add_marked(const std::string& label, const std::string& value, const std::string& remark = "");
  void gap() { text_ += "\n"; }
  void title(const std::string& text) { text_ += style_.strong(text) + "\n"; }
  std::string text() && { return std::move(text_); }

 private:
  const Style& style_;
  std::string text_;
};

}  // namespace pleuel::cli
