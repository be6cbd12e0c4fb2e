#include "pleuel/mechanics/analysis/shape_text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "pleuel/base/number_text.hpp"
#include "pleuel/mechanics/analysis/mode_directions.hpp"
#include "pleuel/mechanics/elastic_system.hpp"

namespace pleuel {
namespace {

constexpr double smallest_weight = 1e-3;  // relative to the largest of a shape

std::string phase_text(const Complex& value) {
  const double degrees = std::arg(value) * 180 / std::numbers::pi;
  if (std::abs(degrees) > 179.95) return "∠180°";
  return std::abs(degrees) > 0.05 ? "∠" + formatted("%.1f", degrees) + "°" : "";
}

}  // namespace

struct ShapeText::Part {
  std::string name;
  Complex value;
  double weight;
  std::string node = {};  // of an elastic body
};

ShapeText::ShapeText(const MechanicalSystem& system)
    : directions_(mode_directions(system.info())),
      states_(system.info().s),
      is_of_node_(directions_.size(), false) {
  for (const DeformationRange& range : deformations_of(system))
    for (int i = range.first; i < range.first + range.size; ++i)
      is_of_node_[i] = directions_[i].name.find(" mode") == std::string::npos;
}

std::vector<ShapeText::Part> ShapeText::parts_of(const Mode& mode) const {
  std::vector<Part> parts;
  std::map<std::string, std::size_t> places;  // of the displacements of nodes
  const auto add_node = [&](const Part& part) {
    const std::size_t digits = part.name.find_last_not_of("0123456789") + 1;
    const auto [it, is_new] = places.try_emplace(part.name.substr(0, digits), parts.size());
    if (is_new) parts.push_back({it->first, 0, 0});
    Part& all = parts[it->second];
    all.weight += part.weight;
    if (std::abs(part.value) <= std::abs(all.value)) return;
    all.value = part.value;
    all.node = part.name.substr(digits);
  };
  for (Eigen::Index i = 0; i < mode.theta.size(); ++i) {
    const Part part{directions_[i].name, mode.theta[i], mode.share[i]};
    if (is_of_node_[i])
      add_node(part);
    else
      parts.push_back(part);
  }
  const bool is_moving = mode.share.size() > 0 && mode.share.maxCoeff() > 0;
  for (Eigen::Index i = 0; i < mode.s.size(); ++i)
    parts.push_back({states_[i].name, mode.s[i], is_moving ? 0.0 : std::abs(mode.s[i])});
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return a.weight > b.weight * (1 + 1e-6); });
  return parts;
}

std::string ShapeText::operator()(const Mode& mode, std::size_t most) const {
  const std::vector<Part> parts = parts_of(mode);
  std::string text;
  const double limit = parts.empty() ? 0 : smallest_weight * parts.front().weight;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].weight < limit || parts[i].value == Complex(0)) break;
    if (i == most) return text + " …";
    text += (i == 0 ? "" : ", ") + parts[i].name + " " + formatted("%.3g", std::abs(parts[i].value)) +
            phase_text(parts[i].value);
    if (!parts[i].node.empty()) text += " (node " + parts[i].node + ")";
  }
  return text;
}

}  // namespace pleuel
