#include "pleuel/cli/lab_text.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/number_text.hpp"
#include "pleuel/base/printable.hpp"

namespace pleuel::cli {
namespace {

constexpr std::size_t most_peers = 6;     // public programs shown with a case
constexpr std::size_t most_message = 90;  // characters of a message in a list
// columns of a verification
constexpr std::size_t case_width = 23, settings_width = 52, pair_width = 12;

// Characters on the line: bytes after the first of a UTF-8 character take no room.
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

std::string milliseconds(const std::optional<double>& seconds) {
  return seconds ? formatted("%.3g", 1e3 * *seconds) : "-";
}

std::string first_line(const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  std::size_t end = std::min(line.size(), most_message);
  // not inside a letter of several bytes
  while (end < line.size() && (line[end] & 0xC0) == 0x80) --end;
  return printable(end == line.size() ? line : line.substr(0, end) + "…");
}

std::string times_line(const WorkCurve& curve, const CaseSummary& summary, const Style& style) {
  std::string text = "  " + to_left(curve.label(), 30);
  for (std::size_t i = 0; i < curve.seconds.size(); ++i) {
    text += to_right(milliseconds(curve.seconds[i]), 10);
    const WorkCurve* peer = summary.fastest_peer(i);
    if (!curve.seconds[i] || peer == nullptr) {
      text += std::string(8, ' ');
      continue;
    }
    const double ratio = *curve.seconds[i] / *peer->seconds[i];
    const std::string shown = to_left(" (" + formatted("%.2g", ratio) + ")", 8);
    text += ratio <= 1 ? style.good(shown) : style.faint(shown);
  }
  return text + "\n";
}

// Runs that came to their end, but whose solution is another one than the reference: no digits are
// counted.
bool is_without_digits(const Study& study, const CaseSummary& summary, const WorkCurve& curve) {
  bool has_ok = false;
  for (const StudyRow& row : study.rows) {
    const RunKey& key = row.key;
    if (key.case_name != summary.case_name || key.formulation != curve.formulation ||
        key.method != curve.method || !row.is_ok())
      continue;
    if (!std::isnan(digits_of(row, summary.measure))) return false;
    has_ok = true;
  }
  return has_ok;
}

// Where the digits of a case come from, if they had to be computed.
std::string reference_text(const Study& study, const std::string& case_name) {
  for (const StudyReference& reference : study.references)
    if (reference.case_name == case_name) return reference.message;
  return "";
}

std::string case_text(const Study& study, const CaseSummary& summary, const Style& style) {
  const std::string settings = summary.settings.empty() ? "" : ", " + summary.settings;
  std::string text =
      style.strong(summary.case_name + settings + ", to t = " + formatted("%g", summary.t_end)) + "\n";
  const bool is_error = summary.measure == Measure::error;
  std::string heading =
      "  " +
      to_left(is_error ? "ms to an error of" : std::string("ms to digits (") + name_of(summary.measure) + ")",
              30);
  for (const double digits : summary.digits)
    heading += to_left(
        to_right(is_error ? formatted("%.0e", std::pow(10, -digits)) : formatted("%g", digits), 10), 18);
  const std::string reference = reference_text(study, summary.case_name);
  if (!reference.empty()) text += "  " + reference + "\n";
  text += style.faint(heading) + "\n";
  for (const WorkCurve& curve : summary.ours)
    if (!is_without_digits(study, summary, curve)) text += times_line(curve, summary, style);
  if (summary.peers.empty()) return text + "\n";
  text +=
      style.faint(
          "  public codes, on a machine of this kind but not in this run; (ratio to the fastest of them)") +
      "\n";
  for (std::size_t i = 0; i < std::min(most_peers, summary.peers.size()); ++i)
    text += times_line(summary.peers[i], summary, style);
  if (summary.peers.size() > most_peers)
    text += style.faint("  … " + std::to_string(summary.peers.size() - most_peers) +
                        " slower ones: --json or --out") +
            "\n";
  return text + "\n";
}

// A case whose digits are unknown has no time to them.
std::string without_digits_text(const Study& study, const std::vector<CaseSummary>& summaries) {
  std::vector<std::string> names;
  for (const StudyRow& row : study.rows) {
    const auto is_same = [&](const CaseSummary& summary) { return summary.case_name == row.key.case_name; };
    if (std::ranges::any_of(summaries, is_same)) continue;
    if (std::ranges::find(names, row.key.case_name) == names.end()) names.push_back(row.key.case_name);
  }
  std::string text;
  for (const auto& name : names) {
    const std::string reason = reference_text(study, name);
    text += name + ": " + (reason.empty() ? "no run has digits to count" : reason) +
            "; times and counts are in --json and --out DIR\n\n";
  }
  return text;
}

// Formulations that solve another problem than the case: those that were not run, and those without
// digits.
std::string apart_text(const Study& study, const std::vector<CaseSummary>& summaries, const Style& style) {
  std::string text;
  for (const RefusedPair& pair : study.apart) text += "  " + pair.case_name + ": " + pair.reason + "\n";
  for (const CaseSummary& summary : summaries)
    for (const WorkCurve& curve : summary.ours)
      if (is_without_digits(study, summary, curve))
        text += "  " + summary.case_name + " " + curve.label() +
                ": its solution is not that of the reference; times and counts are in --json and --out DIR\n";
  return text.empty() ? "" : style.strong("Another problem") + "\n" + text + "\n";
}

std::string failures_text(const Study& study, const Style& style) {
  std::string text;
  for (const StudyRow& row : study.rows) {
    if (row.is_ok()) continue;
    const RunKey& key = row.key;
    text += "  " + style.bad("failed") + " " + printable(key.case_name) + " " + key.formulation + " " +
            key.method + " " + formatted("%.3g", key.rtol) + ": " + row.failure_kind + ", " +
            first_line(row.message) + "\n";
  }
  return text.empty() ? "" : style.strong("Failures") + "\n" + text + "\n";
}

std::string remarks_text(const Study& study, const Style& style) {
  std::string text;
  for (const StudyRow& row : study.rows) {
    if (row.remarks.empty()) continue;
    const RunKey& key = row.key;
    text += "  " + key.case_name + " " + key.formulation + " " + key.method + " " +
            formatted("%.3g", key.rtol) + ": " + first_line(row.remarks) + "\n";
  }
  return text.empty() ? "" : style.strong("Remarks") + "\n" + text + "\n";
}

std::string refusals_text(const Study& study, const Style& style) {
  std::string text;
  for (const RefusedPair& pair : study.refused)
    text += "  " + printable(pair.case_name) + ": " + first_line(pair.reason) + "\n";
  return text.empty() ? "" : style.strong("Refused") + "\n" + text + "\n";
}

std::string counts_text(const Study& study) {
  const auto n_ok = std::ranges::count_if(study.rows, [](const StudyRow& row) { return row.is_ok(); });
  std::string text = std::to_string(study.rows.size()) + (study.rows.size() == 1 ? " run, " : " runs, ") +
                     std::to_string(n_ok) + " ok";
  if (study.n_not_run > 0) {
    text += ", " + std::to_string(study.n_not_run) + " not run (" + name_of(study.end) +
            "; --out DIR with --resume goes on from what is there)";
  }
  if (study.n_outdated > 0)
    text += "; " + std::to_string(study.n_outdated) +
            " kept by --resume were dropped: the files of their case have changed since";
  return text + "\n";
}

std::string marked(const TableCell& cell, std::size_t width, const Style& style) {
  const char* sign = cell.verdict == Verdict::better ? "+" : cell.verdict == Verdict::worse ? "!" : " ";
  const std::string text = to_right(cell.measured, width - 1) + sign;
  if (cell.verdict == Verdict::better) return style.good(text);
  return cell.verdict == Verdict::worse ? style.bad(text) : text;
}

// The width of each column, a blank before it and room for a sign included.
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

}  // namespace

std::string study_text(const Study& study, const std::vector<CaseSummary>& summaries, const Style& style) {
  std::string text;
  for (const CaseSummary& summary : summaries) text += case_text(study, summary, style);
  return text + without_digits_text(study, summaries) + apart_text(study, summaries, style) +
         failures_text(study, style) + remarks_text(study, style) + refusals_text(study, style) +
         counts_text(study);
}

std::string table_text(const TableReport& report, const Style& style) {
  constexpr std::size_t label_width = 26;
  const auto widths = widths_of(report);
  std::string text = style.strong(report.title) + "\n" + std::string(label_width, ' ');
  for (std::size_t i = 0; i < widths.size(); ++i) text += to_right(report.columns[i], widths[i] - 1) + " ";
  text += "\n";
  for (const TableRow& row : report.rows) {
    text += to_left(row.label, label_width);
    for (std::size_t i = 0; i < widths.size(); ++i)
      text += to_right(row.cells[i].published, widths[i] - 1) + " ";
    if (row.counterpart.empty()) {
      text += style.faint("  no counterpart registered") + "\n";
      continue;
    }
    text += "\n";
    text += style.faint(to_left("  " + row.counterpart, label_width));
    for (std::size_t i = 0; i < widths.size(); ++i) text += marked(row.cells[i], widths[i], style);
    text += "\n";
  }
  text += "\nFirst line as published, second as measured; + better, ! worse.\n";
  for (const auto& note : report.notes) text += note + "\n";
  if (report.end != StudyEnd::complete) text += std::string("?: not run, ") + name_of(report.end) + "\n";
  return text;
}

std::string verification_heading(const Style& style) {
  return style.faint(to_left("case", case_width) + to_left("settings", settings_width) +
                     to_left("formulation", pair_width) + to_left("method", pair_width) +
                     to_right("rtol", 7) + to_right("of", 5) + to_right("wanted", 8) + to_right("got", 7)) +
         "\n";
}

std::string verification_line(const VerificationLine& line, const Style& style) {
  const std::string end =
      (line.is_met ? style.good("ok") : style.bad("short") + " " + first_line(line.message)) +
      (line.remarks.empty() ? "" : " remark: " + first_line(line.remarks));
  return to_left(line.case_name, case_width) + to_left(line.settings, settings_width) +
         to_left(line.formulation, pair_width) + to_left(line.method, pair_width) +
         to_right(formatted("%.0e", line.rtol), 7) + to_right(line.digits_of, 5) +
         to_right(formatted("%.2f", line.wanted), 8) +
         to_right(std::isnan(line.got) ? "-" : formatted("%.2f", line.got), 7) + "  " + end + "\n";
}

std::string verification_end(const Verification& verification, const Style& style) {
  const auto n_met = std::ranges::count_if(verification.lines, [](const auto& line) { return line.is_met; });
  const std::string text = std::to_string(n_met) + " of " + std::to_string(verification.lines.size()) +
                           " runs have the digits wanted" +
                           (verification.is_interrupted ? "; interrupted" : "");
  return (verification.is_met() ? style.good(text) : style.bad(text)) + "\n";
}

}  // namespace pleuel::cli
