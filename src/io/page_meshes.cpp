#include "pleuel/io/page_meshes.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/io/rounding_level.hpp"

namespace pleuel {
namespace {

constexpr long short_range = 32767;

template <std::size_t N>
std::vector<int> flat(const std::vector<std::array<int, N>>& list) {
  std::vector<int> numbers;
  for (const auto& item : list) numbers.insert(numbers.end(), item.begin(), item.end());
  return numbers;
}

/// Units of the components of a mesh's values.
std::vector<std::string> units_at_nodes(const DrawnMesh& mesh, int dimension) {
  std::vector<std::string> units(static_cast<std::size_t>(dimension), "m");
  for (const Quantity& field : mesh.fields) units.push_back(field.unit);
  return units;
}

/// Numbers as shorts, those of each component in a unit of their own; what is not finite as zero.
struct PackedValues {
  std::vector<float> units;
  std::vector<short> shorts;
};

PackedValues packed(const std::vector<float>& values, std::size_t n_nodes, std::size_t n_components) {
  PackedValues packed{std::vector<float>(n_components, 0), std::vector<short>(values.size(), 0)};
  const auto unit_of = [&](std::size_t k) -> float& { return packed.units[k / n_nodes % n_components]; };
  for (std::size_t k = 0; k < values.size(); ++k)
    if (std::isfinite(values[k]))
      unit_of(k) = std::max(unit_of(k), std::abs(values[k]) / static_cast<float>(short_range));
  for (std::size_t k = 0; k < values.size(); ++k)
    if (unit_of(k) > 0 && std::isfinite(values[k]))
      packed.shorts[k] =
          static_cast<short>(std::clamp(std::lround(values[k] / unit_of(k)), -short_range, short_range));
  return packed;
}

std::string mesh_id(std::size_t number) { return "mesh-" + std::to_string(number); }

}  // namespace

PageMeshes::PageMeshes(const Drawing& drawing) : drawing_(drawing), values_(drawing.meshes.size()) {}

void PageMeshes::add(const Motion& motion) {
  for (std::size_t m = 0; m < values_.size(); ++m) {
    const DrawnMesh& mesh = drawing_.meshes[m];
    mesh.values(motion, at_nodes_);
    for (int k = 0; k < drawing_.dimension; ++k)
      for (std::size_t n = 0; n < mesh.nodes.size(); ++n)
        values_[m].push_back(static_cast<float>(at_nodes_.displacement(k, static_cast<Eigen::Index>(n))));
    for (const Vector& field : at_nodes_.fields)
      for (const double x : field) values_[m].push_back(static_cast<float>(x));
  }
}

double PageMeshes::bytes_per_time() const {
  std::size_t n = 0;
  for (const DrawnMesh& mesh : drawing_.meshes)
    n += mesh.nodes.size() * (static_cast<std::size_t>(drawing_.dimension) + mesh.fields.size());
  return static_cast<double>(n * sizeof(short));
}

void PageMeshes::write_shapes(Page& page) const {
  for (std::size_t m = 0; m < drawing_.meshes.size(); ++m) {
    const DrawnMesh& mesh = drawing_.meshes[m];
    std::vector<float> nodes;
    for (const auto& node : mesh.nodes)
      for (const double x : node) nodes.push_back(static_cast<float>(x));
    page.add_numbers<float>(mesh_id(m) + "-nodes", nodes);
    page.add_numbers<int>(mesh_id(m) + "-triangles", flat(mesh.triangles));
    page.add_numbers<int>(mesh_id(m) + "-edges", flat(mesh.edges));
  }
}

void PageMeshes::write_values(Page& page, const std::string& prefix) {
  clear_rounding();
  for (std::size_t m = 0; m < drawing_.meshes.size(); ++m) {
    const DrawnMesh& mesh = drawing_.meshes[m];
    const PackedValues shorts =
        packed(values_[m], mesh.nodes.size(), drawing_.dimension + mesh.fields.size());
    page.add_numbers<float>(prefix + mesh_id(m) + "-units", shorts.units);
    page.add_numbers<short>(prefix + mesh_id(m) + "-values", shorts.shorts);
    values_[m].clear();
  }
}

/// Calls act(unit, values) for each time and component of all meshes.
template <class Act>
void PageMeshes::for_components(Act act) {
  for (std::size_t m = 0; m < values_.size(); ++m) {
    const auto units = units_at_nodes(drawing_.meshes[m], drawing_.dimension);
    const std::size_t n_nodes = drawing_.meshes[m].nodes.size();
    for (std::size_t k = 0; k < values_[m].size(); k += n_nodes)
      act(units[k / n_nodes % units.size()], std::span(values_[m]).subspan(k, n_nodes));
  }
}

void PageMeshes::clear_rounding() {
  LargestOfUnits largest;
  for (const DrawnMesh& mesh : drawing_.meshes)
    for (const auto& node : mesh.nodes) {
      const auto size = static_cast<float>(node.norm());
      largest.take("m", {&size, 1});
    }
  using Values = std::span<float>;
  for_components([&](const std::string& unit, Values x) { largest.take(unit, x); });
  for_components([&](const std::string& unit, Values x) { largest.clear(unit, x); });
}

}  // namespace pleuel
