#include "pleuel/cli/analysis_report.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/mechanics/analysis/mode_directions.hpp"
#include "pleuel/mechanics/elastic_system.hpp"

namespace pleuel::cli {
namespace {

constexpr std::size_t most_modes = 40;
constexpr std::size_t most_parts = 6;     // of a shape
constexpr double smallest_weight = 1e-3;  // relative to the largest of a shape
constexpr std::size_t most_values = 12;   // of a list

struct ShapePart {
  std::string name;
  Complex value;
  double weight;
  std::string node = {};  // of an elastic body
};

/// Names of the directions, and which of them are displacements of nodes.
struct ShapeNames {
  std::vector<Quantity> directions;
  std::vector<Quantity> states;
  std::vector<bool> is_of_node;

  explicit ShapeNames(const MechanicalSystem& system)
      : directions(mode_directions(system.info())),
        states(system.info().s),
        is_of_node(directions.size(), false) {
    for (const DeformationRange& range : deformations_of(system))
      for (int i = range.first; i < range.first + range.size; ++i)
        is_of_node[i] = directions[i].name.find(" mode") == std::string::npos;
  }
};

/// Displacements of all nodes of a body in one direction count as one part: "rod uy", with the node
/// that moves most.
void add_node(std::vector<ShapePart>& parts, std::map<std::string, std::size_t>& places,
              const ShapePart& part) {
  const std::size_t digits = part.name.find_last_not_of("0123456789") + 1;
  const auto [it, is_new] = places.try_emplace(part.name.substr(0, digits), parts.size());
  if (is_new) parts.push_back({it->first, 0, 0});
  ShapePart& all = parts[it->second];
  all.weight += part.weight;
  if (std::abs(part.value) <= std::abs(all.value)) return;
  all.value = part.value;
  all.node = part.name.substr(digits);
}

/// The directions with the largest shares of the kinetic energy, or states if only these change.
std::vector<ShapePart> parts_of(const Mode& mode, const ShapeNames& names) {
  std::vector<ShapePart> parts;
  std::map<std::string, std::size_t> places;
  for (Eigen::Index i = 0; i < mode.theta.size(); ++i) {
    const ShapePart part{names.directions[i].name, mode.theta[i], mode.share[i]};
    if (names.is_of_node[i])
      add_node(parts, places, part);
    else
      parts.push_back(part);
  }
  const bool is_moving = mode.share.size() > 0 && mode.share.maxCoeff() > 0;
  for (Eigen::Index i = 0; i < mode.s.size(); ++i)
    parts.push_back({names.states[i].name, mode.s[i], is_moving ? 0.0 : std::abs(mode.s[i])});
  std::stable_sort(parts.begin(), parts.end(),
                   [](const ShapePart& a, const ShapePart& b) { return a.weight > b.weight * (1 + 1e-6); });
  return parts;
}

std::string shape_text(const Mode& mode, const ShapeNames& names) {
  const std::vector<ShapePart> parts = parts_of(mode, names);
  std::string text;
  const double limit = parts.empty() ? 0 : smallest_weight * parts.front().weight;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].weight < limit || parts[i].value == Complex(0)) break;
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
    if (!parts[i].node.empty()) text += " (node " + parts[i].node + ")";
  }
  return text;
}

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
  for (std::size_t i = 0; i < std::min(outputs.size(), most_values); ++i)
    lines.add(outputs[i].name, padded(number_text(outputs[i].value, 10), 20) + outputs[i].unit);
  if (outputs.size() > most_values) lines.add("…", more_text(outputs.size() - most_values));
}

void add_reactions(ReportBuilder& lines, const SystemInfo& info, const Vector& lambda) {
  const auto n = static_cast<std::size_t>(info.n_lambda());
  if (n == 0) return;
  lines.gap();
  lines.title("Reactions");
  for (std::size_t i = 0; i < std::min(n, most_values); ++i)
    lines.add(info.lambda[i].name,
              padded(number_text(lambda[static_cast<Eigen::Index>(i)], 10), 20) + info.lambda[i].unit,
              info.constraints[i]);
  if (n > most_values) lines.add("…", more_text(n - most_values));
}

std::string more_text(std::size_t n) { return std::to_string(n) + " more: --json or --out"; }

CaseRequest case_request(const AnalysisWords& words) {
  std::vector<std::string> faults;
  CaseRequest request{words.case_name, ArgumentParser(faults).settings(words.set)};
  throw_if_any(std::move(faults));
  return request;
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
  const ShapeNames names(system);
  lines.gap();
  lines.title(set.is_all ? "Modes" : "The slowest modes");
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
                     (m.trend == ModeTrend::growing ? style.bad(text) : text) + shape_text(m, names));
  }
  if (set.modes.size() > most_modes) lines.add("…", more_text(set.modes.size() - most_modes));
}

}  // namespace pleuel::cli
