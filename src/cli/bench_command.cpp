// The command bench: work-precision studies.
#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/base/printable.hpp"
#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/command.hpp"
#include "pleuel/cli/report_builder.hpp"
#include "pleuel/cli/result_files.hpp"
#include "pleuel/cli/status_line.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/lab/bench_page.hpp"
#include "pleuel/lab/study.hpp"
#include "pleuel/lab/study_files.hpp"
#include "pleuel/lab/study_summary.hpp"

namespace pleuel::cli {
namespace {

constexpr std::size_t most_peers = 6;  // public programs shown with a case

struct BenchWords {
  std::vector<std::string> cases, formulations, methods, rtol, set;
  std::string per_decade, atol, until, h0_per_rtol, repeat, timeout, budget, jobs;
  bool resume = false;
  OutWords out;
  ReportWords report;
};

void declare_bench(Options& options, BenchWords& words) {
  add_case(options, words.cases);
  add_formulations(options, words.formulations, "only these; default: all");
  add_methods(options, words.methods, "only these; default: all");
  options.list("--rtol", words.rtol, "relative tolerances, a list or a range; default 1e-4:1e-10",
               "R1,R2,…|FIRST:LAST");
  options.word("--per-decade", words.per_decade, "number of tolerances per decade of a range; default 1",
               "N");
  options.word("--atol", words.atol, "absolute tolerance of all runs; default: as rtol", "A");
  options.word("--until", words.until, "end time; default: each case's", "T");
  options.word("--h0-per-rtol", words.h0_per_rtol,
               "first step divided by rtol; default: chosen by the method", "F");
  add_set(options, words.set, "an option, given to the runs whose case, formulation or method has it");
  options.word("--repeat", words.repeat,
               "timed repetitions of each run, at least one, as far as they fit into 2 s; default 5", "N");
  options.word("--timeout", words.timeout, "wall-time limit of one run; default 60", "SECONDS");
  options.word("--budget", words.budget, "wall time for all runs; what is left can be resumed", "SECONDS");
  add_jobs(options, words.jobs);
  add_out(options, words.out,
          "write bench.csv, bench.json, a picture CASE.svg and the page report.html into this directory");
  options.flag("--resume", words.resume, "keep the runs that are already in --out DIR");
  add_report(options, words.report);
  options.footer(
      "Times are processor times of the integration, best of the repetitions, on one core. Times of public "
      "codes that are shown beside them come from a machine of the same kind, not from the same run.\n"
      "Example: pleuel bench andrews --formulations ggl1,ovd0 --rtol 1e-4:1e-10 --out andrews");
}

// "1e-4:1e-10" is a range, "1e-4,1e-6" a list; both may be repeated.
std::vector<double> bench_tolerances(ArgumentParser& read, const std::vector<std::string>& words,
                                     int per_decade, std::vector<std::string>& faults) {
  std::vector<double> all;
  for (const auto& word : read.names(words)) {
    const auto colon = word.find(':');
    const auto first = read.number("--rtol", word.substr(0, colon));
    if (colon == std::string::npos) {
      if (first) all.push_back(*first);
      continue;
    }
    const auto last = read.number("--rtol", word.substr(colon + 1));
    if (!first || !last) continue;
    try {
      const auto range = tolerance_range(*first, *last, per_decade);
      all.insert(all.end(), range.begin(), range.end());
    } catch (const InvalidInput& error) {
      for (const auto& fault : error.faults()) faults.push_back("--rtol is '" + word + "': " + fault);
    }
  }
  return all;
}

StudyRequest study_request(const BenchWords& words) {
  std::vector<std::string> faults;
  ArgumentParser read(faults);
  StudyRequest request;
  request.cases = words.cases;
  request.formulations = read.names(words.formulations);
  request.methods = read.names(words.methods);
  const int per_decade = words.per_decade.empty() ? 1 : read.count("--per-decade", words.per_decade);
  request.tolerances = bench_tolerances(
      read, words.rtol.empty() ? std::vector<std::string>{"1e-4:1e-10"} : words.rtol, per_decade, faults);
  if (!words.atol.empty()) request.atol = read.number("--atol", words.atol);
  if (!words.until.empty()) request.until = read.number("--until", words.until);
  if (!words.h0_per_rtol.empty())
    request.h0_per_rtol = read.number("--h0-per-rtol", words.h0_per_rtol).value_or(0);
  request.settings = read.settings(words.set);
  if (!words.repeat.empty()) request.repeats = read.count("--repeat", words.repeat);
  if (!words.timeout.empty()) request.timeout = read.number("--timeout", words.timeout).value_or(1);
  if (!words.budget.empty()) request.budget = read.number("--budget", words.budget);
  request.jobs = read.jobs(words.jobs);
  if (words.resume && !words.out.is_given())
    faults.push_back("--resume needs --out DIR, the directory with the earlier runs");
  throw_if_any(std::move(faults));
  return request;
}

std::string milliseconds(const std::optional<double>& seconds) {
  return seconds ? formatted("%.3g", 1e3 * *seconds) : "-";
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

// True if the runs completed but their solution differs from the reference: no digits are counted.
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

// The source of the digits of a case, if they were computed.
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
  if (!summary.remark.empty()) text += "  " + summary.remark + "\n";
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

// Cases without digits have no times to digits.
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

// Formulations that solve a different problem than the case: those not run, and those without
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

// For each case the times to 3, 5 and 7 digits compared with public programs; then failed, refused
// and omitted runs.
std::string study_text(const Study& study, const std::vector<CaseSummary>& summaries, const Style& style) {
  std::string text;
  for (const CaseSummary& summary : summaries) text += case_text(study, summary, style);
  return text + without_digits_text(study, summaries) + apart_text(study, summaries, style) +
         failures_text(study, style) + remarks_text(study, style) + refusals_text(study, style) +
         counts_text(study);
}

std::string text_of(const RunKey& key) {
  return key.case_name + " " + key.formulation + " " + key.method + " " + number_text(key.rtol, 3);
}

int measure(const BenchWords& words, const StudyRequest& request) {
  const Report report = words.report.report();
  for (const double rtol : request.tolerances) remark_on_tolerance(rtol, report);
  const Catalogue catalogue = catalogue_for(request.cases);
  std::vector<StudyRow> known;
  std::optional<OutputFolder> folder;
  if (words.resume) known = read_study(words.out.folder, this_environment());
  StatusLine status(report);
  StudyWatch watch;
  watch.stop = &stop_requested;
  watch.reference = [&](const std::string& next) {
    listen_for_signals();
    status.draw("reference  " + next);
  };
  watch.progress = [&](int n_done, int n_all, const RunKey& next) {
    // The request is valid here; an unwritable folder is reported before the first run.
    words.out.open(folder, "bench");
    listen_for_signals();
    status.draw(n_done, n_all, text_of(next));
  };
  // Results are written after each pair, so that little is lost if the program ends.
  watch.pair_done = [&](const Study& so_far) {
    if (!words.out.is_given()) return;
    words.out.open(folder, "bench");
    try {
      write_study(folder->staging(), so_far, summarize(catalogue, so_far.rows));
      folder->commit();
    } catch (const FileError&) {  // repeated after the next pair, and reported at the end
    }
  };
  const Study study = run_study(catalogue, request, watch, std::move(known));
  status.wipe();
  const auto summaries = summarize(catalogue, study.rows);
  words.out.open(folder, "bench");
  std::vector<std::string> losses;
  if (folder) {
    losses = save_result(*folder, [&](const std::filesystem::path& files) {
      write_study(files, study, summaries);
      if (has_pages())
        write_bench_page(files / "report.html", catalogue, request, study, summaries);
      else if (report == Report::summary)
        tell("pleuel: no report.html: " + page_remedy() + "\n");
    });
  }
  const int code = study.end == StudyEnd::interrupted ? interrupt_code() : done;
  if (report == Report::json) return with_losses(losses, show(study_json(study, summaries) + "\n", code));
  if (report == Report::quiet) return with_losses(losses, code);
  return with_losses(losses, show(study_text(study, summaries, Style::of_stdout()), code));
}

int bench(const BenchWords& words) {
  const StudyRequest request = study_request(words);
  return guarded({.report = words.report.report()}, [&] { return measure(words, request); });
}

}  // namespace

Command bench_command() {
  return make_command("bench", "Measure work against precision: formulations, methods, tolerances",
                      declare_bench, bench);
}

}  // namespace pleuel::cli
