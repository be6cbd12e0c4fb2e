// The command table: compares a published table with new measurements.
#include <unistd.h>

#include <algorithm>

#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/command.hpp"
#include "pleuel/cli/report_builder.hpp"
#include "pleuel/cli/series_report.hpp"
#include "pleuel/lab/published_table.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel::cli {
namespace {

struct TableWords {
  std::string name, timeout, budget, jobs;
  std::vector<std::string> solvers;
  bool quick = false;
  OutWords out;
  ReportWords report;
};

void declare_table(Options& options, TableWords& words) {
  std::string names;
  for (const auto& name : table_names()) names += (names.empty() ? "" : ", ") + name;
  options.required("NAME", &words.name, names).candidates = [] { return Candidates{table_names()}; };
  options.flag("--quick", words.quick, "fewer tolerances, and at most 20 s or what --budget says");
  options.list("--solvers", words.solvers, "only these programs, by their published names; default: all",
               "S1,S2,…");
  options.word("--timeout", words.timeout, "wall-time limit of one run; default 120", "SECONDS");
  options.word("--budget", words.budget, "wall time for all runs; the rest is left out", "SECONDS");
  add_jobs(options, words.jobs);
  add_out(options, words.out, "write NAME.json and NAME.txt into this directory");
  add_report(options, words.report);
  options.footer("Example: pleuel table pendulum-6 --quick");
}

TableRequest table_request(const TableWords& words) {
  std::vector<std::string> faults;
  ArgumentParser read(faults);
  TableRequest request;
  request.name = words.name;
  request.solvers = read.names(words.solvers);
  if (words.quick) {
    request.extent = TableExtent::quick;
    request.budget = quick_seconds;
  }
  if (!words.timeout.empty()) request.timeout = read.number("--timeout", words.timeout).value_or(1);
  if (!words.budget.empty()) request.budget = read.number("--budget", words.budget);
  request.jobs = read.jobs(words.jobs);
  throw_if_any(std::move(faults));
  return request;
}

std::string marked(const TableCell& cell, std::size_t width, const Style& style) {
  const char* sign = cell.verdict == Verdict::better ? "+" : cell.verdict == Verdict::worse ? "!" : " ";
  const std::string text = to_right(cell.measured, width - 1) + sign;
  if (cell.verdict == Verdict::better) return style.good(text);
  return cell.verdict == Verdict::worse ? style.bad(text) : text;
}

// The width of each column, including a space before it and one for a sign.
std::vector<std::size_t> widths_of(const TableReport& report) {
  std::vector<std::size_t> widths;
  for (const auto& column : report.columns) widths.push_back(room_of(column));
  for (const TableRow& row : report.rows) {
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      widths[i] = std::max({widths[i], room_of(row.cells[i].published), room_of(row.cells[i].measured)});
  }
  for (std::size_t& width : widths) width += 2;
  return widths;
}

// Of labels and of indented counterparts, with a space after them.
std::size_t label_width_of(const TableReport& report) {
  std::size_t width = 26;
  for (const TableRow& row : report.rows)
    width = std::max({width, room_of(row.label) + 1, room_of(row.counterpart) + 3});
  return width;
}

// Each row twice, published and measured; '+' and '!' mark better and worse values.
std::string table_text(const TableReport& report, const Style& style) {
  const std::size_t row_label_width = label_width_of(report);
  const auto widths = widths_of(report);
  std::string text = style.strong(report.title) + "\n" + std::string(row_label_width, ' ');
  for (std::size_t i = 0; i < widths.size(); ++i) text += to_right(report.columns[i], widths[i] - 1) + " ";
  text += "\n";
  for (const TableRow& row : report.rows) {
    text += to_left(row.label, row_label_width);
    for (std::size_t i = 0; i < widths.size(); ++i)
      text += to_right(row.cells[i].published, widths[i] - 1) + " ";
    if (row.counterpart.empty()) {
      text += style.faint("  no counterpart registered") + "\n";
      continue;
    }
    text += "\n";
    text += style.faint(to_left("  " + row.counterpart, row_label_width));
    for (std::size_t i = 0; i < widths.size(); ++i) text += marked(row.cells[i], widths[i], style);
    text += "\n";
  }
  text += "\nFirst line as published, second as measured; + better, ! worse.\n";
  for (const auto& note : report.notes) text += note + "\n";
  if (report.end != StudyEnd::complete) text += std::string("?: not run, ") + name_of(report.end) + "\n";
  return text;
}

int measure_table(const TableWords& words, const TableRequest& request) {
  const Report how = words.report.report();
  if (request.extent == TableExtent::quick && how != Report::quiet)
    (void)print(STDERR_FILENO, "pleuel: --quick takes at most " + time_text(*request.budget) +
                                   "; runs for which that is too short are shown as ?\n");
  SeriesReport report(words.out, "table " + request.name, how);
  const TableReport table = published_table(standard_catalogue(), request, report.watch());
  return report.finish({.end = table.end,
                        .json = [&] { return table_json(table); },
                        .text = [&](const Style& style) { return table_text(table, style); },
                        .write =
                            [&](const std::filesystem::path& files) {
                              write_whole_file(files / (table.name + ".json"), table_json(table) + "\n");
                              write_whole_file(files / (table.name + ".txt"),
                                               table_text(table, Style::plain()));
                            }});
}

int table(const TableWords& words) {
  const TableRequest request = table_request(words);
  return guarded({.report = words.report.report()}, [&] { return measure_table(words, request); });
}

}  // namespace

Command table_command() {
  return make_command("table", "Compare a published table with new measurements", declare_table, table);
}

}  // namespace pleuel::cli
