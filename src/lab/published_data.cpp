#include "pleuel/lab/published_data.hpp"

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "pleuel/base/options.hpp"
#include "pleuel/lab/csv.hpp"
#include "pleuel/lab/embedded_data.hpp"

namespace pleuel {
namespace {

CsvTable table_of(const std::string& name) {
  const std::string file = name + ".csv";
  return {file, std::string(embedded_data(file))};
}

SuccessMark mark_from(const std::string& text) {
  return {text.empty() ? '-' : text.front(), text.size() > 1 ? std::atoi(text.c_str() + 1) : 0};
}

std::optional<double> existing(double value) {
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

int whole(const std::string& text) { return static_cast<int>(parse_number("a run's number", text)); }

}  // namespace

std::string success_footnote(int number) {
  switch (number) {
    case 1:
      return "not suitable for equations with hidden constraints (constraint level > 0)";
    case 2:
      return "not suitable for equations with hidden constraints of a level above 1";
    case 4:
      return "not suitable for overdetermined equations";
    case 5:
      return "takes only equations of motion that hold at least the hidden constraints of velocity level";
    case 6:
      return "the leading matrix must be constant";
    default:
      return "";
  }
}

SuccessData success_data(const std::string& name) {
  const CsvTable table = table_of(name);
  SuccessData data;
  data.formulations.assign(table.names().begin() + 1, table.names().end());
  for (std::size_t i = 0; i < table.size(); ++i) {
    SuccessRow row{.solver = table.text(i, "solver"), .marks = {}};
    for (const auto& formulation : data.formulations)
      row.marks.push_back(mark_from(table.text(i, formulation)));
    data.rows.push_back(std::move(row));
  }
  return data;
}

std::vector<EfficiencyRow> efficiency_data(const std::string& name) {
  const CsvTable table = table_of(name);
  std::vector<EfficiencyRow> rows;
  for (std::size_t i = 0; i < table.size(); ++i) {
    rows.push_back({.solver = table.text(i, "solver"),
                    .formulation = table.text(i, "formulation"),
                    .tolerance = table.number(i, "tol"),
                    .seconds = existing(table.number(i, "published_cpu_s")),
                    .error = existing(table.number(i, "published_error"))});
  }
  return rows;
}

std::vector<CharacteristicsRow> characteristics_data(const std::string& name) {
  const CsvTable table = table_of(name);
  std::vector<CharacteristicsRow> rows;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto count = [&](const char* column) { return static_cast<long>(table.number(i, column)); };
    rows.push_back({.solver = table.text(i, "solver"),
                    .rtol = table.number(i, "rtol"),
                    .atol = table.number(i, "atol"),
                    .h0 = existing(table.number(i, "h0")).value_or(0),
                    .mescd = table.number(i, "mescd"),
                    .scd = table.number(i, "scd"),
                    .steps = count("steps"),
                    .accepted = count("accept"),
                    .f = count("f"),
                    .jacobians = count("jac"),
                    .lu = count("lu"),
                    .seconds = table.number(i, "published_cpu_s")});
  }
  return rows;
}

std::vector<FailedRow> failed_data(const std::string& name) {
  const CsvTable table = table_of(name);
  std::vector<FailedRow> rows;
  for (std::size_t i = 0; i < table.size(); ++i) {
    rows.push_back(
        {table.text(i, "solver"), numbers_from_ranges(table.text(i, "m")), table.text(i, "reason")});
  }
  return rows;
}

std::vector<int> numbers_from_ranges(const std::string& text) {
  std::vector<int> numbers;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const auto dash = part.find('-');
    const int first = whole(part.substr(0, dash));
    const int last = dash == std::string::npos ? first : whole(part.substr(dash + 1));
    for (int m = first; m <= last; ++m) numbers.push_back(m);
  }
  return numbers;
}

std::string ranges_text(const std::vector<int>& ascending) {
  std::string text;
  for (std::size_t i = 0; i < ascending.size();) {
    std::size_t end = i;
    while (end + 1 < ascending.size() && ascending[end + 1] == ascending[end] + 1) ++end;
    text += (text.empty() ? "" : ",") + std::to_string(ascending[i]);
    if (end > i) text += (end == i + 1 ? "," : "-") + std::to_string(ascending[end]);
    i = end + 1;
  }
  return text.empty() ? "none" : text;
}

}  // namespace pleuel
