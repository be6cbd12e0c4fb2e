#include "pleuel/model/flexible/elastic_builder.hpp"

#include <algorithm>
#include <array>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/attachment.hpp"
#include "pleuel/fem/body_frame.hpp"
#include "pleuel/fem/green_elasticity.hpp"
#include "pleuel/fem/normal_modes.hpp"
#include "pleuel/fem/reduction.hpp"

namespace pleuel {
namespace {

using fem::NodalDof;

constexpr double same_place = 1e-6;  // of the mesh's size: how far from a node a place may be

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // for clang before 17

std::string text_of(const Eigen::Vector2d& x) {
  return "(" + number_text(x[0]) + ", " + number_text(x[1]) + ")";
}

int node_at(const fem::Mesh& mesh, const Eigen::Vector2d& place) {
  Eigen::Vector3d low = mesh.nodes[0], high = low;
  for (const auto& x : mesh.nodes) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  const int node = mesh.nearest_node(place);
  const Eigen::Vector2d found = mesh.point(node);
  if ((found - place).norm() > same_place * (high - low).norm())
    throw InvalidInput("no node of the mesh stands at " + text_of(place) + "; the nearest is node " +
                       std::to_string(mesh.node_tag(node)) + " at " + text_of(found) +
                       ", give its place, or a node set");
  return node;
}

int one_node(const fem::Mesh& mesh, const NodeChoice& choice) {
  return std::visit(Overloaded{[&](const std::string& set) { return mesh.only_node(set); },
                               [&](const Eigen::Vector2d& place) { return node_at(mesh, place); }},
                    choice);
}

std::vector<int> all_nodes(const fem::Mesh& mesh, const NodeChoice& choice) {
  if (const auto* set = std::get_if<std::string>(&choice)) return mesh.node_set(*set);
  return {one_node(mesh, choice)};
}

/// Whether the frame holds a node of a solid and another node of one of its elements: both turn
/// with it.
bool is_in_fixed_patch(const fem::ElasticBody& body, const fem::DofSelection& frame, int node) {
  const auto is_fixed = [&](int i) {
    return frame.place(*body.dof(i, NodalDof::x)) < 0 && frame.place(*body.dof(i, NodalDof::y)) < 0;
  };
  if (!is_fixed(node)) return false;
  return std::ranges::any_of(body.mesh().elements, [&](const fem::Cell& element) {
    const auto nodes = element.nodes();
    return std::ranges::find(nodes, node) != nodes.end() &&
           std::ranges::any_of(nodes, [&](int i) { return i != node && is_fixed(i); });
  });
}

/// The unknowns of the model: "ux7", "uy7", "theta7" with the node's number, or "mode3".
std::vector<Quantity> deformations(const ElasticShape& shape) {
  std::vector<Quantity> names;
  if (shape.V.cols() > 0) {
    for (Eigen::Index k = 1; k <= shape.V.cols(); ++k)
      names.push_back({"mode" + std::to_string(k), "m kg^½"});
    return names;
  }
  const auto nodal_dofs = shape.body.nodal_dofs();
  for (const int dof : shape.frame.kept()) {
    const auto n = static_cast<int>(nodal_dofs.size());
    const std::string tag = std::to_string(shape.body.mesh().node_tag(dof / n));
    switch (nodal_dofs[dof % n]) {
      case NodalDof::x:
        names.push_back({"ux" + tag, "m"});
        break;
      case NodalDof::y:
        names.push_back({"uy" + tag, "m"});
        break;
      case NodalDof::rotation:
        names.push_back({"theta" + tag, "rad"});
        break;
    }
  }
  return names;
}

/// Forces along x and y and a moment at a marker, a column each.
Matrix unit_loads(const FlexibleMarker& marker, int n) {
  Matrix loads = Matrix::Zero(n, 3);
  for (const auto& e : marker.entries) loads(e.dof, e.component) += e.weight;
  return loads;
}

FlexibleMarker reduced(const FlexibleMarker& marker, const Matrix& V) {
  const Matrix weights = V.transpose() * unit_loads(marker, static_cast<int>(V.rows()));
  FlexibleMarker result{marker.X, {}, marker.has_rotation};
  for (int component = 0; component < 3; ++component)
    for (Eigen::Index k = 0; k < V.cols(); ++k)
      if (weights(k, component) != 0)
        result.entries.push_back({component, static_cast<int>(k), weights(k, component)});
  return result;
}

Truncation truncation(const fem::ShapeIntegrals& integrals, const FixedMatrix& K, const Matrix& V,
                      const std::vector<FlexibleMarker>& markers) {
  Truncation result;
  result.n_modes = static_cast<int>(V.cols());
  result.n_unknowns = static_cast<int>(V.rows());
  const auto n_markers = static_cast<Eigen::Index>(markers.size());
  Matrix loads(V.rows(), 4 + 3 * n_markers);
  loads.leftCols<4>() << integrals.c1, integrals.c2, integrals.c12, integrals.c21;
  for (Eigen::Index k = 0; k < n_markers; ++k)
    loads.middleCols<3>(4 + 3 * k) = unit_loads(markers[k], result.n_unknowns);
  const Vector error = fem::truncation_error(K, V, loads);
  result.inertia = error.head<4>().maxCoeff();
  for (Eigen::Index k = 0; k < n_markers; ++k)
    result.markers.push_back(error.segment<3>(4 + 3 * k).maxCoeff());
  return result;
}

std::vector<TimedLoad> timed_loads(const ElasticShape& shape, const std::vector<TractionChoice>& tractions) {
  std::vector<TimedLoad> loads;
  for (const TractionChoice& traction : tractions)
    for (const int axis : {0, 1}) {
      const Expression& phi = axis == 0 ? traction.x : traction.y;
      if (phi.is_constant() && phi.value(std::array{0.0}) == 0) continue;
      fem::SurfaceLoad load(shape.body, shape.frame, traction.set, Eigen::Vector2d::Unit(axis));
      if (shape.V.cols() > 0) {
        load.b = shape.V.transpose() * load.b;
        load.c = shape.V.transpose() * load.c;
      }
      loads.push_back({std::move(load), phi});
    }
  return loads;
}

}  // namespace

fem::Mesh make_mesh(const MeshChoice& choice) {
  return std::visit(Overloaded{[](const fem::BoxData& data) { return fem::box_mesh(data); },
                               [](const fem::BeamLineData& data) { return fem::beam_mesh(data); },
                               [](const fem::PolygonData& data) { return fem::polygon_mesh(data); },
                               [](const fem::DogBoneData& data) { return fem::dog_bone_mesh(data); },
                               [](const fem::Mesh& mesh) { return mesh; }},
                    choice);
}

fem::ElasticBody make_elastic_body(fem::Mesh mesh, const SectionChoice& section) {
  return std::visit([&](const auto& s) { return fem::ElasticBody(std::move(mesh), s); }, section);
}

fem::DofSelection make_frame(const fem::ElasticBody& body, const FrameChoice& choice) {
  return std::visit(
      Overloaded{[&](const ChordFrame& chord) {
                   const auto& mesh = body.mesh();
                   return fem::chord_frame(body, one_node(mesh, chord.a), one_node(mesh, chord.b));
                 },
                 [&](const TangentFrame& tangent) { return fem::tangent_frame(body, tangent.set); },
                 [&](const SupportFrame& frame) { return fem::supported_frame(body, frame.supports); }},
      choice);
}

FlexibleMarker make_marker(const fem::ElasticBody& body, const fem::DofSelection& frame,
                           const NodeChoice& choice) {
  const auto nodes = all_nodes(body.mesh(), choice);
  const auto at = std::holds_alternative<std::string>(choice)
                      ? fem::Attachment(body, frame, std::get<std::string>(choice))
                      : fem::Attachment(body, frame, nodes.front());
  FlexibleMarker marker{at.place_at_rest(), {}};
  marker.has_rotation = body.is_beam() || nodes.size() > 1 || is_in_fixed_patch(body, frame, nodes.front());
  for (const auto& e : at.entries()) marker.entries.push_back({e.component, e.dof, e.weight});
  const auto add_rotation = [&](int node, NodalDof which, double weight) {
    const auto dof = body.dof(node, which);
    if (dof && frame.place(*dof) >= 0 && weight != 0)
      marker.entries.push_back({2, frame.place(*dof), weight});
  };
  double spread = 0;
  for (const int node : nodes) spread += (body.mesh().point(node) - marker.X).squaredNorm();
  for (const int node : nodes) {
    if (body.is_beam()) {
      add_rotation(node, NodalDof::rotation, 1.0 / static_cast<double>(nodes.size()));
    } else if (nodes.size() > 1) {
      const Eigen::Vector2d d = body.mesh().point(node) - marker.X;
      add_rotation(node, NodalDof::x, -d[1] / spread);
      add_rotation(node, NodalDof::y, d[0] / spread);
    }
  }
  return marker;
}

void check_dynamics(const ElasticDynamics& dynamics, bool is_inelastic) {
  if (dynamics.modes > 0 && dynamics.elasticity == Elasticity::green)
    throw InvalidInput("modes belong to linear elasticity, but 'green' is asked for; leave one of them out");
  if (is_inelastic && (dynamics.modes > 0 || dynamics.elasticity != Elasticity::linear))
    throw InvalidInput(
        std::string("a material with inelastic strains needs all unknowns and small strains, but ") +
        (dynamics.modes > 0 ? "'modes' are" : "another elasticity than 'linear' is") +
        " asked for; leave one of them out");
}

ElasticBuild build_elastic(ElasticShape shape, std::vector<FlexibleMarker> markers,
                           const ElasticDynamics& dynamics, const Eigen::Vector2d& gravity,
                           std::shared_ptr<const material::Material> inelastic) {
  check_dynamics(dynamics, inelastic != nullptr);
  ElasticBuild build;
  const auto& frame = shape.frame;
  fem::FlexibleBodyData data{.integrals = fem::shape_integrals(shape.body).restricted(frame),
                             .stiffness = frame.restrict(shape.body.stiffness()),
                             .gravity = gravity};
  if (dynamics.damping.alpha != 0 || dynamics.damping.beta != 0)
    data.damping = frame.restrict(shape.body.damping(dynamics.damping));
  if (dynamics.elasticity == Elasticity::green)
    data.nonlinear = std::make_shared<fem::GreenElasticity>(shape.body, frame);
  if (dynamics.elasticity == Elasticity::geometric)
    data.geometric = fem::geometric_stiffening(shape.body, frame);
  if (dynamics.modes > 0) {
    const auto modes = fem::normal_modes(data.stiffness, frame.restrict(shape.body.mass()), dynamics.modes);
    const fem::ReducedBody small(data.integrals, data.stiffness, modes.shapes);
    build.truncation = truncation(data.integrals, data.stiffness, small.V, markers);
    build.truncation->highest = modes.omega.maxCoeff();
    if (data.damping.rows > 0) data.damping = fem::full_matrix(fem::projected(data.damping, small.V));
    data.integrals = small.integrals;
    data.stiffness = fem::full_matrix(small.stiffness);
    data.geometric = data.geometric.reduced(small.V);
    for (auto& marker : markers) marker = reduced(marker, small.V);
    shape.V = small.V;
  }
  auto body = std::make_shared<BuiltBody>();
  if (inelastic)
    body->points = std::make_shared<fem::InelasticPoints>(shape.body, frame, std::move(inelastic));
  body->loads = timed_loads(shape, dynamics.tractions);
  body->deformations = deformations(shape);
  body->equations = std::make_shared<fem::FlexibleBody>(std::move(data));
  body->shape = std::make_shared<ElasticShape>(std::move(shape));
  build.body = std::move(body);
  build.markers = std::move(markers);
  return build;
}

}  // namespace pleuel
