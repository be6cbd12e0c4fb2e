#include "pleuel/cli/advise_command.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/result_files.hpp"
#include "pleuel/cli/session.hpp"
#include "pleuel/cli/status_line.hpp"
#include "pleuel/io/output_folder.hpp"
#include "pleuel/lab/advice_files.hpp"

namespace pleuel::cli {
namespace {

int exit_code_of(const Advice& advice) {
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

}  // namespace

AdviseArguments::AdviseArguments(CLI::App& app)
    : advise_(app.add_subcommand(
          "advise", "Find the cheapest formulation, method and tolerance for a case, by trying them")) {
  CLI::App& line = *advise_;
  line.add_option("CASE", case_, case_help)->required()->type_name("");
  add_word(line, "--accuracy", accuracy_, "wanted relative error over the whole motion; default 1e-4", "E");
  add_word(line, "--digits", digits_, "the same as 10^-N", "N");
  add_repeatable(line, "--of", groups_, "in which groups: q, v, lambda, s, y; default: all that the case has",
                 "G1,G2,…");
  add_word(line, "--budget", budget_, "wall time for all runs; default 60", "SECONDS");
  add_repeatable(line, "--formulations", formulations_, "recommend only these; default: all", "F1,F2,…");
  add_repeatable(line, "--methods", methods_, "recommend only these; default: all", "M1,M2,…");
  add_word(line, "--atol", atol_, "absolute tolerance of all runs; default: as rtol", "A");
  add_word(line, "--until", until_, "end time; default: the case's", "T");
  add_repeatable(line, "--set", set_, "an option, given to the runs whose case, formulation or method has it",
                 "NAME=VALUE");
  add_out(line, out_, force_, "write advice.json and advice.csv into this directory");
  auto* json = line.add_flag("--json", json_, "one JSON object on standard output and nothing else");
  line.add_flag("--quiet", quiet_, "no summary")->excludes(json);
  line.footer(
      "No reference is needed: two unlike combinations compute one, and how far they agree is said.\n"
      "Exit codes: 6: no combination reaches the accuracy; 5: no run came to its end, or no two agree.\n"
      "Example: pleuel advise models/four-bar.json --accuracy 1e-5");
}

std::optional<AdviseCommand> AdviseArguments::advise() const {
  if (!advise_->parsed()) return std::nullopt;
  std::vector<std::string> faults;
  ArgumentParser read(faults);
  AdviseCommand command;
  AdviceRequest& request = command.request;
  request.case_name = case_;
  if (!accuracy_.empty()) request.accuracy = read.number("--accuracy", accuracy_).value_or(request.accuracy);
  if (!digits_.empty()) {
    if (!accuracy_.empty()) faults.push_back("--accuracy and --digits say the same; give one of the two");
    request.accuracy = std::pow(10.0, -read.number("--digits", digits_).value_or(4));
  }
  request.groups = groups_from(read.names(groups_), faults);
  if (!budget_.empty()) request.budget = read.number("--budget", budget_).value_or(request.budget);
  request.formulations = read.names(formulations_);
  request.methods = read.names(methods_);
  if (!atol_.empty()) request.atol = read.number("--atol", atol_);
  if (!until_.empty()) request.until = read.number("--until", until_);
  request.settings = read.settings(set_);
  if (!out_.empty()) command.out = out_;
  command.force = force_;
  command.report = json_ ? Report::json : quiet_ ? Report::quiet : Report::summary;
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  return command;
}

int advise(const AdviseCommand& command) {
  const Catalogue catalogue = catalogue_for({command.request.case_name});
  std::optional<OutputFolder> folder;
  StatusLine status(command.report);
  AdviceWatch watch;
  watch.stop = &stop_requested;
  watch.progress = [&](int n_done, double seconds_left, const std::string& next) {
    // Here the request is known to be right; a place that cannot be written to shows before the
    // first run.
    if (command.out && !folder) folder.emplace(*command.out, "advise", foreign(command.force));
    listen_for_signals();
    status.draw(n_done, seconds_left, next);
  };
  const Advice advice = pleuel::advise(catalogue, command.request, watch);
  status.wipe();
  std::vector<std::string> losses;
  if (command.out) {
    if (!folder) folder.emplace(*command.out, "advise", foreign(command.force));
    losses = save_result(*folder, [&](const std::filesystem::path& files) { write_advice(files, advice); });
  }
  int code = exit_code_of(advice);
  if (command.report == Report::json) return with_losses(losses, show(advice_json(advice) + "\n", code));
  if (code != done) (void)complain({advice.message}, code);
  if (command.report == Report::summary)
    code = show(advice_text(advice, Style::of_descriptor(STDOUT_FILENO)), code);
  return with_losses(losses, code);
}

}  // namespace pleuel::cli
