#include <cmath>

#include "pleuel/cli/advise_command.hpp"
#include "pleuel/cli/report_builder.hpp"
#include "pleuel/lab/advice_words.hpp"

namespace pleuel::cli {
namespace {

constexpr std::size_t n_runners_up = 8;

std::string shown(double value) { return std::isnan(value) ? "-" : brief(value); }

std::string milliseconds(double seconds) {
  const double ms = 1e3 * seconds;
  return formatted(ms < 100 ? "%.2g ms" : "%.0f ms", ms);
}

// Blanks are counted in characters: λ has two bytes.
std::string cell(const std::string& text, int width) {
  int n = 0;
  for (const char c : text) n += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return text + std::string(static_cast<std::size_t>(std::max(1, width - n)), ' ');
}

void add_recommendation(const Advice& advice, ReportBuilder& lines) {
  const AdviceRow& best = *advice.recommended();
  const StudyRow& row = best.row;
  const Statistics& work = row.statistics;
  lines.add("run", advice.command);
  lines.add("errors", errors_text(best.errors), "relative, the largest over the motion");
  lines.add("cost",
            milliseconds(row.cpu_seconds) + " of processor time, " + std::to_string(work.accepted) +
                " steps, " + std::to_string(work.rhs) + " right-hand sides, " +
                std::to_string(work.factorizations) + " factorisations",
            row.repeats > 1 ? "best of " + std::to_string(row.repeats) : "");
  if (!std::isnan(row.residuals.position))
    lines.add("residuals", "position " + shown(row.residuals.position) + ", velocity " +
                               shown(row.residuals.velocity) + ", acceleration " +
                               shown(row.residuals.acceleration));
  if (!std::isnan(row.energy_drift)) lines.add("energy", "drift " + shown(row.energy_drift));
  if (!row.remarks.empty()) lines.add("remark", row.remarks);
  for (const auto& reason : advice.reasons) lines.add("because", reason);
}

std::string table_of(const Advice& advice, const Style& style) {
  std::string text =
      style.faint("  " + cell("formulation", 13) + cell("method", 10) + cell("rtol", 9) + cell("time", 10) +
                  cell("ratio", 8) + cell("position", 10) + cell("energy", 10) + "errors") +
      "\n";
  const double best = advice.recommended()->row.cpu_seconds;
  for (std::size_t k = 0; k < std::min(advice.ranking.size(), n_runners_up + 1); ++k) {
    const AdviceRow& row = advice.rows[advice.ranking[k]];
    text += "  " + cell(row.row.key.formulation, 13) + cell(row.row.key.method, 10) +
            cell(brief(row.row.key.rtol), 9) + cell(milliseconds(row.row.cpu_seconds), 10) +
            cell(formatted("%.2f", row.row.cpu_seconds / best), 8) +
            cell(shown(row.row.residuals.position), 10) + cell(shown(row.row.energy_drift), 10) +
            errors_text(row.errors) + "\n";
  }
  return text;
}

}  // namespace

std::string advice_text(const Advice& advice, const Style& style) {
  ReportBuilder lines(style);
  lines.title(advice.request.case_name + (advice.title.empty() ? "" : ": " + advice.title));
  lines.add("to", "t = " + formatted("%.6g", advice.t_end),
            "wanted: relative error " + brief(advice.request.accuracy));
  if (advice.reference) {
    const AdviceReference& reference = *advice.reference;
    lines.add("reference", reference.first.key.formulation + " " + reference.first.key.method + " and " +
                               reference.second.key.formulation + " " + reference.second.key.method +
                               " at rtol " + brief(reference.first.key.rtol) + " agree to " +
                               errors_text(reference.agreement));
  }
  lines.gap();
  if (advice.recommended() != nullptr) {
    lines.title("Recommended");
    add_recommendation(advice, lines);
  }
  std::string text = std::move(lines).text();
  if (advice.ranking.size() > 1)
    text += "\n" + style.strong("Those that reach the accuracy") + "\n" + table_of(advice, style);
  const auto others = set_aside(advice);
  if (!others.empty()) text += "\n" + style.strong("Those that do not") + "\n";
  for (const SetAside& pair : others)
    text += "  " + cell(pair.formulation, 13) + cell(pair.method, 10) + pair.reason + "\n";
  for (const StudyRow& row : advice.reference_failures)
    text += style.faint("  as a reference: " + row.key.formulation + " " + row.key.method + " at rtol " +
                        brief(row.key.rtol) + " " + row.message.substr(0, row.message.find('\n'))) +
            "\n";
  if (!advice.refused.empty())
    text += "\n" + std::to_string(advice.refused.size()) +
            " pairs are refused by their method; see: pleuel list methods\n";
  if (!advice.not_tried.empty())
    text += std::to_string(advice.not_tried.size()) +
            " combinations were not tried: the budget was spent (--budget)\n";
  return text + formatted("%.1f s in all\n", advice.seconds);
}

}  // namespace pleuel::cli
