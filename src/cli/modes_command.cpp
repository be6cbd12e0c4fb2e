// The command modes: the linearised motion about a state.
#include "pleuel/cli/analysis_report.hpp"
#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/command.hpp"
#include "pleuel/io/analysis_json.hpp"

namespace pleuel::cli {
namespace {

struct ModesWords {
  AnalysisWords of;
  bool at_equilibrium = false;
  std::string until, rtol;
};

void declare_modes(Options& options, ModesWords& words) {
  add_analysis(options, words.of);
  options.flag("--at-equilibrium", words.at_equilibrium, "about the equilibrium near the start");
  options.word("--until", words.until, "about the state that a run reaches at this time", "T").excludes =
      "--at-equilibrium";
  options.word("--rtol", words.rtol, "tolerance of that run, default 1e-8", "R");
  options.footer(
      "Without either, about the start, made consistent. About a state that is not at rest the eigenvalues "
      "are those of one instant (docs/analysis.md).\nExample: pleuel modes spring-pendulum --at-equilibrium");
}

ModesRequest modes_request(const ModesWords& words) {
  std::vector<std::string> faults;
  ArgumentParser read(faults);
  ModesRequest request;
  request.of = {words.of.case_name, read.settings(words.of.set)};
  if (words.at_equilibrium) request.about = ModesAbout::equilibrium;
  if (!words.until.empty()) {
    request.about = ModesAbout::reached;
    request.until = read.number("--until", words.until).value_or(0);
  }
  if (!words.rtol.empty()) request.rtol = read.number("--rtol", words.rtol).value_or(1e-8);
  if (!words.rtol.empty() && words.until.empty())
    faults.push_back("--rtol is the tolerance of the run of --until T; give both or neither");
  throw_if_any(std::move(faults));
  return request;
}

std::string modes_text(const ModesResult& result, const Style& style) {
  const SystemInfo& info = result.header.system->info();
  ReportBuilder lines(style);
  add_title(lines, result.header);
  const std::string where = result.about == ModesAbout::equilibrium ? "the equilibrium"
                            : result.about == ModesAbout::reached   ? "the state reached"
                                                                    : "the start";
  lines.add("about", where + " at t = " + number_text(result.t, 10));
  if (!result.modes.is_at_rest) {
    std::string names;
    for (const auto& name : result.modes.independent) names += (names.empty() ? "" : ", ") + name;
    lines.add("remark", "not at rest: eigenvalues of this instant",
              "seen in " + (names.size() < 60 ? names : names.substr(0, 57) + "…"));
  }
  lines.add("freedoms", std::to_string(result.modes.n_degrees_of_freedom),
            std::to_string(info.n_s()) + " internal states, " + std::to_string(result.modes.n_zero) +
                " zero eigenvalues");
  if (result.modes.is_at_rest)
    lines.add_marked("stability", result.modes.is_unstable() ? style.bad("unstable") : "no mode grows");
  add_modes(lines, result.modes, info, style);
  return std::move(lines).text();
}

int modes(const ModesWords& words) {
  const ModesRequest request = modes_request(words);
  const Report report = words.of.report.report();
  return guarded({request.of.case_name, report}, [&] {
    remark_on_tolerance(request.rtol, report);
    return show_analysis(report, modes_of(catalogue_for({request.of.case_name}), request), done, modes_json,
                         modes_text);
  });
}

}  // namespace

Command modes_command() {
  return make_command("modes", "Linearise about a state: frequencies, damping, shapes", declare_modes, modes);
}

}  // namespace pleuel::cli
