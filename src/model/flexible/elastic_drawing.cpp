#include "pleuel/model/flexible/elastic_drawing.hpp"

#include <unordered_map>

#include "pleuel/fem/stress.hpp"

namespace pleuel {
namespace {

void add_triangles(const fem::Element& e, DrawnMesh& mesh) {
  const auto& n = e.node;
  if (e.type == fem::ElementType::t3)
    mesh.triangles.push_back({n[0], n[1], n[2]});
  else
    mesh.triangles.insert(mesh.triangles.end(),
                          {{n[0], n[3], n[5]}, {n[3], n[1], n[4]}, {n[5], n[4], n[2]}, {n[3], n[4], n[5]}});
}

void add_outline(const fem::Mesh& source, DrawnMesh& mesh) {
  for (const fem::BoundaryEdge& edge : source.boundary()) {
    if (edge.n_nodes == 3)
      mesh.edges.insert(mesh.edges.end(), {{edge.node[0], edge.node[2]}, {edge.node[2], edge.node[1]}});
    else
      mesh.edges.push_back({edge.node[0], edge.node[1]});
  }
}

std::vector<int> numbers(const std::vector<std::string>& names, const SystemInfo& info) {
  std::unordered_map<std::string, int> places;
  for (const Quantity& q : info.q) places.emplace(q.name, static_cast<int>(places.size()));
  std::vector<int> list;
  for (const auto& name : names) list.push_back(places.at(name));
  return list;
}

void fill(const fem::ElasticBody& body, const Vector& q, NodeValues& out) {
  const int n = body.mesh().n_nodes();
  out.displacement.setZero(3, n);
  for (int i = 0; i < n; ++i) out.displacement.col(i).head<2>() = body.displacement(i, q);
  if (body.is_beam()) {
    const Matrix forces = fem::nodal_section_forces(body, q);
    out.fields = {forces.row(0), forces.row(1)};
  } else {
    out.fields = {fem::von_mises(fem::nodal_stress(body, q), body.plane_section())};
  }
}

}  // namespace

DrawnMesh elastic_drawing(const ElasticView& view, const MechanicalSystem& system, int frame) {
  const fem::ElasticBody& body = view.shape->body;
  DrawnMesh mesh{.name = view.name, .frame = frame, .nodes = body.mesh().nodes};
  for (const fem::Element& e : body.mesh().elements) {
    if (e.type == fem::ElementType::beam)
      mesh.edges.push_back({e.node[0], e.node[1]});
    else
      add_triangles(e, mesh);
  }
  if (body.is_beam()) {
    mesh.fields = {{"axial force", "N"}, {"bending moment", "N m"}};
  } else {
    add_outline(body.mesh(), mesh);
    mesh.fields = {{"von Mises stress", "N/m²"}};
  }
  mesh.values = [shape = view.shape, places = numbers(view.deformations, system.info())](const Motion& at,
                                                                                         NodeValues& out) {
    Vector q(static_cast<Eigen::Index>(places.size()));
    for (std::size_t k = 0; k < places.size(); ++k) q[static_cast<Eigen::Index>(k)] = at.q[places[k]];
    fill(shape->body, shape->unknowns(q), out);
  };
  return mesh;
}

}  // namespace pleuel
