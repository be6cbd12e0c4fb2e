#include "pleuel/cli/lab_arguments.hpp"

#include <CLI/CLI.hpp>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/case_catalogue.hpp"

namespace pleuel::cli {
namespace {

using Faults = std::vector<std::string>;

// "1e-4:1e-10" is a range, "1e-4,1e-6" a list; both may be given again and again.
std::vector<double> tolerances(ArgumentParser& read, const std::vector<std::string>& words, int per_decade,
                               Faults& faults) {
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

}  // namespace

LabArguments::LabArguments(CLI::App& app)
    : bench_(
          app.add_subcommand("bench", "Measure work against precision: formulations, methods, tolerances")),
      table_(app.add_subcommand("table", "A published table beside what is measured now")),
      verify_(app.add_subcommand("verify", "Every problem against its reference digits, on this machine")) {
  declare_bench();
  declare_table();
  declare_verify();
}

void LabArguments::declare_report(CLI::App& app, ReportWords& words) {
  auto* json = app.add_flag("--json", words.json, "one JSON object on standard output and nothing else");
  app.add_flag("--quiet", words.quiet, "no summary")->excludes(json);
}

void LabArguments::declare_bench() {
  CLI::App& app = *bench_;
  BenchWords& words = bench_words_;
  app.add_option("CASE", words.cases, case_help)->required()->type_name("");
  add_repeatable(app, "--formulations", words.formulations, "only these; default: all", "F1,F2,…");
  add_repeatable(app, "--methods", words.methods, "only these; default: all", "M1,M2,…");
  add_repeatable(app, "--rtol", words.rtol, "relative tolerances, a list or a range; default 1e-4:1e-10",
                 "R1,R2,…|FIRST:LAST");
  add_word(app, "--per-decade", words.per_decade, "so many tolerances in each decade of a range; default 1",
           "N");
  add_word(app, "--atol", words.atol, "absolute tolerance of all runs; default: as rtol", "A");
  add_word(app, "--until", words.until, "end time; default: each problem's", "T");
  add_word(app, "--h0-per-rtol", words.h0_per_rtol, "first step over rtol; default: chosen by the method",
           "F");
  add_repeatable(app, "--set", words.set,
                 "an option, given to the runs whose problem, formulation or method has it", "NAME=VALUE");
  add_word(app, "--repeat", words.repeat,
           "timed repetitions of each run, but no second one beyond 2 s; default 5", "N");
  add_word(app, "--timeout", words.timeout, "a run fails after so much wall time; default 60", "SECONDS");
  add_word(app, "--budget", words.budget, "wall time for all runs; what is left can be resumed", "SECONDS");
  add_out(app, words.out, words.force,
          "write bench.csv, bench.json, a picture CASE.svg and the page report.html into this directory");
  app.add_flag("--resume", words.resume, "keep the runs that stand in --out DIR already");
  declare_report(app, words.report);
  app.footer(
      "Times are processor times of the integration, best of the repetitions, on one core. Times of public "
      "codes "
      "that are shown beside them come from a machine of the same kind, not from the same run.\n"
      "Example: pleuel bench andrews --formulations ggl1,ovd0 --rtol 1e-4:1e-10 --out andrews");
}

void LabArguments::declare_table() {
  CLI::App& app = *table_;
  TableWords& words = table_words_;
  std::string names;
  for (const auto& name : table_names()) names += (names.empty() ? "" : ", ") + name;
  app.add_option("NAME", words.name, names)->required()->type_name("");
  app.add_flag("--quick", words.quick, "fewer tolerances, and at most 20 s or what --budget says");
  add_repeatable(app, "--solvers", words.solvers,
                 "only these programs, by their published names; default: all", "S1,S2,…");
  add_word(app, "--timeout", words.timeout, "a run fails after so much wall time; default 120", "SECONDS");
  add_word(app, "--budget", words.budget, "wall time for all runs; the rest is left out", "SECONDS");
  add_out(app, words.out, words.force, "write NAME.json and NAME.txt into this directory");
  declare_report(app, words.report);
  app.footer("Example: pleuel table pendulum-6 --quick");
}

void LabArguments::declare_verify() {
  CLI::App& app = *verify_;
  VerifyWords& words = verify_words_;
  app.add_option("CASE", words.cases, "only these problems; default: all that have reference digits")
      ->type_name("");
  add_repeatable(app, "--methods", words.methods, "with these; default radau5", "M1,M2,…");
  add_word(app, "--rtol", words.rtol, "tolerance; default 1e-9", "R");
  add_word(app, "--timeout", words.timeout, "a run fails after so much wall time; default 60", "SECONDS");
  declare_report(app, words.report);
  app.footer("Exit code 6: at least one run has fewer digits than wanted (docs/lab.md says how many are).");
}

std::optional<BenchCommand> LabArguments::bench() const {
  if (!bench_->parsed()) return std::nullopt;
  const BenchWords& words = bench_words_;
  Faults faults;
  ArgumentParser read(faults);
  BenchCommand command;
  StudyRequest& request = command.request;
  request.cases = words.cases;
  request.formulations = read.names(words.formulations);
  request.methods = read.names(words.methods);
  const int per_decade = words.per_decade.empty() ? 1 : read.count("--per-decade", words.per_decade);
  request.tolerances = tolerances(
      read, words.rtol.empty() ? std::vector<std::string>{"1e-4:1e-10"} : words.rtol, per_decade, faults);
  if (!words.atol.empty()) request.atol = read.number("--atol", words.atol);
  if (!words.until.empty()) request.until = read.number("--until", words.until);
  if (!words.h0_per_rtol.empty())
    request.h0_per_rtol = read.number("--h0-per-rtol", words.h0_per_rtol).value_or(0);
  request.settings = read.settings(words.set);
  if (!words.repeat.empty()) request.repeats = read.count("--repeat", words.repeat);
  if (!words.timeout.empty()) request.timeout = read.number("--timeout", words.timeout).value_or(1);
  if (!words.budget.empty()) request.budget = read.number("--budget", words.budget);
  if (!words.out.empty()) command.out = words.out;
  command.force = words.force;
  command.resume = words.resume ? Resume::yes : Resume::no;
  if (words.resume && !command.out)
    faults.push_back("--resume needs --out DIR, where the runs done so far stand");
  command.report = words.report.report();
  throw_if_any(std::move(faults));
  return command;
}

std::optional<TableCommand> LabArguments::table() const {
  if (!table_->parsed()) return std::nullopt;
  const TableWords& words = table_words_;
  Faults faults;
  ArgumentParser read(faults);
  TableCommand command;
  command.request.name = words.name;
  command.request.solvers = read.names(words.solvers);
  if (words.quick) {
    command.request.extent = TableExtent::quick;
    command.request.budget = quick_seconds;
  }
  if (!words.timeout.empty()) command.request.timeout = read.number("--timeout", words.timeout).value_or(1);
  if (!words.budget.empty()) command.request.budget = read.number("--budget", words.budget);
  if (!words.out.empty()) command.out = words.out;
  command.force = words.force;
  command.report = words.report.report();
  throw_if_any(std::move(faults));
  return command;
}

std::optional<VerifyCommand> LabArguments::verify() const {
  if (!verify_->parsed()) return std::nullopt;
  const VerifyWords& words = verify_words_;
  Faults faults;
  ArgumentParser read(faults);
  VerifyCommand command;
  command.request.cases = words.cases;
  if (!words.methods.empty()) command.request.methods = read.names(words.methods);
  if (!words.rtol.empty()) command.request.rtol = read.number("--rtol", words.rtol).value_or(0.5);
  if (!words.timeout.empty()) command.request.timeout = read.number("--timeout", words.timeout).value_or(1);
  command.report = words.report.report();
  throw_if_any(std::move(faults));
  return command;
}

}  // namespace pleuel::cli
