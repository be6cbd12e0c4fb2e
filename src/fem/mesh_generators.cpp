#include "pleuel/fem/mesh_generators.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"

namespace pleuel::fem {
namespace {

void require_positive(std::vector<std::string>& faults, const char* what, double value) {
  if (!(value > 0) || !std::isfinite(value))
    faults.push_back(std::string(what) + " is " + number_text(value) + "; it must be positive");
}

}  // namespace

Mesh box_mesh(const BoxData& data) {
  std::vector<std::string> faults;
  require_positive(faults, "box: length", data.length);
  require_positive(faults, "box: height", data.height);
  require_positive(faults, "box: nx", data.nx);
  require_positive(faults, "box: ny", data.ny);
  if (data.type == CellType::beam) faults.push_back("box: beams do not fill a box; use T3 or T6");
  if (!faults.empty()) throw InvalidInput(faults);

  Mesh mesh;
  const int step = data.type == CellType::t6 ? 2 : 1;
  const int nx = step * data.nx, ny = step * data.ny;
  const auto node = [ny](int i, int j) { return i * (ny + 1) + j; };
  auto& sets = mesh.node_sets;
  for (int i = 0; i <= nx; ++i)
    for (int j = 0; j <= ny; ++j) {
      mesh.nodes.emplace_back(data.corner[0] + data.length * i / nx, data.corner[1] + data.height * j / ny,
                              0.0);
      const int k = node(i, j);
      if (i == 0) sets["left"].push_back(k);
      if (i == nx) sets["right"].push_back(k);
      if (j == 0) sets["bottom"].push_back(k);
      if (j == ny) sets["top"].push_back(k);
      if (i == 0 || i == nx || j == 0 || j == ny) sets["boundary"].push_back(k);
    }
  if (ny % 2 == 0) {
    sets["left_middle"] = {node(0, ny / 2)};
    sets["right_middle"] = {node(nx, ny / 2)};
  }
  for (int i = 0; i < nx; i += step)
    for (int j = 0; j < ny; j += step) {
      const int e = i + step, f = j + step;
      if (step == 1) {
        mesh.elements.push_back({data.type, {node(i, j), node(e, j), node(e, f)}});
        mesh.elements.push_back({data.type, {node(i, j), node(e, f), node(i, f)}});
      } else {
        const int diagonal = node(i + 1, j + 1);
        mesh.elements.push_back(
            {data.type, {node(i, j), node(e, j), node(e, f), node(i + 1, j), node(e, j + 1), diagonal}});
        mesh.elements.push_back(
            {data.type, {node(i, j), node(e, f), node(i, f), diagonal, node(i + 1, f), node(i, j + 1)}});
      }
    }
  return mesh;
}

Mesh dog_bone_mesh(const DogBoneData& data) {
  std::vector<std::string> faults;
  require_positive(faults, "dog-bone: gauge length", data.gauge_length);
  require_positive(faults, "dog-bone: gauge width", data.gauge_width);
  require_positive(faults, "dog-bone: head width less gauge width", data.head_width - data.gauge_width);
  require_positive(faults, "dog-bone: cells of the gauge", data.gauge_cells);
  require_positive(faults, "dog-bone: cells of the fillet", data.fillet_cells);
  require_positive(faults, "dog-bone: cells of the head", data.head_cells);
  require_positive(faults, "dog-bone: rows", data.rows);
  const double rise = data.head_width - data.gauge_width, r = data.fillet_radius;
  if (!(r >= rise))
    faults.push_back("dog-bone: fillet radius is " + number_text(r) +
                     "; it must not be less than the widening, " + number_text(rise));
  if (!faults.empty()) throw InvalidInput(faults);
  const double fillet = std::sqrt(r * r - (r - rise) * (r - rise));
  const double head = data.length - data.gauge_length - fillet;
  require_positive(faults, "dog-bone: length left for the head", head);
  if (!faults.empty()) throw InvalidInput(faults);

  const int columns = data.gauge_cells + data.fillet_cells + data.head_cells;
  Mesh mesh = box_mesh({.nx = columns, .ny = data.rows, .type = CellType::t3});
  mesh.node_sets.erase("left_middle");
  mesh.node_sets.erase("right_middle");
  for (int i = 0; i <= columns; ++i) {
    const int in_fillet = i - data.gauge_cells, in_head = in_fillet - data.fillet_cells;
    double x = data.gauge_length * i / data.gauge_cells, width = data.gauge_width;
    if (in_head >= 0) {
      x = data.gauge_length + fillet + head * in_head / data.head_cells;
      width = data.head_width;
    } else if (in_fillet > 0) {
      const double along = fillet * in_fillet / data.fillet_cells;
      x = data.gauge_length + along;
      width = data.gauge_width + r - std::sqrt(r * r - along * along);
    }
    for (int j = 0; j <= data.rows; ++j)
      mesh.nodes[i * (data.rows + 1) + j] = {x, width * j / data.rows, 0.0};
  }
  return with_middle_nodes(mesh);
}

Mesh beam_mesh(const BeamLineData& data) {
  std::vector<std::string> faults;
  require_positive(faults, "beam: length", data.length);
  require_positive(faults, "beam: elements", data.elements);
  if (!faults.empty()) throw InvalidInput(faults);
  Mesh mesh;
  const Eigen::Vector2d direction(std::cos(data.angle), std::sin(data.angle));
  for (int i = 0; i <= data.elements; ++i) {
    const Eigen::Vector2d x = data.start + direction * (data.length * i / data.elements);
    mesh.nodes.emplace_back(x[0], x[1], 0.0);
    if (i > 0) mesh.elements.push_back({CellType::beam, {i - 1, i}});
  }
  mesh.node_sets["start"] = {0};
  mesh.node_sets["end"] = {data.elements};
  if (data.elements % 2 == 0) mesh.node_sets["middle"] = {data.elements / 2};
  return mesh;
}

Mesh with_middle_nodes(const Mesh& t3) {
  Mesh mesh = t3;
  mesh.node_tags.clear();
  mesh.element_tags.clear();
  std::map<std::pair<int, int>, int> middle;
  for (auto& e : mesh.elements) {
    if (e.type != CellType::t3) throw InvalidInput("middle nodes can only be added to T3 elements");
    e.type = CellType::t6;
    for (int k = 0; k < 3; ++k) {
      const std::pair<int, int> ends = std::minmax(e.node[k], e.node[(k + 1) % 3]);
      const auto [place, is_new] = middle.try_emplace(ends, mesh.n_nodes());
      if (is_new) mesh.nodes.push_back(0.5 * (mesh.nodes[ends.first] + mesh.nodes[ends.second]));
      e.node[3 + k] = place->second;
    }
  }
  const auto edges = mesh.boundary();
  for (auto& [name, set] : mesh.node_sets) {
    const std::set<int> corners(set.begin(), set.end());
    for (const auto& edge : edges)
      if (corners.contains(edge.node[0]) && corners.contains(edge.node[1])) set.push_back(edge.node[2]);
    std::sort(set.begin(), set.end());
  }
  return mesh;
}

}  // namespace pleuel::fem
