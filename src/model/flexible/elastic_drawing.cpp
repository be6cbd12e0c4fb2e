#include "pleuel/model/flexible/elastic_drawing.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <optional>

#include "pleuel/fem/stress.hpp"
#include "pleuel/model/flexible/elastic_beam_outline.hpp"

namespace pleuel {
namespace {

void add_triangles(const int* n, fem::CellType type, DrawnMesh& mesh) {
  if (type == fem::CellType::t3)
    mesh.triangles.push_back({n[0], n[1], n[2]});
  else
    mesh.triangles.insert(mesh.triangles.end(),
                          {{n[0], n[3], n[5]}, {n[3], n[1], n[4]}, {n[5], n[4], n[2]}, {n[3], n[4], n[5]}});
}

/// The surface of tetrahedra, and those of its edges where two faces meet at an angle.
void add_surface(const fem::Mesh& source, DrawnMesh& mesh) {
  constexpr double flat = 0.999;  // the cosine of 2.6°
  // Middle node and normal of the faces at an edge.
  std::map<std::pair<int, int>, std::vector<std::pair<int, Eigen::Vector3d>>> edges;
  for (const fem::BoundarySide& face : source.boundary()) {
    const auto& n = face.node;
    add_triangles(n.data(), face.n_nodes == 3 ? fem::CellType::t3 : fem::CellType::t6, mesh);
    const auto x = [&](int k) -> const Eigen::Vector3d& { return source.nodes[n[k]]; };
    const Eigen::Vector3d normal = (x(1) - x(0)).cross(x(2) - x(0)).normalized();
    for (int k = 0; k < 3; ++k)
      edges[std::minmax(n[k], n[(k + 1) % 3])].emplace_back(face.n_nodes == 3 ? -1 : n[3 + k], normal);
  }
  for (const auto& [ends, faces] : edges) {
    if (faces.size() == 2 && faces[0].second.dot(faces[1].second) > flat) continue;
    if (const int middle = faces[0].first; middle >= 0)
      mesh.edges.insert(mesh.edges.end(), {{ends.first, middle}, {middle, ends.second}});
    else
      mesh.edges.push_back({ends.first, ends.second});
  }
}

void add_outline(const fem::Mesh& source, DrawnMesh& mesh) {
  for (const fem::BoundarySide& edge : source.boundary()) {
    if (edge.n_nodes == 3)
      mesh.edges.insert(mesh.edges.end(), {{edge.node[0], edge.node[2]}, {edge.node[2], edge.node[1]}});
    else
      mesh.edges.push_back({edge.node[0], edge.node[1]});
  }
}

/// Where unknowns are in a list, by their names. Those of a body mostly follow each other there.
std::vector<int> numbers(const std::vector<std::string>& names, const std::vector<Quantity>& list) {
  std::vector<int> found;
  found.reserve(names.size());
  auto next = list.begin();
  for (const std::string& name : names) {
    if (next == list.end() || next->name != name) next = std::ranges::find(list, name, &Quantity::name);
    assert(next != list.end());
    found.push_back(static_cast<int>(next++ - list.begin()));
  }
  return found;
}

Vector chosen(ConstVec all, const std::vector<int>& places) {
  Vector some(static_cast<Eigen::Index>(places.size()));
  for (std::size_t k = 0; k < places.size(); ++k) some[static_cast<Eigen::Index>(k)] = all[places[k]];
  return some;
}

/// Those of a body's fields that a page shows, and how it calls them.
constexpr std::pair<const char*, const char*> shown_fields[] = {
    {"von_mises", "von Mises stress"},        {"plastic_strain", "plastic strain"},
    {"axial_force", "axial force"},           {"shear_force", "shear force"},
    {"bending_moment", "bending moment"},     {"shear_force_y", "shear force y"},
    {"shear_force_z", "shear force z"},       {"torque", "torque"},
    {"bending_moment_y", "bending moment y"}, {"bending_moment_z", "bending moment z"}};

/// visit(field, its row, its title)
template <class Visit>
void for_each_shown(const BodyFields& fields, Visit visit) {
  for (const auto& [name, title] : shown_fields)
    for (std::size_t k = 0; k < fields.fields().size(); ++k)
      if (fields.fields()[k].name == name) visit(fields.fields()[k], static_cast<Eigen::Index>(k), title);
}

std::vector<Quantity> fields_of(const ElasticView& view) {
  if (view.fields.empty()) return {{"von Mises stress", "Pa"}};
  std::vector<Quantity> list;
  for (const auto& fields : view.fields)
    for_each_shown(*fields, [&](const auto& field, Eigen::Index, const char* title) {
      list.push_back({title, field.unit});
    });
  return list;
}

std::vector<Vector> shown_values(const BodyFields::List& lists, const Vector& q, const Vector& x) {
  std::vector<Vector> all;
  for (const auto& fields : lists) {
    const Matrix values = fields->nodal_values(q, x);
    for_each_shown(*fields,
                   [&](const auto&, Eigen::Index k, const char*) { all.emplace_back(values.row(k)); });
  }
  return all;
}

void add_elements(const fem::ElasticBody& body, DrawnMesh& mesh) {
  if (fem::dimension_of(body.mesh().elements[0].type) == 3) {
    add_surface(body.mesh(), mesh);
    return;
  }
  for (const fem::Cell& e : body.mesh().elements) {
    if (e.type == fem::CellType::beam)
      mesh.edges.push_back({e.node[0], e.node[1]});
    else
      add_triangles(e.node.data(), e.type, mesh);
  }
  if (!body.is_beam()) add_outline(body.mesh(), mesh);
}

Vector at_corners(const ElasticBeamOutline& outline, const Vector& nodal) {
  Vector values(outline.n_corners());
  for (int k = 0; k < outline.n_corners(); ++k) values[k] = nodal[outline.node(k)];
  return values;
}

/// The edges of a spanning tree of least length (Prim).
std::vector<std::array<int, 2>> spanning_tree(const std::vector<Eigen::Vector3d>& points) {
  const auto n = static_cast<int>(points.size());
  std::vector<std::array<int, 2>> edges;
  std::vector<double> distance(points.size(), std::numeric_limits<double>::infinity());
  std::vector<int> nearest(points.size(), 0);
  std::vector<bool> is_in(points.size(), false);
  for (int last = 0, k = 1; k < n; ++k) {
    is_in[last] = true;
    int next = -1;
    for (int i = 0; i < n; ++i) {
      if (is_in[i]) continue;
      if (const double d = (points[i] - points[last]).squaredNorm(); d < distance[i]) {
        distance[i] = d;
        nearest[i] = last;
      }
      if (next < 0 || distance[i] < distance[next]) next = i;
    }
    edges.push_back({nearest[next], next});
    last = next;
  }
  return edges;
}

}  // namespace

DrawnMesh imported_drawing(const std::string& name, std::shared_ptr<const ImportedNodes> nodes, int first,
                           int frame) {
  constexpr std::size_t most_nodes = 1000;
  const std::size_t step = nodes->X.size() / most_nodes + 1;
  std::vector<int> shown;
  DrawnMesh mesh{.name = name, .frame = frame};
  for (std::size_t i = 0; i < nodes->X.size(); i += step) {
    shown.push_back(static_cast<int>(i));
    mesh.nodes.push_back(nodes->X[i]);
  }
  mesh.edges = spanning_tree(mesh.nodes);
  mesh.values = [nodes = std::move(nodes), shown, first](const Motion& at, NodeValues& out) {
    const Eigen::Matrix3Xd u = nodes->displacements(at.q.segment(first, nodes->P_transposed.rows));
    out.displacement = u(Eigen::all, shown);
    out.fields.clear();
  };
  return mesh;
}

DrawnMesh elastic_drawing(const ElasticView& view, const MechanicalSystem& system, int frame) {
  const fem::ElasticBody& body = view.shape->body;
  DrawnMesh mesh{.name = view.name, .frame = frame};
  std::optional<ElasticBeamOutline> outline;
  if (body.is_spatial_beam()) {
    outline.emplace(body, mesh);
  } else {
    mesh.nodes = body.mesh().nodes;
    add_elements(body, mesh);
  }
  mesh.fields = fields_of(view);
  const SystemInfo& info = system.info();
  mesh.values = [view, outline, q_places = numbers(view.deformations, info.q),
                 x_places = numbers(view.states, info.s)](const Motion& at, NodeValues& out) {
    const fem::ElasticBody& shown = view.shape->body;
    const Vector q = chosen(at.q, q_places), unknowns = view.shape->unknowns(q);
    if (view.fields.empty())
      out.fields = {fem::von_mises(shown, fem::nodal_stress(shown, unknowns))};
    else
      out.fields = shown_values(view.fields, q, chosen(at.s, x_places));
    if (outline) {
      outline->displacements(shown, unknowns, out.displacement);
      for (Vector& field : out.fields) field = at_corners(*outline, field);
      return;
    }
    out.displacement.setZero(3, shown.mesh().n_nodes());
    for (int i = 0; i < shown.mesh().n_nodes(); ++i)
      out.displacement.col(i) = shown.displacement(i, unknowns);
  };
  return mesh;
}

}  // namespace pleuel
