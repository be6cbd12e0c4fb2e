// The command statics: the equilibrium near the start.
#include "pleuel/cli/analysis_report.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/command.hpp"
#include "pleuel/io/analysis_json.hpp"

namespace pleuel::cli {
namespace {

constexpr std::size_t most_values = 12;

void declare_statics(Options& options, AnalysisWords& words) {
  add_analysis(options, words);
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
                   e.stability == Stability::unknown ? e.no_modes : "at t = " + number_text(result.t, 10));
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
  lines.gap();
  std::size_t room = most_values;
  add_values(lines, info.q, e.state.q, room);
  add_values(lines, info.lambda, e.state.lambda, room);
  add_values(lines, info.s, e.state.s, room);
  if (room == 0) lines.add("…", "all values: --json");
  if (e.modes) add_modes(lines, *e.modes, info, style);
  return std::move(lines).text();
}

int statics(const AnalysisWords& words) {
  const CaseRequest request = case_request(words);
  const Report report = words.report.report();
  return guarded({request.case_name, report}, [&] {
    return show_analysis(report, statics_of(catalogue_for({request.case_name}), request), done, statics_json,
                         statics_text);
  });
}

}  // namespace

Command statics_command() {
  return make_command("statics", "The equilibrium near the start, and whether it is stable", declare_statics,
                      statics);
}

}  // namespace pleuel::cli
