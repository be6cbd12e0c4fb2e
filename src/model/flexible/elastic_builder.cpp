#include "pleuel/model/flexible/elastic_builder.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/body_frame.hpp"
#include "pleuel/fem/green_elasticity.hpp"
#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/model/flexible/beam_remarks.hpp"
#include "pleuel/model/flexible/load_builder.hpp"
#include "pleuel/model/flexible/marker_bending.hpp"
#include "pleuel/model/flexible/nodal_reduction.hpp"

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
  const bool is_spatial = mesh.elements.empty() || fem::dimension_of(mesh.elements[0].type) == 3 || x[2] != 0;
  return "(" + number_text(x[0]) + ", " + number_text(x[1]) + (is_spatial ? ", " + number_text(x[2]) : "") +
         ")";
}

int node_at(const fem::Mesh& mesh, const Eigen::Vector3d& place) {
  const int node = mesh.nearest_node(place);
  const Eigen::Vector3d& found = mesh.nodes[node];
  if ((found - place).norm() > same_place * mesh.size())
    throw InvalidInput("no node of the mesh stands at " + text_of(place, mesh) + "; the nearest is node " +
                       std::to_string(mesh.node_tag(node)) + " at " + text_of(found, mesh) +
                       ", give its place, or a node set");
  return node;
}

std::vector<int> numbered_nodes(const fem::Mesh& mesh, const NodeNumbers& choice) {
  std::vector<int> nodes;
  for (const long long number : choice.numbers) {
    int node = 0;
    while (node < mesh.n_nodes() && mesh.node_tag(node) != number) ++node;
    if (node == mesh.n_nodes())
      throw InvalidInput("there is no node " + std::to_string(number) + "; the body has " +
                         std::to_string(mesh.n_nodes()) + " nodes, the first is number " +
                         std::to_string(mesh.node_tag(0)) + ", the last " +
                         std::to_string(mesh.node_tag(mesh.n_nodes() - 1)));
    if (std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(node);
  }
  return nodes;
}

int one_node(const fem::Mesh& mesh, const NodeChoice& choice) {
  return std::visit(Overloaded{[&](const std::string& set) { return mesh.only_node(set); },
                               [&](const Eigen::Vector3d& place) { return node_at(mesh, place); },
                               [&](const NodeNumbers& some) {
                                 const auto nodes = numbered_nodes(mesh, some);
                                 if (nodes.size() == 1) return nodes.front();
                                 throw InvalidInput(std::to_string(nodes.size()) +
                                                    " nodes are named where one is needed; name one");
                               }},
                    choice);
}

/// Of a body without known elements: nodes that K couples to a node.
template <class IsFixed>
int n_fixed_neighbours(const fem::NodalBody& body, int node, IsFixed is_fixed) {
  const FixedMatrix& K = body.stiffness();
  std::set<int> others;
  for (int which = 0; which < fem::n_nodal_dofs; ++which)
    if (const auto dof = body.dof(node, static_cast<NodalDof>(which)))
      for (int k = K.start[*dof]; k < K.start[*dof + 1]; ++k)
        others.insert(body.unknowns()[static_cast<std::size_t>(K.row[k])].node);
  return static_cast<int>(
      std::ranges::count_if(others, [&](int other) { return other != node && is_fixed(other); }));
}

/// Whether the frame holds a node of a solid and another node of one of its elements, two others of
/// tetrahedra: all turn with it.
bool is_in_fixed_patch(const fem::NodalBody& body, const fem::DofSelection& frame, int node) {
  const auto is_fixed = [&](int i) {
    for (int which = 0; which < fem::n_nodal_dofs; ++which)
      if (const auto dof = body.dof(i, static_cast<NodalDof>(which)); dof && frame.place(*dof) >= 0)
        return false;
    return true;
  };
  if (!is_fixed(node)) return false;
  const int n_others = body.dimension() - 1;
  if (body.mesh().elements.empty()) return n_fixed_neighbours(body, node, is_fixed) >= n_others;
  return std::ranges::any_of(body.mesh().elements, [&](const fem::Cell& element) {
    const auto nodes = element.nodes();
    return std::ranges::find(nodes, node) != nodes.end() &&
           std::ranges::count_if(nodes, [&](int i) { return i != node && is_fixed(i); }) >= n_others;
  });
}

/// The least squares fit of a rotation to the displacements of nodes about their mean.
template <class Add>
void add_planar_rotation(const fem::NodalBody& body, const std::vector<int>& nodes,
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
void add_spatial_rotation(const fem::NodalBody& body, const std::vector<int>& nodes,
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

template <int D>
void choose_elasticity(Elasticity elasticity, const ElasticShape& shape, fem::FlexibleBodyData<D>& data,
                       std::vector<FlexibleMarker>& markers) {
  if (elasticity == Elasticity::green)
    data.nonlinear = std::make_shared<fem::GreenElasticity<D>>(shape.body, shape.frame);
  if (elasticity != Elasticity::geometric) return;
  fem::require_axial_part(shape.body);
  fem::StaticStress stress(shape.body, shape.frame, shape.mean_axes.get());
  std::vector<fem::StaticLoad> loads =
      D == 2 ? fem::planar_inertia_loads(stress.loaded()) : fem::spatial_inertia_loads(stress.loaded());
  int next = static_cast<int>(loads.size());
  for (const FlexibleMarker& marker : markers)
    for (fem::StaticLoad& load : marker_loads(marker, shape, stress.loaded()))
      loads.push_back(std::move(load));
  stress.respond(std::move(loads));
  if constexpr (D == 2)
    data.geometric = fem::geometric_stiffening(stress, shape.mean_axes != nullptr);
  else
    data.geometric = fem::spatial_geometric_stiffening(stress);
  for (FlexibleMarker& marker : markers) {
    marker.bending = marker_bending(stress, next, shape.body);
    next += n_marker_loads;
  }
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

fem::DofSelection make_frame(const fem::NodalBody& body, const FrameChoice& choice,
                             const std::vector<MovedUnknown>& moved) {
  std::vector<int> prescribed;
  for (const MovedUnknown& unknown : moved) prescribed.push_back(unknown.dof);
  return std::visit(Overloaded{[&](const ChordFrame& chord) {
                                 const auto& mesh = body.mesh();
                                 const int a = one_node(mesh, chord.a), b = one_node(mesh, chord.b);
                                 return chord.c ? fem::chord_frame(body, a, b, one_node(mesh, *chord.c))
                                                : fem::chord_frame(body, a, b);
                               },
                               [&](const TangentFrame& tangent) {
                                 return fem::tangent_frame(body, all_nodes(body.mesh(), tangent.nodes));
                               },
                               [&](const MeanFrame&) { return fem::DofSelection(body.n_dofs(), {}); },
                               [&](const SupportFrame& frame) {
                                 return fem::supported_frame(body, frame.supports, prescribed);
                               }},
                    choice);
}

std::vector<Quantity> nodal_names(const fem::NodalBody& body, const fem::DofSelection& frame) {
  static constexpr const char* letters[] = {"ux", "uy", "uz", "thetax", "thetay", "thetaz"};
  std::vector<Quantity> names;
  for (const int dof : frame.kept()) {
    const auto& [node, which] = body.unknowns()[static_cast<std::size_t>(dof)];
    const bool is_planar_rotation = body.dimension() == 2 && is_rotation(which);
    names.push_back({(is_planar_rotation ? "theta" : letters[static_cast<int>(which)]) +
                         std::to_string(body.mesh().node_tag(node)),
                     is_rotation(which) ? "rad" : "m"});
  }
  return names;
}

std::vector<int> all_nodes(const fem::Mesh& mesh, const NodeChoice& choice) {
  if (const auto* set = std::get_if<std::string>(&choice)) return mesh.node_set(*set);
  if (const auto* some = std::get_if<NodeNumbers>(&choice)) return numbered_nodes(mesh, *some);
  return {one_node(mesh, choice)};
}

ElasticShape make_shape(fem::ElasticBody body, const FrameChoice& choice,
                        const std::vector<MovedUnknown>& moved) {
  fem::DofSelection frame = make_frame(body, choice, moved);
  std::shared_ptr<const fem::MeanAxes> mean;
  if (std::holds_alternative<MeanFrame>(choice)) mean = std::make_shared<fem::MeanAxes>(body);
  return {std::move(body), std::move(frame), std::move(mean)};
}

FlexibleMarker make_marker(const fem::NodalBody& body, const fem::DofSelection& frame,
                           const NodeChoice& choice) {
  const auto nodes = all_nodes(body.mesh(), choice);
  if (nodes.empty())
    throw InvalidInput(std::holds_alternative<std::string>(choice)
                           ? "attachment: node set '" + std::get<std::string>(choice) +
                                 "' is empty; name another"
                           : "attachment: the list of nodes is empty; name one");
  const double share = 1.0 / static_cast<double>(nodes.size());
  FlexibleMarker marker;
  marker.nodes = nodes;
  const bool turns = std::ranges::all_of(nodes, [&](int node) { return body.has_rotation(node); });
  marker.has_rotation = turns || nodes.size() > 1 || is_in_fixed_patch(body, frame, nodes.front());
  const auto add = [&](int component, int node, NodalDof which, double weight) {
    const auto dof = body.dof(node, which);
    if (dof && frame.place(*dof) >= 0 && weight != 0)
      marker.entries.push_back({component, frame.place(*dof), weight});
  };
  for (const int node : nodes) {
    marker.X += share * body.mesh().nodes[node];
    for (const int c : {0, 1, 2}) add(c, node, static_cast<NodalDof>(c), share);
  }
  if (turns) {
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

fem::LinearConditions make_rigid_set(const fem::NodalBody& body, const fem::DofSelection& frame,
                                     const NodeChoice& nodes, const std::string& name) {
  return fem::rigid_set(body, frame, all_nodes(body.mesh(), nodes), name + "_rigid");
}

void add_conditions(const FramedNodes& nodes, const fem::LinearConditions& rigid_sets,
                    const std::vector<MovedUnknown>& moved, BuiltBody& built) {
  auto all = fem::LinearConditions::joined(
      nodes.mean_axes ? nodes.mean_axes->conditions() : fem::LinearConditions{}, rigid_sets);
  int row = all.size();
  if (!moved.empty()) {
    auto given = moved_conditions(nodes.body, nodes.frame, moved);
    for (std::size_t k = 0; k < moved.size(); ++k)
      built.drives.push_back({.row = row++,
                              .value = moved[k].value,
                              .formula = moved[k].formula,
                              .is_rotation = given.rows[k].is_rotation,
                              .name = given.rows[k].name,
                              .place = moved[k].place});
    all = fem::LinearConditions::joined(all, given);
  }
  if (all.size() > 0) built.conditions = std::make_shared<fem::LinearConditions>(std::move(all));
}

void check_dynamics(const ElasticDynamics& dynamics, bool is_inelastic) {
  if (dynamics.modal_damping.is_given() && !dynamics.reduction)
    throw InvalidInput(
        "damping ratios belong to modes, but the body keeps all unknowns; add 'modes' or 'reduction', or "
        "give "
        "'alpha' and 'beta'");
  if (dynamics.reduction && dynamics.elasticity == Elasticity::green)
    throw InvalidInput("modes belong to linear elasticity, but 'green' is asked for; leave one of them out");
  if (dynamics.elasticity == Elasticity::geometric && !dynamics.displacements.empty())
    throw InvalidInput(
        "prescribed displacements cause axial forces that geometric stiffening does not contain; take "
        "\"green\" "
        "elasticity, or move a marker by a driver");
  if (dynamics.reduction && !dynamics.displacements.empty())
    throw InvalidInput(
        "prescribed displacements need all unknowns, but 'modes' or 'reduction' keeps a few shapes; leave "
        "one "
        "of them out, or move a marker by a driver");
  if (is_inelastic && (dynamics.reduction || dynamics.elasticity != Elasticity::linear))
    throw InvalidInput(
        std::string("a material with inelastic strains needs all unknowns and small strains, but ") +
        (dynamics.reduction                             ? "'modes' or a 'reduction' are"
         : dynamics.elasticity == Elasticity::geometric ? "'geometric' stiffening is"
                                                        : "'green' elasticity is") +
        " asked for; leave one of them out");
}

ElasticBuild build_elastic(ElasticShape shape, BodyMarkers markers, const ElasticDynamics& dynamics,
                           const Eigen::Vector3d& gravity,
                           std::shared_ptr<const material::Material> inelastic) {
  check_dynamics(dynamics, inelastic != nullptr);
  if (dynamics.elasticity == Elasticity::geometric && markers.rigid_sets.size() > 0)
    throw InvalidInput(
        "geometric stiffening takes the stresses of nodes that deform freely, but a marker has \"attach\": "
        "\"rigid\"; take \"mean\" there, or \"elasticity\": \"linear\"");
  const auto& frame = shape.frame;
  const bool is_spatial = shape.body.dimension() == 3;
  ElasticBuild build;
  const std::vector<MovedUnknown> moved = moved_unknowns(shape.body, dynamics.displacements);
  std::vector<int> prescribed;
  for (const MovedUnknown& unknown : moved) prescribed.push_back(unknown.dof);
  build.remarks = beam_remarks(shape, dynamics.reduction ? dynamics.reduction->modes : 0, prescribed);
  if (inelastic && shape.body.is_spatial_beam())
    build.remarks.emplace_back(
        "has fibres that flow by the axial stress alone; its torsion and shear remain elastic: take "
        "tetrahedra "
        "where their stresses are not small beside the axial ones");
  auto body = std::make_shared<BuiltBody>();
  const bool is_damped = dynamics.damping.alpha != 0 || dynamics.damping.beta != 0;
  FixedMatrix damping;
  if (is_damped) damping = frame.restrict(shape.body.damping(dynamics.damping));
  const FramedNodes nodes{
      shape.body, frame, shape.mean_axes.get(),
      shape.body.is_beam() ? axis_directions(shape.body.mesh()) : std::vector<Eigen::Vector3d>{}};
  if (is_spatial) {
    fem::FlexibleBodyData<3> data{.integrals = fem::spatial_integrals(shape.body).restricted(frame),
                                  .stiffness = frame.restrict(shape.body.stiffness()),
                                  .damping = std::move(damping),
                                  .gravity = gravity};
    choose_elasticity(dynamics.elasticity, shape, data, markers.markers);
    body->reduction = reduce_nodes(nodes, dynamics, data, markers, shape.V, body->deformations);
    body->spatial_equations = std::make_shared<fem::FlexibleBody<3>>(std::move(data));
  } else {
    fem::FlexibleBodyData<2> data{.integrals = fem::shape_integrals(shape.body).restricted(frame),
                                  .stiffness = frame.restrict(shape.body.stiffness()),
                                  .damping = std::move(damping),
                                  .gravity = gravity.head<2>()};
    choose_elasticity(dynamics.elasticity, shape, data, markers.markers);
    body->reduction = reduce_nodes(nodes, dynamics, data, markers, shape.V, body->deformations);
    body->equations = std::make_shared<fem::FlexibleBody<2>>(std::move(data));
  }
  body->loads = make_loads(shape, dynamics.loads);
  if (!body->loads.empty() && dynamics.elasticity == Elasticity::geometric)
    build.remarks.push_back(
        "has tractions or body forces, whose axial forces neither stiffen nor buckle it: geometric "
        "stiffening "
        "contains the loads of inertia, gravity and forces at markers; take \"green\" elasticity, or forces "
        "at "
        "markers");
  if (body->reduction && !body->loads.empty())
    if (auto text = load_remark(shape, markers.rigid_sets, dynamics.loads); !text.empty())
      build.remarks.push_back(std::move(text));
  if (inelastic)
    body->points = std::make_shared<fem::InelasticPoints>(shape.body, frame, std::move(inelastic));
  if (!body->reduction) {
    body->deformations = nodal_names(shape.body, shape.frame);
    body->mean_axes = shape.mean_axes;
    add_conditions(nodes, markers.rigid_sets, moved, *body);
  }
  body->shape = std::make_shared<ElasticShape>(std::move(shape));
  build.body = std::move(body);
  build.markers = std::move(markers.markers);
  return build;
}

}  // namespace pleuel
