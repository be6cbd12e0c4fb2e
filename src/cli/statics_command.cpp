// The command statics: the equilibrium near the start.
#include "pleuel/cli/analysis_report.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/command.hpp"
#include "pleuel/io/analysis_csv.hpp"
#include "pleuel/io/analysis_json.hpp"
#include "pleuel/io/modes_page.hpp"
#include "pleuel/io/page.hpp"

namespace pleuel::cli {
namespace {

constexpr std::size_t most_coordinates = 12;

struct StaticsWords {
  AnalysisWords of;
  OutWords out;
  bool no_page = false;
};

void declare_statics(Options& options, StaticsWords& words) {
  add_analysis(options, words.of);
  add_out(options, words.out,
          "write statics.json, statics.csv and modes.html, a page with the moving shapes of the modes about "
          "the equilibrium, into this directory; an older result in it is replaced");
  options.flag("--no-page", words.no_page, "no page in --out");
  options.footer("Exit code 4: no equilibrium was found.\nExample: pleuel statics chain --set links=20");
}

void add_values(ReportBuilder& lines, const std::vector<Quantity>& names, const Vector& x,
                std::size_t& room) {
  for (std::size_t i = 0; i < names.size() && room > 0; ++i, --room)
    lines.add(names[i].name, padded(number_text(x[static_cast<Eigen::Index>(i)], 10), 20) + names[i].unit);
}

std::string statics_text(const StaticsResult& result, const Style& style) {
  const Equilibrium& e = result.equilibrium;
  const SystemInfo& info = result.header.system->info();
  ReportBuilder lines(style);
  add_title(lines, result.header);
  const std::string word = name_of(e.stability);
  lines.add_marked("equilibrium", e.stability == Stability::unstable ? style.bad(word) : word,
                   e.stability != Stability::unknown ? "at t = " + number_text(result.t, 10)
                   : e.modes ? "none of the slowest modes grows; others were not computed"
                             : e.no_modes);
  lines.add("search", std::to_string(e.state.iterations) + " iterations, moved by " +
                          formatted("%.2e", e.state.position_moved));
  lines.add("residuals", "forces " + formatted("%.2e", e.force_residual) + " of " +
                             formatted("%.2e", e.force_scale) + " (worst: " + e.worst_force +
                             "), constraints " + formatted("%.2e", e.constraint_residual));
  if (e.states == StatesAtRest::at_rest) lines.add("states", "at rest");
  if (e.states == StatesAtRest::held)
    lines.add("states", "held as they were given: no state of rest was found",
              "'" + e.worst_rate + "' would creep at " + formatted("%.2e", e.largest_rate) +
                  " 1/s of its unit; " + e.why_held);
  lines.add("energy", energy_text(result.energy));
  add_outputs(lines, result.outputs);
  add_reactions(lines, info, e.state.lambda);
  lines.gap();
  lines.title("Coordinates");
  std::size_t room = most_coordinates;
  add_values(lines, info.q, e.state.q, room);
  add_values(lines, info.s, e.state.s, room);
  if (const std::size_t n = info.q.size() + info.s.size(); n > most_coordinates)
    lines.add("…", more_text(n - most_coordinates));
  if (e.modes) add_modes(lines, *e.modes, *result.header.system, style);
  return std::move(lines).text();
}

int statics(const StaticsWords& words) {
  const CaseRequest request = case_request(words.of);
  const Report report = words.of.report.report();
  return guarded({request.case_name, report}, [&] {
    tell_without_pages(words.out, words.no_page, report);
    return deliver_analysis<StaticsResult>(
        words.out, "statics", [&] { return statics_of(catalogue_for({request.case_name}), request); },
        [&](const std::filesystem::path& files, const StaticsResult& result) {
          write_whole_file(files / "statics.json", statics_json(result) + "\n");
          write_whole_file(files / "statics.csv", statics_csv(result));
          if (result.equilibrium.modes && has_pages() && !words.no_page)
            write_modes_page(files / "modes.html", modes_about(result));
        },
        [&](const StaticsResult& result) {
          return show_analysis(report, result, done, statics_json, statics_text);
        });
  });
}

}  // namespace

Command statics_command() {
  return make_command("statics", "The equilibrium near the start, and whether it is stable", declare_statics,
                      statics);
}

}  // namespace pleuel::cli
