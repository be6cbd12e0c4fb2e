// Reports as lines of a label and a value.
#pragma once

#include <string>

#include "pleuel/cli/terminal.hpp"

namespace pleuel::cli {

/// A number by a format of printf.
std::string formatted(const char* format, double value);

/// Blanks added up to `width` characters, at least one.
std::string padded(std::string text, int width);

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
