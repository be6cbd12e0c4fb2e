#include "pleuel/cli/analysis_text.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pleuel/cli/report_builder.hpp"
#include "pleuel/mechanics/advised_system.hpp"

namespace pleuel::cli {
namespace {

constexpr std::size_t most_values = 12;
constexpr std::size_t most_modes = 40;
constexpr std::size_t most_parts = 6;   // of a shape
constexpr double smallest_part = 0.02;  // of a shape's largest

std::string count(int n) { return std::to_string(n); }

void add_title(ReportBuilder& lines, const CaseHeader& header) {
  lines.title(header.case_name + (header.title.empty() ? "" : ": " + header.title));
  for (const auto& remark : header.remarks) lines.add("remark", remark);
}

void add_values(ReportBuilder& lines, const std::vector<Quantity>& names, const Vector& x,
                std::size_t& room) {
  for (std::size_t i = 0; i < names.size() && room > 0; ++i, --room)
    lines.add(names[i].name, padded(number_text(x[static_cast<Eigen::Index>(i)], 10), 20) + names[i].unit);
}

std::string energy_text(const Energy& e) {
  return "kinetic " + number_text(e.kinetic, 10) + " J, potential " + number_text(e.potential, 10) + " J";
}

void add_mobility(ReportBuilder& lines, const Mobility& m, const SystemInfo& info) {
  lines.add("freedoms", count(m.freedoms()),
            "by count " + count(m.freedoms_by_count()) + " (" + count(m.n_v) + " velocities, " +
                count(m.n_constraints) + " constraints), by rank " + count(m.freedoms_by_rank()));
  if (m.is_singular())
    lines.add("singular", "this position is singular: the mechanism may branch here",
              "rank " + count(m.rank) + ", near by " + count(m.usual_rank));
  for (const RedundantConstraint& r : m.redundant) {
    const char* const when = r.kind == Redundancy::always ? "always"
                             : r.kind == Redundancy::here ? "in this position only"
                                                          : "here; no position near by was found";
    lines.add("redundant", "'" + info.constraints[r.row] + "' " + when,
              r.of.empty() ? "its derivatives vanish" : "repeats " + quoted_list(owners_of(info, r.of)));
  }
  if (!m.why_unclear.empty()) lines.add("near by", "no position was found", m.why_unclear);
  if (!m.undetermined.empty())
    lines.add("reactions", "not unique: those of " + quoted_list(owners_of(info, m.undetermined)),
              count(static_cast<int>(m.undetermined.size())) + " multipliers; --json names them");
}

std::string shape_text(const Mode& mode, const SystemInfo& info) {
  struct Part {
    std::string name;
    Complex value;
  };
  std::vector<Part> parts;
  for (Eigen::Index i = 0; i < mode.q.size(); ++i) parts.push_back({info.q[i].name, mode.q[i]});
  for (Eigen::Index i = 0; i < mode.s.size(); ++i) parts.push_back({info.s[i].name, mode.s[i]});
  std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
    return std::abs(a.value) > std::abs(b.value) * (1 + 1e-9);
  });
  std::string text;
  const double limit = parts.empty() ? 0 : smallest_part * std::abs(parts.front().value);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (std::abs(parts[i].value) < limit || parts[i].value == Complex(0)) break;
    if (i == most_parts) {
      text += " …";
      break;
    }
    const double degrees = std::arg(parts[i].value) * 180 / std::numbers::pi;
    text += (i == 0 ? "" : ", ") + parts[i].name + " " + formatted("%.3g", std::abs(parts[i].value));
    if (std::abs(degrees) > 179.95)
      text += "∠180°";
    else if (std::abs(degrees) > 0.05)
      text += "∠" + formatted("%.1f", degrees) + "°";
  }
  return text;
}

void add_modes(ReportBuilder& lines, const ModeSet& set, const SystemInfo& info, const Style& style) {
  lines.gap();
  lines.add("mode",
            padded("kind", 13) + padded("Hz", 14) + padded("rad/s", 14) + padded("damping", 12) + "shape");
  for (std::size_t i = 0; i < std::min(set.modes.size(), most_modes); ++i) {
    const Mode& m = set.modes[i];
    std::string text = padded(name_of(m.kind), 13);
    if (m.kind == ModeKind::rigid)
      text += padded("0", 14) + padded("0", 14) + padded("", 12);
    else if (m.kind == ModeKind::aperiodic)
      text += padded("", 14) + padded("rate " + formatted("%.5g", m.eigenvalue.real()), 14) +
              padded(m.trend == ModeTrend::growing ? "growing" : "", 12);
    else
      text += padded(formatted("%.6g", m.frequency()), 14) + padded(formatted("%.6g", m.omega()), 14) +
              padded(m.trend == ModeTrend::neutral ? "0" : formatted("%.4g", m.damping_ratio()), 12);
    lines.add_marked(count(static_cast<int>(i) + 1),
                     (m.trend == ModeTrend::growing ? style.bad(text) : text) + shape_text(m, info));
  }
  if (set.modes.size() > most_modes)
    lines.add("…", count(static_cast<int>(set.modes.size() - most_modes)) + " more: --json");
}

}  // namespace

std::string check_text(const CheckResult& result, const Style& style) {
  ReportBuilder lines(style);
  add_title(lines, result.header);
  if (result.header.system == nullptr) {
    lines.add("unknowns", count(result.n_unknowns), "a plain DAE: no mechanism, so no freedoms to count");
    if (result.verdict == StartVerdict::ok)
      lines.add("start", "consistent", "initial values moved by " + formatted("%.2e", result.moved));
    return std::move(lines).text();
  }
  const SystemInfo& info = result.header.system->info();
  lines.add("coordinates", count(info.n_q()) + ", " + count(info.n_v()) + " velocities, " +
                               count(info.n_lambda()) + " constraints, " + count(info.n_s()) +
                               " internal states");
  if (result.mobility) add_mobility(lines, *result.mobility, info);
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
  }
  return std::move(lines).text();
}

std::string statics_text(const StaticsResult& result, const Style& style) {
  const Equilibrium& e = result.equilibrium;
  const SystemInfo& info = result.header.system->info();
  ReportBuilder lines(style);
  add_title(lines, result.header);
  const std::string word = name_of(e.stability);
  lines.add_marked("equilibrium", e.stability == Stability::unstable ? style.bad(word) : word,
                   e.stability == Stability::unknown ? e.no_modes : "at t = " + number_text(result.t, 10));
  lines.add("search",
            count(e.state.iterations) + " iterations, moved by " + formatted("%.2e", e.state.position_moved));
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
  lines.add("freedoms", count(result.modes.n_freedoms),
            count(info.n_s()) + " internal states, " + count(result.modes.n_zero) + " zero eigenvalues");
  if (result.modes.is_at_rest)
    lines.add_marked("stability", result.modes.is_unstable() ? style.bad("unstable") : "no mode grows");
  add_modes(lines, result.modes, info, style);
  return std::move(lines).text();
}

}  // namespace pleuel::cli
