#include "pleuel/cli/analysis_arguments.hpp"

#include <CLI/CLI.hpp>

#include "pleuel/base/error.hpp"
#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/case_catalogue.hpp"

namespace pleuel::cli {
namespace {

using Faults = std::vector<std::string>;

}  // namespace

AnalysisArguments::AnalysisArguments(CLI::App& app)
    : check_(app.add_subcommand("check", "Degrees of freedom, redundant constraints, initial values")),
      statics_(app.add_subcommand("statics", "The equilibrium near the start, and whether it is stable")),
      modes_(app.add_subcommand("modes", "Linearise about a state: frequencies, damping, shapes")) {
  declare_case(*check_, check_words_);
  check_->footer(
      "Exit code 3: the case is invalid, or a run would refuse its redundant constraints; 4: no consistent "
      "start.\nExample: pleuel check parallelogram");
  declare_case(*statics_, statics_words_);
  statics_->footer("Exit code 4: no equilibrium was found.\nExample: pleuel statics chain --set links=20");
  declare_case(*modes_, modes_words_);
  auto* equilibrium =
      modes_->add_flag("--at-equilibrium", at_equilibrium_, "about the equilibrium near the start");
  add_word(*modes_, "--until", until_, "about the state that a run reaches at this time", "T");
  modes_->get_option("--until")->excludes(equilibrium);
  add_word(*modes_, "--rtol", rtol_, "tolerance of that run, default 1e-8", "R");
  modes_->footer(
      "Without either, about the start, made consistent. About a state that is not at rest the eigenvalues "
      "are those of "
      "one instant (docs/analysis.md).\nExample: pleuel modes spring-pendulum --at-equilibrium");
}

void AnalysisArguments::declare_case(CLI::App& app, CaseWords& words) {
  app.add_option("CASE", words.case_name, case_help)->required()->type_name("");
  add_repeatable(app, "--set", words.set, "an option of the problem", "NAME=VALUE");
  auto* json = app.add_flag("--json", words.json, "one JSON object on standard output and nothing else");
  app.add_flag("--quiet", words.quiet, "nothing but the exit code")->excludes(json);
}

std::optional<CheckCommand> AnalysisArguments::check() const {
  if (!check_->parsed()) return std::nullopt;
  Faults faults;
  ArgumentParser read(faults);
  CheckCommand command{{check_words_.case_name, read.settings(check_words_.set)}, check_words_.report()};
  throw_if_any(std::move(faults));
  return command;
}

std::optional<StaticsCommand> AnalysisArguments::statics() const {
  if (!statics_->parsed()) return std::nullopt;
  Faults faults;
  ArgumentParser read(faults);
  StaticsCommand command{{statics_words_.case_name, read.settings(statics_words_.set)},
                         statics_words_.report()};
  throw_if_any(std::move(faults));
  return command;
}

std::optional<ModesCommand> AnalysisArguments::modes() const {
  if (!modes_->parsed()) return std::nullopt;
  Faults faults;
  ArgumentParser read(faults);
  ModesCommand command;
  command.request.of = {modes_words_.case_name, read.settings(modes_words_.set)};
  command.report = modes_words_.report();
  if (at_equilibrium_) command.request.about = ModesAbout::equilibrium;
  if (!until_.empty()) {
    command.request.about = ModesAbout::reached;
    command.request.until = read.number("--until", until_).value_or(0);
  }
  if (!rtol_.empty()) command.request.rtol = read.number("--rtol", rtol_).value_or(1e-8);
  if (!rtol_.empty() && until_.empty())
    faults.push_back("--rtol is the tolerance of the run of --until T; give both or neither");
  throw_if_any(std::move(faults));
  return command;
}

}  // namespace pleuel::cli
