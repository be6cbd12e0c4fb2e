#include "pleuel/fem/mesh_generators.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/reference_cell.hpp"

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
  if (dimension_of(data.type) != 2)
    faults.push_back("box: " + name_of(data.type) + " elements do not fill a box of the plane; use T3 or T6");
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

Mesh beam_frame_mesh(const BeamFrameData& data) {
  const int n_points = static_cast<int>(data.points.size());
  std::vector<std::vector<int>> lines = data.lines;
  if (lines.empty()) {
    lines.emplace_back(data.points.size());
    std::iota(lines[0].begin(), lines[0].end(), 0);
  }
  std::vector<std::string> faults;
  require_positive(faults, "beam: elements", data.elements);
  const auto name = [](int point) { return "point " + std::to_string(point); };
  std::vector<int> node_of(data.points.size(), -1);
  for (const auto& line : lines) {
    if (line.size() < 2) faults.push_back("beam: a line has less than two points; give it two or more");
    for (std::size_t k = 0; k < line.size(); ++k) {
      if (line[k] < 0 || line[k] >= n_points)
        faults.push_back("beam: " + name(line[k]) + " of a line does not exist; there are " +
                         std::to_string(n_points) + ", counted from 0");
      else if (k > 0 && line[k - 1] >= 0 && line[k - 1] < n_points &&
               !((data.points[line[k]] - data.points[line[k - 1]]).norm() > 0))
        faults.push_back("beam: the span from " + name(line[k - 1]) + " to " + name(line[k]) +
                         " has no length; move or remove one of them");
      else
        node_of[line[k]] = 0;
    }
  }
  for (int k = 0; k < n_points; ++k)
    if (faults.empty() && node_of[k] < 0)
      faults.push_back("beam: " + name(k) + " is in no line; remove it, or add it to one");
  if (!faults.empty()) throw InvalidInput(faults);
  Mesh mesh;
  std::ranges::fill(node_of, -1);
  const auto add_node = [&](const Eigen::Vector3d& x) {
    mesh.nodes.push_back(x);
    return mesh.n_nodes() - 1;
  };
  const auto node_at = [&](int point) {
    if (node_of[point] < 0) node_of[point] = add_node(data.points[point]);
    return node_of[point];
  };
  for (const auto& line : lines) {
    int last = node_at(line[0]);
    for (std::size_t k = 1; k < line.size(); ++k)
      for (int i = 1; i <= data.elements; ++i) {
        const Eigen::Vector3d &a = data.points[line[k - 1]], &b = data.points[line[k]];
        const int next = i == data.elements ? node_at(line[k]) : add_node(a + (b - a) * i / data.elements);
        mesh.elements.push_back({CellType::beam, {last, next}});
        last = next;
      }
  }
  for (int k = 0; k < n_points; ++k) mesh.node_sets["point" + std::to_string(k)] = {node_of[k]};
  mesh.node_sets["start"] = {node_of.front()};
  mesh.node_sets["end"] = {node_of.back()};
  return mesh;
}

Mesh solid_box_mesh(const SolidBoxData& data) {
  std::vector<std::string> faults;
  require_positive(faults, "box: length", data.length);
  require_positive(faults, "box: height", data.height);
  require_positive(faults, "box: width", data.width);
  require_positive(faults, "box: nx", data.nx);
  require_positive(faults, "box: ny", data.ny);
  require_positive(faults, "box: nz", data.nz);
  if (!faults.empty()) throw InvalidInput(faults);
  Mesh base = box_mesh({.length = data.length,
                        .height = data.height,
                        .nx = data.nx,
                        .ny = data.ny,
                        .type = CellType::t3,
                        .corner = data.corner.head<2>()});
  for (const char* middle : {"left_middle", "right_middle"}) base.node_sets.erase(middle);
  Mesh mesh = extruded_mesh(
      base,
      {.from = data.corner[2], .to = data.corner[2] + data.width, .layers = data.nz, .type = data.type});
  const double y = data.corner[1] + 0.5 * data.height, z = data.corner[2] + 0.5 * data.width;
  const double slack = 1e-9 * (data.height + data.width);
  for (const auto& [name, x] :
       {std::pair("left_middle", data.corner[0]), std::pair("right_middle", data.corner[0] + data.length)}) {
    const Eigen::Vector3d middle(x, y, z);
    const int node = mesh.nearest_node(middle);
    if ((mesh.nodes[node] - middle).norm() < slack) mesh.node_sets[name] = {node};
  }
  return mesh;
}

Mesh extruded_mesh(const Mesh& t3, const ExtrusionData& data) {
  std::vector<std::string> faults;
  require_positive(faults, "extrusion: layers", data.layers);
  require_positive(faults, "extrusion: length along z", data.to - data.from);
  if (dimension_of(data.type) != 3) faults.push_back("extrusion: the elements must be Tet4 or Tet10");
  for (const Cell& cell : t3.elements)
    if (cell.type != CellType::t3) {
      faults.push_back("extrusion: the section has " + name_of(cell.type) + " elements; it must be of T3");
      break;
    }
  if (!faults.empty()) throw InvalidInput(faults);

  Mesh mesh;
  const int n = t3.n_nodes();
  const auto node = [n](int i, int layer) { return layer * n + i; };
  auto& sets = mesh.node_sets;
  for (int layer = 0; layer <= data.layers; ++layer)
    for (const auto& x : t3.nodes)
      mesh.nodes.emplace_back(x[0], x[1], data.from + (data.to - data.from) * layer / data.layers);
  for (int layer = 0; layer < data.layers; ++layer)
    for (const Cell& cell : t3.elements) {
      std::array<int, 3> v = {cell.node[0], cell.node[1], cell.node[2]};
      // Sorting by an odd number of exchanges turns the triangle over.
      bool is_turned = false;
      for (const auto& [a, b] : {std::pair(0, 1), std::pair(1, 2), std::pair(0, 1)})
        if (v[a] > v[b]) {
          std::swap(v[a], v[b]);
          is_turned = !is_turned;
        }
      const auto low = [&](int k) { return node(v[k], layer); };
      const auto high = [&](int k) { return node(v[k], layer + 1); };
      for (std::array<int, 10> corners : {std::array<int, 10>{low(0), low(1), low(2), high(2)},
                                          std::array<int, 10>{low(0), low(1), high(2), high(1)},
                                          std::array<int, 10>{low(0), high(0), high(1), high(2)}}) {
        if (is_turned) std::swap(corners[1], corners[2]);
        mesh.elements.push_back({CellType::tet4, corners});
      }
    }
  for (const auto& [name, set] : t3.node_sets)
    for (int layer = 0; layer <= data.layers; ++layer)
      for (const int i : set) sets[name].push_back(node(i, layer));
  for (int i = 0; i < n; ++i) {
    sets["back"].push_back(node(i, 0));
    sets["front"].push_back(node(i, data.layers));
  }
  auto& surface = sets["boundary"];
  surface.clear();
  for (const BoundarySide& side : mesh.boundary())
    surface.insert(surface.end(), side.nodes().begin(), side.nodes().end());
  std::ranges::sort(surface);
  surface.erase(std::unique(surface.begin(), surface.end()), surface.end());
  return data.type == CellType::tet10 ? with_middle_nodes(mesh) : mesh;
}

Mesh with_middle_nodes(const Mesh& linear) {
  Mesh mesh = linear;
  mesh.node_tags.clear();
  mesh.element_tags.clear();
  std::map<std::pair<int, int>, int> middle;
  for (auto& e : mesh.elements) {
    if (e.type != CellType::t3 && e.type != CellType::tet4)
      throw InvalidInput("middle nodes can only be added to T3 and Tet4 elements");
    const int n_corners = n_corners_of(e.type);
    e.type = e.type == CellType::t3 ? CellType::t6 : CellType::tet10;
    for (int k = 0; k < n_nodes_of(e.type) - n_corners; ++k) {
      const auto [a, b] = edge_corners(k);
      const std::pair<int, int> ends = std::minmax(e.node[a], e.node[b]);
      const auto [place, is_new] = middle.try_emplace(ends, mesh.n_nodes());
      if (is_new) mesh.nodes.push_back(0.5 * (mesh.nodes[ends.first] + mesh.nodes[ends.second]));
      e.node[n_corners + k] = place->second;
    }
  }
  const auto sides = mesh.boundary();
  for (auto& [name, set] : mesh.node_sets) {
    const std::set<int> corners(set.begin(), set.end());
    for (const auto& side : sides) {
      const int n_corners = side.n_nodes == 3 ? 2 : 3;
      const auto nodes = side.nodes();
      if (std::ranges::all_of(nodes.first(n_corners), [&](int i) { return corners.contains(i); }))
        set.insert(set.end(), nodes.begin() + n_corners, nodes.end());
    }
    std::ranges::sort(set);
    set.erase(std::unique(set.begin(), set.end()), set.end());
  }
  return mesh;
}

}  // namespace pleuel::fem
