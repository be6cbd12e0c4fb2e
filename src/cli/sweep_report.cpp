#include "pleuel/cli/sweep_report.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "pleuel/base/number_text.hpp"
#include "pleuel/base/printable.hpp"
#include "pleuel/cli/report_builder.hpp"
#include "pleuel/sweep/run_pages.hpp"

namespace pleuel::cli {
namespace {

namespace fs = std::filesystem;

std::string run_counts_text(long n_done, long n_all, long n_failed) {
  return std::to_string(n_done) + " of " + std::to_string(n_all) + " runs" +
         (n_failed > 0 ? ", " + std::to_string(n_failed) + " failed" : "");
}

std::string with_unit_text(double value, const std::string& unit) {
  return std::isnan(value) ? "-" : number_text(value, 5) + (unit.empty() || unit == "1" ? "" : " " + unit);
}

std::string output_table_text(const sweep::SweepStatistics& statistics, const Style& style) {
  std::string text = "  " +
                     style.faint(to_left("output", 18) + to_left("mean", 18) + to_left("std. deviation", 18) +
                                 to_left("smallest", 18) + to_left("largest", 18) + "solver's error") +
                     "\n";
  for (const auto& out : statistics.outputs) {
    text += "  " + to_left(out.name, 18);
    if (out.is_verdict) {
      text += out.n == 0 ? "not known in any run\n"
                         : "holds in " + number_text(100 * out.mean, 4) + " % of " + std::to_string(out.n) +
                               " runs\n";
      continue;
    }
    text += to_left(with_unit_text(out.mean, out.unit), 18) +
            to_left(with_unit_text(out.deviation, out.unit), 18) +
            to_left(with_unit_text(out.min, out.unit), 18) + to_left(with_unit_text(out.max, out.unit), 18) +
            with_unit_text(out.solver_error, out.unit) + "\n";
  }
  return text + "\n";
}

// For each output the varied names that explain most of it.
std::string effects_text(const sweep::Findings& of, const Style& style) {
  constexpr std::size_t most = 3;
  constexpr double least_share = 0.01;
  std::string text;
  for (std::size_t k = 0; k < of.statistics.outputs.size(); ++k) {
    std::vector<const sweep::Effect*> effects;
    for (const auto& effect : of.statistics.effects)
      if (effect.output == k && effect.share >= least_share) effects.push_back(&effect);
    std::ranges::stable_sort(effects, [](const auto* a, const auto* b) { return a->share > b->share; });
    std::string line;
    for (std::size_t i = 0; i < std::min(most, effects.size()); ++i)
      line += (i == 0 ? "" : ", ") + of.study.column(effects[i]->column).name + " " +
              number_text(100 * effects[i]->share, 3) + " %";
    if (!line.empty()) text += "  " + to_left(of.statistics.outputs[k].name, 18) + line + "\n";
  }
  return text.empty()
             ? ""
             : style.strong("Share of the variance explained by one name alone") + "\n" + text + "\n";
}

std::string ranked_text(const sweep::Findings& of, const Style& style) {
  if (!of.study.objective || of.statistics.best.empty()) return "";
  const auto outputs = sweep::number_outputs(of.study);
  const auto it = std::ranges::find(outputs, of.study.objective->output, &sweep::OutputSpec::name);
  const auto& column = of.all.values[it - outputs.begin()];
  const auto line = [&](const char* label, long run) {
    return "  " + to_left(label, 8) + "run " + std::to_string(run) + ", " + (*it)->name + " = " +
           with_unit_text(column[run], (*it)->unit) + ": " + of.study.command(run) + "\n";
  };
  return style.strong("Best and worst") + "\n" + line("best", of.statistics.best[0]) +
         line("worst", of.statistics.worst[0]) + "\n";
}

// The kind and the message without its numbers: what failed runs have in common.
std::string cause_of(const sweep::FailedRun& failed) {
  std::string cause = failed.kind + ": " + failed.message;
  std::erase_if(cause, [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == 'e'; });
  return cause;
}

std::string failed_runs_text(const sweep::Collected& all, const Style& style) {
  constexpr std::size_t most_causes = 8;
  struct Cause {
    long n = 0;
    const sweep::FailedRun* first = nullptr;
  };
  std::map<std::string, Cause> by_text;
  for (const auto& failed : all.failed) {
    auto& [n, first] = by_text[cause_of(failed)];
    if (n++ == 0) first = &failed;
  }
  std::vector<Cause> causes;
  for (const auto& [text, cause] : by_text) causes.push_back(cause);
  std::ranges::stable_sort(causes, [](const Cause& a, const Cause& b) { return a.n > b.n; });
  std::string text;
  for (std::size_t i = 0; i < std::min(most_causes, causes.size()); ++i)
    text += "  " + style.bad(std::to_string(causes[i].n) + " " + causes[i].first->kind) + ", first run " +
            std::to_string(causes[i].first->run) + ": " + first_line(causes[i].first->message) + "\n";
  if (causes.size() > most_causes)
    text += "  " + std::to_string(causes.size() - most_causes) + " further causes: runs.csv\n";
  return text.empty() ? "" : style.strong("Failed runs") + "\n" + text + "\n";
}

std::string sweep_remarks_text(const sweep::Findings& of, const Style& style) {
  std::string text;
  for (const std::string& remark : of.statistics.remarks) text += "  " + remark + "\n";
  for (const auto& [remark, count] : of.all.remarks)
    text += "  " + std::to_string(count) + (count == 1 ? " run: " : " runs: ") + first_line(remark) + "\n";
  if (!of.index.conflicts().empty())
    text += "  tasks " + sweep::numbers_text(of.index.conflicts()) +
            " were computed twice with different results: machines or programs differ\n";
  if (of.all.n_failed_twins > 0)
    text += "  " + std::to_string(of.all.n_failed_twins) +
            " of the runs that are repeated at a tighter tolerance failed, there or before; the solver's "
            "error is "
            "that of the others\n";
  return text.empty() ? "" : style.strong("Remarks") + "\n" + text + "\n";
}

}  // namespace

std::string missing_text(const sweep::Findings& of, const fs::path& result) {
  const auto missing = of.index.missing();
  if (missing.empty()) return "";
  return std::to_string(missing.size()) + " of " + std::to_string(of.study.n_tasks()) +
         " tasks are missing: " + sweep::numbers_text(missing) +
         "; give the command of the study again, or: pleuel sweep work " + result.string() + " --task 1/1\n";
}

std::string findings_text(const sweep::Findings& of, const fs::path& result, const Style& style) {
  const std::string title = of.study.title.empty() ? of.study.path : of.study.title;
  std::string text = style.strong(printable(title)) + "\n  " +
                     run_counts_text(of.all.n_ok() + static_cast<long>(of.all.failed.size()),
                                     of.study.n_runs(), static_cast<long>(of.all.failed.size())) +
                     "; " + std::to_string(of.all.n_ok()) + " ok\n\n";
  text += output_table_text(of.statistics, style) + effects_text(of, style) + ranked_text(of, style) +
          failed_runs_text(of.all, style) + sweep_remarks_text(of, style);
  return text + missing_text(of, result);
}

std::string pages_text(const std::vector<long>& chosen, const std::vector<long>& there,
                       const fs::path& result) {
  if (chosen.empty() && there.empty()) return "";
  std::vector<long> without;
  std::ranges::set_difference(chosen, there, std::back_inserter(without));
  std::string text = std::to_string(there.size()) + (there.size() == 1 ? " page" : " pages") +
                     " of runs in " + sweep::pages_folder(result).string();
  if (!without.empty()) text += "; none of runs that did not begin: " + sweep::numbers_text(without);
  return text + "\n";
}

}  // namespace pleuel::cli
