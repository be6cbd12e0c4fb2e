// The command modes: the linearised motion about a state.
#include <numbers>

#include "pleuel/cli/analysis_report.hpp"
#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/command.hpp"
#include "pleuel/io/analysis_csv.hpp"
#include "pleuel/io/analysis_json.hpp"
#include "pleuel/io/modes_page.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/run/part_modes.hpp"

namespace pleuel::cli {
namespace {

struct ModesWords {
  AnalysisWords of;
  bool at_equilibrium = false;
  std::string until, rtol, modes, part;
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
  options
      .word("--part", words.part,
            "only this elastic body, undeformed and at rest, everything else held; printed in rad/s and Hz",
            "NAME")
      .excludes = "--at-equilibrium";
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

std::string part_text(const PartModes& result, const Style& style) {
  ReportBuilder lines(style);
  add_title(lines, result.header);
  lines.add(
      "part", result.part,
      std::to_string(result.coordinates.size()) + " deformations; undeformed, at rest, the rest is held");
  for (Eigen::Index k = 0; k < result.omega.size(); ++k) {
    Eigen::Index at = 0;
    result.shapes.col(k).cwiseAbs().maxCoeff(&at);
    lines.add("omega " + std::to_string(k + 1), number_text(result.omega[k], 8) + " rad/s",
              number_text(result.omega[k] / (2 * std::numbers::pi), 8) + " Hz, mostly " +
                  result.coordinates[static_cast<std::size_t>(at)]);
  }
  return std::move(lines).text();
}

int part_modes(const ModesWords& words, const ModesRequest& request) {
  const Report report = words.of.report.report();
  if (words.out.is_given() || !words.until.empty())
    throw InvalidInput("--part shows frequencies only; omit --out and --until");
  return guarded({request.of.case_name, report}, [&] {
    PartModes result = part_modes_of(catalogue_for({request.of.case_name}), request.of, words.part);
    if (request.most > 0 && request.most < result.omega.size()) {
      result.omega.conservativeResize(request.most);
      result.shapes.conservativeResize(Eigen::NoChange, request.most);
    }
    return show_analysis(report, result, done, part_modes_json, part_text);
  });
}

int modes(const ModesWords& words) {
  const ModesRequest request = modes_request(words);
  if (!words.part.empty()) return part_modes(words, request);
  const Report report = words.of.report.report();
  return guarded({request.of.case_name, report}, [&] {
    remark_on_tolerance(request.rtol, report);
    tell_without_pages(words.out, words.no_page, report);
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
