#include "pleuel/model/flexible/elastic_builder.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/body_frame.hpp"
#include "pleuel/fem/green_elasticity.hpp"
#include "pleuel/fem/normal_modes.hpp"
#include "pleuel/fem/reduction.hpp"
#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/model/flexible/beam_remarks.hpp"

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

std::string text_of(const Eigen::Vector3d& x, const fem::Mesh& mesh) {
  const bool is_spatial = fem::dimension_of(mesh.elements[0].type) == 3 || x[2] != 0;
  return "(" + number_text(x[0]) + ", " + number_text(x[1]) + (is_spatial ? ", " + number_text(x[2]) : "") +
         ")";
}

int node_at(const fem::Mesh& mesh, const Eigen::Vector3d& place) {
  Eigen::Vector3d low = mesh.nodes[0], high = low;
  for (const auto& x : mesh.nodes) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  const int node = mesh.nearest_node(place);
  const Eigen::Vector3d& found = mesh.nodes[node];
  if ((found - place).norm() > same_place * (high - low).norm())
    throw InvalidInput("no node of the mesh stands at " + text_of(place, mesh) + "; the nearest is node " +
                       std::to_string(mesh.node_tag(node)) + " at " + text_of(found, mesh) +
                       ", give its place, or a node set");
  return node;
}

int one_node(const fem::Mesh& mesh, const NodeChoice& choice) {
  return std::visit(Overloaded{[&](const std::string& set) { return mesh.only_node(set); },
                               [&](const Eigen::Vector3d& place) { return node_at(mesh, place); }},
                    choice);
}

std::vector<int> all_nodes(const fem::Mesh& mesh, const NodeChoice& choice) {
  if (const auto* set = std::get_if<std::string>(&choice)) return mesh.node_set(*set);
  return {one_node(mesh, choice)};
}

/// Whether the frame holds a node of a solid and another node of one of its elements, two others of
/// tetrahedra: all turn with it.
bool is_in_fixed_patch(const fem::ElasticBody& body, const fem::DofSelection& frame, int node) {
  const auto is_fixed = [&](int i) {
    return std::ranges::all_of(body.nodal_dofs(),
                               [&](NodalDof which) { return frame.place(*body.dof(i, which)) < 0; });
  };
  if (!is_fixed(node)) return false;
  const int n_others = body.dimension() - 1;
  return std::ranges::any_of(body.mesh().elements, [&](const fem::Cell& element) {
    const auto nodes = element.nodes();
    return std::ranges::find(nodes, node) != nodes.end() &&
           std::ranges::count_if(nodes, [&](int i) { return i != node && is_fixed(i); }) >= n_others;
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
      case NodalDof::z:
        names.push_back({"uz" + tag, "m"});
        break;
      case NodalDof::rotation_x:
        names.push_back({"thetax" + tag, "rad"});
        break;
      case NodalDof::rotation_y:
        names.push_back({"thetay" + tag, "rad"});
        break;
      case NodalDof::rotation_z:
        names.push_back({(shape.body.dimension() == 3 ? "thetaz" : "theta") + tag, "rad"});
        break;
    }
  }
  return names;
}

/// Forces along x, y, z and moments about them at a marker, a column each.
Matrix unit_loads(const FlexibleMarker& marker, int n) {
  Matrix loads = Matrix::Zero(n, 6);
  for (const auto& e : marker.entries) loads(e.dof, e.component) += e.weight;
  return loads;
}

FlexibleMarker reduced(const FlexibleMarker& marker, const Matrix& V) {
  const Matrix weights = V.transpose() * unit_loads(marker, static_cast<int>(V.rows()));
  FlexibleMarker result{marker.X, {}, marker.has_rotation};
  for (int component = 0; component < 6; ++component)
    for (Eigen::Index k = 0; k < V.cols(); ++k)
      if (weights(k, component) != 0)
        result.entries.push_back({component, static_cast<int>(k), weights(k, component)});
  return result;
}

Matrix inertia_loads(const fem::ShapeIntegrals<2>& s) {
  Matrix loads(s.size(), 4);
  loads << s.c1, s.c2, s.c12, s.c21;
  return loads;
}
Matrix inertia_loads(const fem::ShapeIntegrals<3>& s) { return s.inertia_loads(); }

template <int D>
Truncation truncation(const fem::ShapeIntegrals<D>& integrals, const FixedMatrix& K,
                      const ElasticShape& shape, const std::vector<FlexibleMarker>& markers) {
  const Matrix& V = shape.V;
  Truncation result;
  result.n_modes = static_cast<int>(V.cols());
  result.n_unknowns = static_cast<int>(V.rows());
  const auto n_markers = static_cast<Eigen::Index>(markers.size());
  const Matrix of_inertia = inertia_loads(integrals);
  const Eigen::Index n = of_inertia.cols();
  Matrix loads(V.rows(), n + 6 * n_markers);
  loads.leftCols(n) = of_inertia;
  for (Eigen::Index k = 0; k < n_markers; ++k)
    loads.middleCols<6>(n + 6 * k) = unit_loads(markers[k], result.n_unknowns);
  const Vector error = fem::truncation_error(K, V, loads, shape.mean_axes.get());
  result.inertia = error.head(n).maxCoeff();
  for (Eigen::Index k = 0; k < n_markers; ++k)
    result.markers.push_back(error.segment<6>(n + 6 * k).maxCoeff());
  return result;
}

std::vector<TimedLoad> timed_loads(const ElasticShape& shape, const std::vector<TractionChoice>& tractions) {
  std::vector<TimedLoad> loads;
  for (const TractionChoice& traction : tractions)
    for (std::size_t axis = 0; axis < traction.value.size(); ++axis) {
      const Expression& phi = traction.value[axis];
      if (phi.is_constant() && phi.value(std::array{0.0}) == 0) continue;
      fem::SurfaceLoad load(shape.body, shape.frame, traction.set,
                            Eigen::Vector3d::Unit(static_cast<Eigen::Index>(axis)));
      if (shape.V.cols() > 0) {
        load.b = (shape.V.transpose() * load.b).eval();
        load.c = (shape.V.transpose() * load.c).eval();
      }
      loads.push_back({std::move(load), phi});
    }
  return loads;
}

/// The least squares fit of a rotation to the displacements of nodes about their mean.
template <class Add>
void add_planar_rotation(const fem::ElasticBody& body, const std::vector<int>& nodes,
                         const Eigen::Vector3d& mean, Add add) {
  double spread = 0;
  for (const int node : nodes) spread += (body.mesh().nodes[node] - mean).squaredNorm();
  for (const int node : nodes) {
    const Eigen::Vector3d d = body.mesh().nodes[node] - mean;
    add(FlexibleMarker::rotation_z, node, NodalDof::x, -d[1] / spread);
    add(FlexibleMarker::rotation_z, node, NodalDof::y, d[0] / spread);
  }
}

/// The same in space: (Σ |d|² I − d dᵀ) θ = Σ d × u, for nodes that are not in line.
template <class Add>
void add_spatial_rotation(const fem::ElasticBody& body, const std::vector<int>& nodes,
                          const Eigen::Vector3d& mean, Add add) {
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const int node : nodes) {
    const Eigen::Vector3d d = body.mesh().nodes[node] - mean;
    spread += d.squaredNorm() * Eigen::Matrix3d::Identity() - d * d.transpose();
  }
  const Vector sizes = symmetric_eigenvalues(spread);
  if (!(sizes[0] > 1e-9 * sizes[2]))
    throw InvalidInput("the " + std::to_string(nodes.size()) +
                       " nodes of the marker are in line, so they do not define its rotation; take a node "
                       "set with three nodes that are not in line, or one node");
  const Matrix inverse = solved_symmetric(spread, Matrix(Matrix::Identity(3, 3)));
  for (const int node : nodes) {
    const Eigen::Vector3d d = body.mesh().nodes[node] - mean;
    for (const int c : {0, 1, 2}) {
      const Vector theta = inverse * d.cross(Eigen::Vector3d::Unit(c));
      for (const int axis : {0, 1, 2})
        add(FlexibleMarker::first_rotation + axis, node, static_cast<NodalDof>(c), theta[axis]);
    }
  }
}

/// Replaces all unknowns by normal modes, if they are asked for.
template <int D>
void keep_modes(const ElasticDynamics& dynamics, fem::FlexibleBodyData<D>& data, ElasticShape& shape,
                std::vector<FlexibleMarker>& markers, std::optional<Truncation>& loss) {
  if (dynamics.modes == 0) return;
  const fem::NormalModes modes = fem::normal_modes(
      data.stiffness, shape.frame.restrict(shape.body.mass()), dynamics.modes, shape.mean_axes.get());
  const fem::ReducedBody<D> small(data.integrals, data.stiffness, modes.shapes);
  shape.V = small.V;
  loss = truncation<D>(data.integrals, data.stiffness, shape, markers);
  loss->highest = modes.omega.maxCoeff();
  if (data.damping.rows > 0) data.damping = fem::full_matrix(fem::projected(data.damping, small.V));
  data.integrals = small.integrals;
  data.stiffness = fem::full_matrix(small.stiffness);
  data.geometric = data.geometric.reduced(small.V);
  for (auto& marker : markers) marker = reduced(marker, small.V);
}

template <int D>
void choose_elasticity(Elasticity elasticity, const ElasticShape& shape, fem::FlexibleBodyData<D>& data) {
  if (elasticity == Elasticity::green)
    data.nonlinear = std::make_shared<fem::GreenElasticity<D>>(shape.body, shape.frame);
  if (elasticity != Elasticity::geometric) return;
  if constexpr (D == 2)
    data.geometric = fem::geometric_stiffening(shape.body, shape.frame, shape.mean_axes.get());
  else
    data.geometric = fem::spatial_geometric_stiffening(shape.body, shape.frame, shape.mean_axes.get());
}

}  // namespace

fem::Mesh make_mesh(const MeshChoice& choice) {
  return std::visit(Overloaded{[](const fem::BoxData& data) { return fem::box_mesh(data); },
                               [](const fem::BeamLineData& data) { return fem::beam_mesh(data); },
                               [](const fem::BeamFrameData& data) { return fem::beam_frame_mesh(data); },
                               [](const fem::PolygonData& data) { return fem::polygon_mesh(data); },
                               [](const fem::DogBoneData& data) { return fem::dog_bone_mesh(data); },
                               [](const fem::SolidBoxData& data) { return fem::solid_box_mesh(data); },
                               [](const ExtrudedPolygon& data) {
                                 return fem::extruded_mesh(fem::polygon_mesh(data.section), data.along);
                               },
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
                   const int a = one_node(mesh, chord.a), b = one_node(mesh, chord.b);
                   return chord.c ? fem::chord_frame(body, a, b, one_node(mesh, *chord.c))
                                  : fem::chord_frame(body, a, b);
                 },
                 [&](const TangentFrame& tangent) { return fem::tangent_frame(body, tangent.set); },
                 [&](const MeanFrame&) { return fem::DofSelection(body.n_dofs(), {}); },
                 [&](const SupportFrame& frame) { return fem::supported_frame(body, frame.supports); }},
      choice);
}

ElasticShape make_shape(fem::ElasticBody body, const FrameChoice& choice) {
  fem::DofSelection frame = make_frame(body, choice);
  std::shared_ptr<const fem::MeanAxes> mean;
  if (std::holds_alternative<MeanFrame>(choice)) mean = std::make_shared<fem::MeanAxes>(body);
  return {std::move(body), std::move(frame), std::move(mean)};
}

FlexibleMarker make_marker(const fem::ElasticBody& body, const fem::DofSelection& frame,
                           const NodeChoice& choice) {
  const auto nodes = all_nodes(body.mesh(), choice);
  if (nodes.empty())
    throw InvalidInput("attachment: node set '" + std::get<std::string>(choice) + "' is empty; name another");
  const double share = 1.0 / static_cast<double>(nodes.size());
  FlexibleMarker marker;
  marker.has_rotation = body.is_beam() || nodes.size() > 1 || is_in_fixed_patch(body, frame, nodes.front());
  const auto add = [&](int component, int node, NodalDof which, double weight) {
    const auto dof = body.dof(node, which);
    if (dof && frame.place(*dof) >= 0 && weight != 0)
      marker.entries.push_back({component, frame.place(*dof), weight});
  };
  for (const int node : nodes) {
    marker.X += share * body.mesh().nodes[node];
    for (const int c : {0, 1, 2}) add(c, node, static_cast<NodalDof>(c), share);
  }
  if (body.is_beam()) {
    for (const int node : nodes)
      for (const int axis : {0, 1, 2})
        add(FlexibleMarker::first_rotation + axis, node,
            static_cast<NodalDof>(static_cast<int>(NodalDof::rotation_x) + axis), share);
  } else if (nodes.size() > 1) {
    body.dimension() == 2 ? add_planar_rotation(body, nodes, marker.X, add)
                          : add_spatial_rotation(body, nodes, marker.X, add);
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
                           const ElasticDynamics& dynamics, const Eigen::Vector3d& gravity,
                           std::shared_ptr<const material::Material> inelastic) {
  check_dynamics(dynamics, inelastic != nullptr);
  const auto& frame = shape.frame;
  const bool is_spatial = shape.body.dimension() == 3;
  ElasticBuild build;
  build.remarks = beam_remarks(shape, dynamics.modes);
  auto body = std::make_shared<BuiltBody>();
  const bool is_damped = dynamics.damping.alpha != 0 || dynamics.damping.beta != 0;
  FixedMatrix damping;
  if (is_damped) damping = frame.restrict(shape.body.damping(dynamics.damping));
  if (is_spatial) {
    fem::FlexibleBodyData<3> data{.integrals = fem::spatial_integrals(shape.body).restricted(frame),
                                  .stiffness = frame.restrict(shape.body.stiffness()),
                                  .damping = std::move(damping),
                                  .gravity = gravity};
    choose_elasticity(dynamics.elasticity, shape, data);
    keep_modes(dynamics, data, shape, markers, build.truncation);
    body->spatial_equations = std::make_shared<fem::FlexibleBody<3>>(std::move(data));
  } else {
    fem::FlexibleBodyData<2> data{.integrals = fem::shape_integrals(shape.body).restricted(frame),
                                  .stiffness = frame.restrict(shape.body.stiffness()),
                                  .damping = std::move(damping),
                                  .gravity = gravity.head<2>()};
    choose_elasticity(dynamics.elasticity, shape, data);
    keep_modes(dynamics, data, shape, markers, build.truncation);
    body->equations = std::make_shared<fem::FlexibleBody<2>>(std::move(data));
  }
  if (inelastic)
    body->points = std::make_shared<fem::InelasticPoints>(shape.body, frame, std::move(inelastic));
  body->loads = timed_loads(shape, dynamics.tractions);
  body->deformations = deformations(shape);
  if (shape.V.cols() == 0) body->mean_axes = shape.mean_axes;
  body->shape = std::make_shared<ElasticShape>(std::move(shape));
  build.body = std::move(body);
  build.markers = std::move(markers);
  return build;
}

}  // namespace pleuel
