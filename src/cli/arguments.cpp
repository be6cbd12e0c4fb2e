#include "pleuel/cli/arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/cli/analysis_arguments.hpp"
#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/lab_arguments.hpp"
#include "pleuel/cli/manual_page.hpp"
#include "pleuel/cli/material_arguments.hpp"
#include "pleuel/cli/shell_completion.hpp"
#include "pleuel/io/hdf5_format.hpp"

namespace pleuel::cli {
namespace {

using Faults = std::vector<std::string>;

// Everything as typed: numbers are parsed here and not by the parser of the line, so that all
// faults come together.
struct RunWords {
  std::string case_name, formulation, method, until, h0, step, every, repeat, timeout, out, format, vtk_scale;
  std::vector<std::string> rtol, atol, at, outputs, set;
  bool json = false;
  bool quiet = false;
  bool vtk = false;
  bool no_page = false;
  bool force = false;
};

struct ListWords {
  std::string kind, name;
};

void declare_run(CLI::App& run, RunWords& words) {
  run.add_option("CASE", words.case_name, case_help)->required()->type_name("");
  add_word(run, "--formulation", words.formulation,
           "the equations (see: pleuel list formulations); default: chosen", "F");
  add_word(run, "--method", words.method, "the integrator (see: pleuel list methods); default: chosen", "M");
  add_repeatable(run, "--rtol", words.rtol,
                 "relative tolerance, default 1e-6; GROUP=R for q, v, a, lambda, s or a name", "[GROUP=]R");
  add_repeatable(run, "--atol", words.atol, "absolute tolerance, default as --rtol; GROUP=A likewise",
                 "[GROUP=]A");
  add_word(run, "--until", words.until, "end time, default: the problem's", "T");
  add_word(run, "--h0", words.h0, "first step, default: chosen by the method", "H");
  add_word(run, "--step", words.step, "constant steps of this size, without error control", "H");
  add_word(run, "--every", words.every, "sample the trajectory at equal intervals; default: each step", "DT");
  add_repeatable(run, "--at", words.at, "sample the trajectory at these times", "T1,T2,…");
  add_repeatable(run, "--outputs", words.outputs,
                 "further outputs in the trajectory, the JSON and the summary: energy, power", "GROUP,…");
  add_repeatable(run, "--set", words.set, "an option of the problem, the formulation or the method",
                 "NAME=VALUE");
  add_word(run, "--repeat", words.repeat, "repeat without output and report the best time", "N");
  add_word(run, "--timeout", words.timeout, "give up after so much wall time; default: 86400, a day",
           "SECONDS");
  add_out(
      run, words.out, words.force,
      "write trajectory.csv, run.json and the page run.html into this directory; an older result in it is "
      "replaced");
  add_word(run, "--format", words.format,
           "of the trajectory in --out: csv, hdf5 (trajectory.h5) or both; default csv", "F");
  run.add_flag("--vtk", words.vtk,
               "pictures of elastic bodies for ParaView in --out, one a sample: BODY.pvd");
  add_word(run, "--vtk-scale", words.vtk_scale, "displacements in the pictures times this; default 1", "S");
  run.add_flag("--no-page", words.no_page, "no run.html in --out");
  auto* json = run.add_flag("--json", words.json, "one JSON object on standard output and nothing else");
  run.add_flag("--quiet", words.quiet, "no summary")->excludes(json);
}

void declare_list(CLI::App& list, ListWords& words) {
  std::string kinds;
  for (const auto& kind : list_kinds()) kinds += (kinds.empty() ? "" : ", ") + kind;
  list.add_option("KIND", words.kind, kinds)->required()->type_name("");
  refuse_empty(
      *list.add_option("NAME", words.name, "show this one with its options; of completion: bash or zsh")
           ->type_name(""));
  list.footer(
      "schema is that of model files, completion a script for the shell, manual the page pleuel(1).\n"
      "Examples: pleuel list methods radau5; source <(pleuel list completion bash); pleuel list manual | man "
      "-l -");
}

void read_format(const RunWords& words, RunCommand& command, Faults& faults) {
  const auto& formats = trajectory_formats();
  const auto it = std::find(formats.begin(), formats.end(), words.format);
  if (it == formats.end()) {
    faults.push_back(unknown_name("format", words.format, formats));
    return;
  }
  command.format = static_cast<TrajectoryFormat>(it - formats.begin());
  if (words.out.empty())
    faults.push_back("--format is the format of the trajectory in --out DIR; give both or neither");
  if (command.format != TrajectoryFormat::csv && !has_hdf5()) faults.push_back(hdf5_remedy());
}

void read_pictures(const RunWords& words, ArgumentParser& read, RunCommand& command, Faults& faults) {
  if (words.vtk) {
    command.vtk_scale = 1;
    if (words.out.empty()) faults.push_back("--vtk writes pictures into --out DIR; give both or neither");
  } else if (!words.vtk_scale.empty()) {
    faults.push_back("--vtk-scale is the scale of the pictures of --vtk; give both or neither");
  }
  if (!words.vtk_scale.empty()) command.vtk_scale = read.number("--vtk-scale", words.vtk_scale);
}

RunCommand run_command(const RunWords& words) {
  Faults faults;
  ArgumentParser read(faults);
  RunCommand command;
  RunRequest& request = command.request;
  request.case_name = words.case_name;
  if (!words.formulation.empty()) request.formulation = words.formulation;
  if (!words.method.empty()) request.method = words.method;
  ToleranceRequest& tolerance = request.tolerance;
  read.tolerances("--rtol", words.rtol, tolerance.rtol, tolerance.rtol_of);
  const bool has_atol = read.tolerances("--atol", words.atol, tolerance.atol, tolerance.atol_of);
  if (!has_atol) tolerance.atol = tolerance.rtol;
  request.is_tolerance_open = words.rtol.empty() && words.atol.empty();
  if (!words.until.empty()) request.until = read.number("--until", words.until);
  if (!words.h0.empty()) request.h0 = read.number("--h0", words.h0).value_or(0);
  if (!words.step.empty()) request.step = read.number("--step", words.step).value_or(0);
  if (!words.every.empty()) request.every = read.number("--every", words.every);
  request.at = read.numbers("--at", words.at);
  request.outputs = read.names(words.outputs);
  request.settings = read.settings(words.set);
  if (!words.repeat.empty()) request.repeat = read.count("--repeat", words.repeat);
  if (!words.timeout.empty()) request.timeout = read.number("--timeout", words.timeout);
  if (!words.out.empty()) command.out = words.out;
  command.force = words.force;
  if (!words.format.empty()) read_format(words, command, faults);
  command.has_page = !words.no_page;
  read_pictures(words, read, command, faults);
  if (words.json) command.report = Report::json;
  if (words.quiet) command.report = Report::quiet;
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  return command;
}

// A list; for what is made from the line's own declaration, its text.
Command list_command(const CLI::App& app, const ListWords& words) {
  const auto& kinds = list_kinds();
  if (std::find(kinds.begin(), kinds.end(), words.kind) == kinds.end())
    throw InvalidInput(unknown_name("list", words.kind, kinds));
  if (words.kind == "manual") {
    if (!words.name.empty()) throw InvalidInput("there is one manual page; leave '" + words.name + "' out");
    return ShowText{manual_page(app)};
  }
  if (words.kind == "completion") {
    const auto& shells = completed_shells();
    if (words.name.empty()) throw InvalidInput("completion of which shell? Give bash or zsh");
    if (std::find(shells.begin(), shells.end(), words.name) == shells.end())
      throw InvalidInput(unknown_name("shell", words.name, shells));
    return ShowText{shell_completion(app, words.name)};
  }
  ListCommand command{.kind = words.kind, .name = {}};
  if (!words.name.empty()) command.name = words.name;
  return command;
}

// The sentence for words that no command or option takes; the parser's own if it is about something
// else.
std::string fault_of(const CLI::App& app, const CLI::ParseError& error) {
  const auto selected = app.get_subcommands();
  const CLI::App& active = selected.empty() ? app : *selected.back();
  const auto extra = active.remaining();
  if (extra.empty()) return error.what();
  const std::string typed = extra.front().substr(0, extra.front().find('='));
  std::vector<std::string> valid;
  if (typed.front() == '-') {
    for (const auto* option : active.get_options()) {
      for (const auto& name : option->get_lnames()) valid.push_back("--" + name);
    }
    return unknown_name("option", typed, valid);
  }
  if (!selected.empty()) return "unexpected argument '" + typed + "'";
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    valid.push_back(command->get_name());
  }
  return unknown_name("command", typed, valid);
}

// The help of a command as --help gives it.
std::string help_of(const CLI::App& app, const std::string& name) {
  // Asked directly, since help() of the whole would be that of the command given, which is help.
  if (name.empty()) return app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal);
  std::vector<std::string> names;
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == name) return command->help(app.get_name());
    names.push_back(command->get_name());
  }
  throw InvalidInput(unknown_name("command", name, names));
}

}  // namespace

const std::vector<std::string>& list_kinds() {
  static const std::vector<std::string> kinds = {"problems", "formulations", "methods",  "joints",
                                                 "drivers",  "forces",       "measures", "materials",
                                                 "schema",   "completion",   "manual"};
  return kinds;
}

const std::vector<std::string>& trajectory_formats() {
  static const std::vector<std::string> formats = {"csv", "hdf5", "both"};
  return formats;
}

Command parse_arguments(int argc, const char* const* argv) {
  CLI::App app("Pleuel simulates mechanisms and the differential-algebraic equations they lead to.",
               "pleuel");
  app.set_version_flag("-V,--version", std::string("pleuel ") + PLEUEL_VERSION);
  app.require_subcommand(0, 1);
  app.footer("Example: pleuel run pendulum --rtol 1e-8 --out result");
  RunWords run_words;
  ListWords list_words;
  CLI::App& run = *app.add_subcommand("run", "Integrate a problem and report what came out");
  CLI::App& list = *app.add_subcommand("list", "Show what there is, and with a name its options");
  declare_run(run, run_words);
  declare_list(list, list_words);
  LabArguments lab(app);
  AnalysisArguments analysis(app);
  MaterialArguments material(app);
  AdviseArguments advising(app);
  ViewArguments viewing(app);
  CLI::App& help = *app.add_subcommand("help", "Show this text, or with a command its options");
  std::string help_name;
  help.add_option("COMMAND", help_name, "run, list, …; default: all of them in short")->type_name("");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw InvalidInput(fault_of(app, error));
    std::ostringstream text;
    app.exit(error, text, text);
    return ShowText{text.str()};
  }
  if (run.parsed()) return run_command(run_words);
  if (list.parsed()) return list_command(app, list_words);
  if (help.parsed()) return ShowText{help_of(app, help_name)};
  if (auto command = lab.bench()) return std::move(*command);
  if (auto command = lab.table()) return std::move(*command);
  if (auto command = lab.verify()) return std::move(*command);
  if (auto command = analysis.check()) return std::move(*command);
  if (auto command = analysis.statics()) return std::move(*command);
  if (auto command = analysis.modes()) return std::move(*command);
  if (auto command = material.material()) return std::move(*command);
  if (auto command = advising.advise()) return std::move(*command);
  if (auto command = viewing.view()) return std::move(*command);
  return ShowText{app.help()};
}

RunCommand guessed_command(int argc, const char* const* argv) {
  RunCommand command;
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (words.empty()) return command;
  const bool is_json = std::find(words.begin(), words.end(), "--json") != words.end();
  if (is_json) command.report = Report::json;
  const bool has_one_case = words.front() == "run" || words.front() == "check" ||
                            words.front() == "statics" || words.front() == "modes" ||
                            words.front() == "material" || words.front() == "advise";
  if (has_one_case && words.size() > 1 && words[1].rfind('-', 0) != 0) command.request.case_name = words[1];
  return command;
}

}  // namespace pleuel::cli
