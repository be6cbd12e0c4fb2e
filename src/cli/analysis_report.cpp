#include "pleuel/cli/analysis_report.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pleuel/cli/argument_parser.hpp"

namespace pleuel::cli {
namespace {

constexpr std::size_t most_modes = 40;
constexpr std::size_t most_parts = 6;   // of a shape
constexpr double smallest_part = 0.02;  // relative to the largest of a shape

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
    lines.add_marked(std::to_string(i + 1),
                     (m.trend == ModeTrend::growing ? style.bad(text) : text) + shape_text(m, info));
  }
  if (set.modes.size() > most_modes)
    lines.add("…", std::to_string(set.modes.size() - most_modes) + " more: --json");
}

}  // namespace pleuel::cli
