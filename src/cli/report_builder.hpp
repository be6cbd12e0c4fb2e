// Reports as lines of a label and a value.
#pragma once

#include <string>

#include "pleuel/base/number_text.hpp"
#include "pleuel/cli/terminal.hpp"

namespace pleuel::cli {

/// Blanks added up to `width` characters, at least one.
std::string padded(std::string text, int width);

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
