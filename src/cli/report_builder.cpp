#include "pleuel/cli/report_builder.hpp"

#include <algorithm>
#include <sstream>

#include "pleuel/base/number_text.hpp"
#include "pleuel/base/printable.hpp"

namespace pleuel::cli {

constexpr int label_width = 14;

std::string indented(const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) result += "  " + line + "\n";
  return result;
}

std::string padded(std::string text, int width) {
  // Bytes after the first of a UTF-8 character take no room on the line.
  const auto n = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
  text.append(static_cast<std::size_t>(std::max<long>(1, width - n)), ' ');
  return text;
}

void ReportBuilder::add(const std::string& label, const std::string& value, const std::string& remark) {
  add_marked(label, printable(value), remark);
}

void ReportBuilder::add_marked(const std::string& label, const std::string& value,
                               const std::string& remark) {
  text_ += "  " + style_.faint(padded(label, label_width)) + value;
  if (!remark.empty()) text_ += "  " + style_.faint(remark);
  text_ += "\n";
}

}  // namespace pleuel::cli
