// The command advise: finds the cheapest combination that reaches an accuracy.
#include <algorithm>
#include <cmath>

#include "pleuel/base/names.hpp"
#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/command.hpp"
#include "pleuel/cli/report_builder.hpp"
#include "pleuel/cli/result_files.hpp"
#include "pleuel/cli/status_line.hpp"
#include "pleuel/lab/advice.hpp"
#include "pleuel/lab/advice_files.hpp"
#include "pleuel/lab/advice_words.hpp"

namespace pleuel::cli {
namespace {

constexpr std::size_t n_runners_up = 8;

struct AdviseWords {
  std::string case_name, accuracy, digits, budget, atol, until, jobs;
  std::vector<std::string> groups, formulations, methods, set;
  OutWords out;
  ReportWords report;
};

void declare_advise(Options& options, AdviseWords& words) {
  add_case(options, words.case_name);
  options.word("--accuracy", words.accuracy, "wanted relative error over the whole motion; default 1e-4",
               "E");
  options.word("--digits", words.digits, "the same as 10^-N", "N");
  options.list("--of", words.groups, "in which groups: q, v, lambda, s, y; default: all that the case has",
               "G1,G2,…");
  options.word("--budget", words.budget, "wall time for all runs; default 60", "SECONDS");
  add_jobs(options, words.jobs);
  add_formulations(options, words.formulations, "recommend only these; default: all");
  add_methods(options, words.methods, "recommend only these; default: all");
  options.word("--atol", words.atol, "absolute tolerance of all runs; default: as rtol", "A");
  options.word("--until", words.until, "end time; default: the case's", "T");
  add_set(options, words.set, "an option, given to the runs whose case, formulation or method has it");
  add_out(options, words.out, "write advice.json and advice.csv into this directory");
  add_report(options, words.report);
  options.footer(
      "No reference is needed: two different combinations compute one, and their agreement is reported.\n"
      "Exit codes: 6: no combination reaches the accuracy; 5: no run completed, or no two agree.\n"
      "Example: pleuel advise models/four-bar.json --accuracy 1e-5");
}

std::vector<Group> groups_from(const std::vector<std::string>& names, std::vector<std::string>& faults) {
  if (names.empty()) return compared_groups();
  std::vector<std::string> known;
  for (const Group group : compared_groups()) known.emplace_back(name_of(group));
  std::vector<Group> groups;
  for (const auto& name : names) {
    const auto it = std::ranges::find(known, name);
    if (it == known.end()) {
      faults.push_back(unknown_name("group", name, known));
    } else {
      groups.push_back(compared_groups()[static_cast<std::size_t>(it - known.begin())]);
    }
  }
  return groups;
}

AdviceRequest advice_request(const AdviseWords& words) {
  std::vector<std::string> faults;
  ArgumentParser read(faults);
  AdviceRequest request;
  request.case_name = words.case_name;
  if (!words.accuracy.empty())
    request.accuracy = read.number("--accuracy", words.accuracy).value_or(request.accuracy);
  if (!words.digits.empty()) {
    if (!words.accuracy.empty())
      faults.push_back("--accuracy and --digits say the same; give one of the two");
    request.accuracy = std::pow(10.0, -read.number("--digits", words.digits).value_or(4));
  }
  request.groups = groups_from(read.names(words.groups), faults);
  if (!words.budget.empty()) request.budget = read.number("--budget", words.budget).value_or(request.budget);
  request.jobs = read.jobs(words.jobs);
  request.formulations = read.names(words.formulations);
  request.methods = read.names(words.methods);
  if (!words.atol.empty()) request.atol = read.number("--atol", words.atol);
  if (!words.until.empty()) request.until = read.number("--until", words.until);
  request.settings = read.settings(words.set);
  throw_if_any(std::move(faults));
  return request;
}

std::string shown(double value) { return std::isnan(value) ? "-" : brief(value); }

std::string run_time(double seconds) {
  const double ms = 1e3 * seconds;
  return formatted(ms < 100 ? "%.2g ms" : "%.0f ms", ms);
}

void add_recommendation(const Advice& advice, ReportBuilder& lines) {
  const AdviceRow& best = *advice.recommended();
  const StudyRow& row = best.row;
  const Statistics& work = row.statistics;
  lines.add("run", advice.command);
  lines.add("errors", errors_text(best.errors), "relative, the largest over the motion");
  lines.add("cost",
            run_time(row.cpu_seconds) + " of processor time, " + std::to_string(work.accepted) + " steps, " +
                std::to_string(work.rhs) + " right-hand sides, " + factorizations_text(work),
            row.repeats > 1 ? "best of " + std::to_string(row.repeats) : "");
  if (!std::isnan(row.residuals.position))
    lines.add("residuals", "position " + shown(row.residuals.position) + ", velocity " +
                               shown(row.residuals.velocity) + ", acceleration " +
                               shown(row.residuals.acceleration));
  if (!std::isnan(row.energy_drift)) lines.add("energy", "drift " + shown(row.energy_drift));
  if (!row.remarks.empty()) lines.add("remark", row.remarks);
  for (const auto& reason : advice.reasons) lines.add("because", reason);
}

std::string advice_table(const Advice& advice, const Style& style) {
  std::string text = style.faint("  " + padded("formulation", 13) + padded("method", 10) + padded("rtol", 9) +
                                 padded("time", 10) + padded("ratio", 8) + padded("position", 10) +
                                 padded("energy", 10) + "errors") +
                     "\n";
  const double best = advice.recommended()->row.cpu_seconds;
  for (std::size_t k = 0; k < std::min(advice.ranking.size(), n_runners_up + 1); ++k) {
    const AdviceRow& row = advice.rows[advice.ranking[k]];
    text += "  " + padded(row.row.key.formulation, 13) + padded(row.row.key.method, 10) +
            padded(brief(row.row.key.rtol), 9) + padded(run_time(row.row.cpu_seconds), 10) +
            padded(formatted("%.2f", row.row.cpu_seconds / best), 8) +
            padded(shown(row.row.residuals.position), 10) + padded(shown(row.row.energy_drift), 10) +
            errors_text(row.errors) + "\n";
  }
  return text;
}

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
    text += "\n" + style.strong("Those that reach the accuracy") + "\n" + advice_table(advice, style);
  const auto others = set_aside(advice);
  if (!others.empty()) text += "\n" + style.strong("Those that do not") + "\n";
  for (const SetAside& pair : others)
    text += "  " + padded(pair.formulation, 13) + padded(pair.method, 10) + pair.reason + "\n";
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

// verification_short if nothing reaches the accuracy; integrator_failed if no run completed or
// there is no reference.
int advice_exit_code(const Advice& advice) {
  if (advice.end == StudyEnd::interrupted) return interrupt_code();
  switch (advice.status) {
    case AdviceStatus::recommended:
      return done;
    case AdviceStatus::nothing_reached:
      return verification_short;
    case AdviceStatus::no_reference:
    case AdviceStatus::all_failed:
      return integrator_failed;
  }
  return done;
}

int find_advice(const AdviseWords& words, const AdviceRequest& request) {
  const Catalogue catalogue = catalogue_for({request.case_name});
  const Report report = words.report.report();
  std::optional<OutputFolder> folder;
  StatusLine status(report);
  AdviceWatch watch;
  watch.stop = &stop_requested;
  watch.progress = [&](int n_done, double seconds_left, const std::string& next) {
    // The request is valid here; an unwritable folder is reported before the first run.
    words.out.open(folder, "advise");
    listen_for_signals();
    status.draw(n_done, seconds_left, next);
  };
  const Advice advice = pleuel::advise(catalogue, request, watch);
  status.wipe();
  words.out.open(folder, "advise");
  std::vector<std::string> losses;
  if (folder)
    losses = save_result(*folder, [&](const std::filesystem::path& files) { write_advice(files, advice); });
  int code = advice_exit_code(advice);
  if (report == Report::json) return with_losses(losses, show(advice_json(advice) + "\n", code));
  if (code != done) (void)complain({advice.message}, code);
  if (report == Report::summary) code = show(advice_text(advice, Style::of_stdout()), code);
  return with_losses(losses, code);
}

int give_advice(const AdviseWords& words) {
  const AdviceRequest request = advice_request(words);
  return guarded({request.case_name, words.report.report()}, [&] { return find_advice(words, request); });
}

}  // namespace

Command advise_command() {
  return make_command("advise",
                      "Find the cheapest formulation, method and tolerance for a case, by trying them",
                      declare_advise, give_advice);
}

}  // namespace pleuel::cli
