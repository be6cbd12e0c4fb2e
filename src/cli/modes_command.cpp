// The command modes: the linearised motion about a state.
#include "pleuel/cli/analysis_report.hpp"
#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/command.hpp"
#include "pleuel/io/analysis_csv.hpp"
#include "pleuel/io/analysis_json.hpp"
#include "pleuel/io/modes_page.hpp"
#include "pleuel/io/page.hpp"

namespace pleuel::cli {
namespace {

struct ModesWords {
  AnalysisWords of;
  bool at_equilibrium = false;
  std::string until, rtol, modes;
  OutWords out;
  bool no_page = false;
};

void declare_modes(Options& options, ModesWords& words) {
  add_analysis(options, words.of);
  options.flag("--at-equilibrium", words.at_equilibrium, "about the equilibrium near the start");
  options.word("--until", words.until, "about the state that a run reaches at this time", "T").excludes =
      "--at-equilibrium";
  options.word("--rtol", words.rtol, "tolerance of that run, default 1e-8", "R");
  options.word("--modes", words.modes,
               "only the N slowest modes; default: all, or 20 of more than " +
                   std::to_string(most_mode_states) + " unknowns",
               "N");
  add_out(options, words.out,
          "write modes.json, modes.csv, shapes.csv and modes.html, a page with moving shapes, into this "
          "directory; an older result in it is replaced");
  options.flag("--no-page", words.no_page, "no page in --out");
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
  if (!words.modes.empty()) request.most = read.count("--modes", words.modes);
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
    lines.add_marked("stability", result.modes.is_unstable()        ? style.bad("unstable")
                                  : result.modes.is_stability_known ? "no mode grows"
                                                                    : "none of these modes grows");
  add_outputs(lines, result.outputs);
  add_reactions(lines, info, result.state.lambda);
  add_modes(lines, result.modes, *result.header.system, style);
  return std::move(lines).text();
}

int modes(const ModesWords& words) {
  const ModesRequest request = modes_request(words);
  const Report report = words.of.report.report();
  return guarded({request.of.case_name, report}, [&] {
    remark_on_tolerance(request.rtol, report);
    if (words.out.is_given() && !has_pages() && !words.no_page && report == Report::summary)
      tell("pleuel: no modes.html: " + page_remedy() + "\n");
    return deliver_analysis<ModesResult>(
        words.out, "modes", [&] { return modes_of(catalogue_for({request.of.case_name}), request); },
        [&](const std::filesystem::path& files, const ModesResult& result) {
          write_whole_file(files / "modes.json", modes_json(result) + "\n");
          write_whole_file(files / "modes.csv", modes_csv(result));
          write_whole_file(files / "shapes.csv", shapes_csv(result));
          if (has_pages() && !words.no_page) write_modes_page(files / "modes.html", result);
        },
        [&](const ModesResult& result) {
          return show_analysis(report, result, done, modes_json, modes_text);
        });
  });
}

}  // namespace

Command modes_command() {
  return make_command("modes", "Linearise about a state: frequencies, damping, shapes", declare_modes, modes);
}

}  // namespace pleuel::cli
