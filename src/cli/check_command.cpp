// The command check: degrees of freedom, redundant constraints, initial values, masses.
#include "pleuel/cli/analysis_report.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/command.hpp"
#include "pleuel/io/analysis_json.hpp"
#include "pleuel/mechanics/advised_system.hpp"
#include "pleuel/mechanics/body_mass.hpp"

namespace pleuel::cli {
namespace {

void declare_check(Options& options, AnalysisWords& words) {
  add_analysis(options, words);
  options.footer(
      "Exit code 3: the case is invalid, or a run would refuse its redundant constraints; 4: no consistent "
      "start.\nExample: pleuel check parallelogram");
}

void add_degrees_of_freedom(ReportBuilder& lines, const DegreesOfFreedom& m, const SystemInfo& info) {
  lines.add("freedoms", std::to_string(m.near_here()),
            "by count " + std::to_string(m.by_count()) + " (" + std::to_string(m.n_v) + " velocities, " +
                std::to_string(m.n_constraints) + " constraints), by rank " + std::to_string(m.by_rank()));
  if (m.is_singular())
    lines.add("singular", "singular configuration: the mechanism may branch here",
              "rank " + std::to_string(m.rank) + ", near by " + std::to_string(m.usual_rank));
  for (const RedundantConstraint& r : m.redundant) {
    const char* const when = r.kind == Redundancy::always ? "always"
                             : r.kind == Redundancy::here ? "in this position only"
                                                          : "here; no nearby position was found";
    lines.add("redundant", "'" + info.constraints[r.row] + "' " + when,
              r.of.empty() ? "its derivatives vanish" : "repeats " + quoted_list(owners_of(info, r.of)));
  }
  if (!m.why_unclear.empty()) lines.add("near by", "no position was found", m.why_unclear);
  if (!m.undetermined.empty())
    lines.add("reactions", "not unique: those of " + quoted_list(owners_of(info, m.undetermined)),
              std::to_string(m.undetermined.size()) + " multipliers; --json names them");
}

std::string check_text(const CheckResult& result, const Style& style) {
  ReportBuilder lines(style);
  add_title(lines, result.header);
  if (result.header.system == nullptr) {
    lines.add("unknowns", std::to_string(result.n_unknowns),
              "a plain DAE, not a mechanism: no degrees of freedom to count");
    if (result.verdict == StartVerdict::ok)
      lines.add("start", "consistent", "initial values moved by " + formatted("%.2e", result.moved));
    return std::move(lines).text();
  }
  const SystemInfo& info = result.header.system->info();
  lines.add("coordinates", std::to_string(info.n_q()) + ", " + std::to_string(info.n_v()) + " velocities, " +
                               std::to_string(info.n_lambda()) + " constraints, " +
                               std::to_string(info.n_s()) + " internal states");
  if (result.degrees_of_freedom) add_degrees_of_freedom(lines, *result.degrees_of_freedom, info);
  lines.add("given", "constraints off by " + formatted("%.2e", result.given.position) + " (position), " +
                         formatted("%.2e", result.given.velocity) + " (velocity)");
  if (result.start) {
    const std::string most = most_moved_text(result.report.position, result.report.velocity);
    lines.add_marked("start", result.verdict == StartVerdict::ok ? style.good("consistent") : "consistent",
                     "initial values moved by " + formatted("%.2e", result.start->position_moved) +
                         " (position), " + formatted("%.2e", result.start->velocity_moved) + " (velocity)" +
                         (most.empty() ? "" : "; " + most));
    lines.add("energy", energy_text(result.energy));
    if (result.report.strain_energy != 0)
      lines.add("strain", formatted("%.3g", result.report.strain_energy) + " J at the start",
                "of the potential energy");
    add_bodies(lines, body_masses_of(*result.header.system, result.start->q));
  }
  return std::move(lines).text();
}

int verdict_exit_code(StartVerdict verdict) {
  switch (verdict) {
    case StartVerdict::ok:
      return done;
    case StartVerdict::redundant:
      return invalid_model;
    case StartVerdict::none:
      return no_consistent_start;
  }
  return done;
}

int check(const AnalysisWords& words) {
  const CaseRequest request = case_request(words);
  const Report report = words.report.report();
  return guarded({request.case_name, report}, [&] {
    const CheckResult result = check_case(catalogue_for({request.case_name}), request);
    const int code = show_analysis(report, result, verdict_exit_code(result.verdict), check_json, check_text);
    if (report == Report::json || result.faults.empty()) return code;
    return complain(result.faults, code);
  });
}

}  // namespace

Command check_command() {
  return make_command("check", "Degrees of freedom, redundant constraints, initial values, masses",
                      declare_check, check);
}

}  // namespace pleuel::cli
