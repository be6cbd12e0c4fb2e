#include "pleuel/cli/report_builder.hpp"

#include <algorithm>
#include <sstream>

#include "pleuel/base/number_text.hpp"
#include "pleuel/base/printable.hpp"

namespace pleuel::cli {

constexpr int label_width = 14;
constexpr std::size_t number_width = 20;
constexpr std::size_t most_message = 90;  // characters of a first line

std::string factorizations_text(const Statistics& work) {
  const long n_real = work.real_factorizations(), n_complex = work.complex_factorizations;
  const std::string all = std::to_string(work.factorizations) + " factorisations";
  if (n_complex == 0) return all;
  return all + " (" + std::to_string(n_real) + " real + " + std::to_string(n_complex) + " complex, " +
         std::to_string(n_real) + (n_complex == n_real ? " pairs)" : " sets)");
}

std::string indented(const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) result += "  " + line + "\n";
  return result;
}

std::string padded(std::string text, int width) {
  const auto n = static_cast<long>(room_of(text));
  text.append(static_cast<std::size_t>(std::max<long>(1, width - n)), ' ');
  return text;
}

// Continuation bytes of a UTF-8 character have no width.
std::size_t room_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string to_left(const std::string& text, std::size_t width) {
  return text + std::string(width > room_of(text) ? width - room_of(text) : 0, ' ');
}

std::string to_right(const std::string& text, std::size_t width) {
  return std::string(width > room_of(text) ? width - room_of(text) : 0, ' ') + text;
}

std::string first_line(const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  std::size_t end = std::min(line.size(), most_message);
  // not inside a multi-byte character
  while (end < line.size() && (line[end] & 0xC0) == 0x80) --end;
  return printable(end == line.size() ? line : line.substr(0, end) + "…");
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

void ReportBuilder::add_table(const std::vector<Number>& rows) {
  std::size_t label = label_width, number = number_width, unit = 0;
  for (const Number& row : rows) {
    label = std::max(label, room_of(row.label) + 2);
    number = std::max(number, room_of(row.number) + 2);
    unit = std::max(unit, room_of(row.unit) + 2);
  }
  for (const Number& row : rows) {
    std::string line = row.number;
    if (!row.unit.empty() || !row.remark.empty()) line = to_left(line, number) + row.unit;
    if (!row.remark.empty()) line = to_left(line, number + unit) + style_.faint(printable(row.remark));
    text_ += "  " + style_.faint(to_left(printable(row.label), label)) + line + "\n";
  }
}

}  // namespace pleuel::cli
