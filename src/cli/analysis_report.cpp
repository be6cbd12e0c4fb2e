#include "pleuel/cli/analysis_report.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/session.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/io/rounding_level.hpp"
#include "pleuel/mechanics/analysis/shape_text.hpp"

namespace pleuel::cli {
namespace {

constexpr std::size_t most_modes = 40;
constexpr std::size_t most_values = 12;  // of a list

constexpr std::size_t most_bodies = 40;

std::string body_text(const BodyMass& b) {
  const auto number = [](double x) { return formatted("%.5g", x); };
  // Rounding of a centre or product of inertia that is zero by symmetry is shown as zero.
  const auto entry = [&](double x, double scale) { return number(std::abs(x) > 1e-12 * scale ? x : 0.0); };
  const double reach = b.centre.norm(), largest = b.inertia.cwiseAbs().maxCoeff();
  std::string text = padded(number(b.mass), 13);
  for (int k = 0; k < (b.is_planar ? 2 : 3); ++k) text += padded(entry(b.centre[k], reach), 12);
  if (b.is_planar) return text + " " + number(b.inertia(2, 2));
  text += " ";
  for (const auto& [i, j] : {std::pair(0, 0), {1, 1}, {2, 2}, {0, 1}, {0, 2}})
    text += padded(entry(b.inertia(i, j), largest), 12);
  return text + entry(b.inertia(1, 2), largest);
}

}  // namespace

void add_bodies(ReportBuilder& lines, const std::vector<BodyMass>& bodies) {
  if (bodies.empty()) return;
  const bool is_planar = bodies.front().is_planar;
  std::size_t width = 0;
  const std::size_t n = std::min(bodies.size(), most_bodies);
  for (std::size_t i = 0; i < n; ++i) width = std::max(width, room_of(bodies[i].name));
  const auto line = [&](const std::string& name, const std::string& text) {
    return padded(name, static_cast<int>(std::max(width, std::size_t{5})) + 2) + text;
  };
  const std::string columns =
      padded("mass kg", 13) + padded("centre x m", 12) + padded("y", 12) +
      (is_planar ? " inertia kg m²"
                 : padded("z", 12) + " " + padded("Jxx kg m²", 12) + padded("Jyy", 12) + padded("Jzz", 12) +
                       padded("Jxy", 12) + padded("Jxz", 12) + "Jyz");
  lines.gap();
  lines.add("bodies", "at the start, in ground axes; inertias about the own centre of mass");
  lines.add("", line("", columns));
  for (std::size_t i = 0; i < n; ++i) lines.add("", line(bodies[i].name, body_text(bodies[i])));
  if (bodies.size() > n) lines.add("", "… " + std::to_string(bodies.size() - n) + " more: --json");
  lines.add("", line("total", body_text(total_mass(bodies))));
}

void add_analysis(Options& options, AnalysisWords& words) {
  add_case(options, words.case_name);
  add_set(options, words.set, "an option of the problem");
  add_report(options, words.report, "nothing but the exit code");
}

void add_outputs(ReportBuilder& lines, const std::vector<Output>& outputs) {
  if (outputs.empty()) return;
  lines.gap();
  lines.title("Outputs");
  std::vector<ReportBuilder::Number> rows;
  for (std::size_t i = 0; i < std::min(outputs.size(), most_values); ++i)
    rows.push_back({outputs[i].name, number_text(outputs[i].value, 10), outputs[i].unit});
  lines.add_table(rows);
  if (outputs.size() > most_values) lines.add("…", more_text(outputs.size() - most_values));
}

void add_reactions(ReportBuilder& lines, const SystemInfo& info, const Vector& lambda) {
  const auto n = static_cast<std::size_t>(info.n_lambda());
  if (n == 0) return;
  lines.gap();
  lines.title("Reactions");
  lines.add("remark", "multipliers λ of M a = f − Gᵀλ",
            "outputs such as JOINT.f or DRIVER.force have the sign of the force on body b");
  std::map<std::string, double> largest;
  for (std::size_t i = 0; i < n; ++i) {
    double& most = largest[info.lambda[i].unit];
    most = std::max(most, std::abs(lambda[static_cast<Eigen::Index>(i)]));
  }
  std::vector<ReportBuilder::Number> rows;
  for (std::size_t i = 0; i < std::min(n, most_values); ++i) {
    const double value = lambda[static_cast<Eigen::Index>(i)];
    const bool is_rounding = std::abs(value) <= rounding_level * largest[info.lambda[i].unit];
    rows.push_back({info.lambda[i].name, is_rounding ? "0" : number_text(value, 10), info.lambda[i].unit,
                    info.constraints[i]});
  }
  lines.add_table(rows);
  if (n > most_values) lines.add("…", more_text(n - most_values));
}

std::string more_text(std::size_t n) { return std::to_string(n) + " more: --json or --out"; }

CaseRequest case_request(const AnalysisWords& words) {
  std::vector<std::string> faults;
  CaseRequest request{words.case_name, ArgumentParser(faults).settings(words.set)};
  throw_if_any(std::move(faults));
  return request;
}

void tell_without_pages(const OutWords& out, bool is_unwanted, Report report) {
  if (out.is_given() && !has_pages() && !is_unwanted && report == Report::summary)
    tell("pleuel: no modes.html: " + page_remedy() + "\n");
}

void add_title(ReportBuilder& lines, const CaseHeader& header) {
  lines.title(header.case_name + (header.title.empty() ? "" : ": " + header.title));
  for (const auto& remark : header.remarks) lines.add("remark", remark);
}

std::string energy_text(const Energy& energy) {
  return "kinetic " + number_text(energy.kinetic, 10) + " J, potential " + number_text(energy.potential, 10) +
         " J";
}

void add_modes(ReportBuilder& lines, const ModeSet& set, const MechanicalSystem& system, const Style& style) {
  const ShapeText shape_text(system);
  lines.gap();
  lines.title(set.is_all ? "Modes" : "The slowest modes");
  if (set.modes.empty()) {
    lines.add("none", "joints and drivers leave no degree of freedom",
              "remove a driver, or replace it by a spring");
    return;
  }
  if (!system.info().has_identity_kinematics())
    lines.add("remark", "rotations are about the axes of the body");
  if (!set.is_all)
    lines.add("remark", "faster modes are left out", "choose how many are found with --modes N");
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
    lines.add_marked(std::to_string(i + 1),
                     (m.trend == ModeTrend::growing ? style.bad(text) : text) + shape_text(m));
  }
  if (set.modes.size() > most_modes) lines.add("…", more_text(set.modes.size() - most_modes));
}

}  // namespace pleuel::cli
