#include "pleuel/model/flexible/nodal_reduction.hpp"

#include <Eigen/Geometry>
#include <array>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"

namespace pleuel {
namespace {

using fem::NodalDof;

/// The unknowns of a displacement field, with all that the frame holds. With the gradient
/// ∂u_i/∂x_j, the section of a beam with the direction t turns by t × ∂u/∂s.
Vector unknowns_of(const FramedNodes& nodes, const ShapeFormulas& field) {
  const fem::NodalBody& body = nodes.body;
  Vector q(body.n_dofs());
  for (int dof = 0; dof < body.n_dofs(); ++dof) {
    const auto& [node, which] = body.unknowns()[static_cast<std::size_t>(dof)];
    const Eigen::Vector3d& x = body.mesh().nodes[static_cast<std::size_t>(node)];
    const std::array inputs = {0.0, x[0], x[1], x[2]};
    Eigen::Vector3d u = Eigen::Vector3d::Zero();
    Eigen::Matrix3d slope = Eigen::Matrix3d::Zero();
    for (std::size_t c = 0; c < field.u.size(); ++c) {
      std::array<double, 4> derivatives = {};
      const auto n = static_cast<std::size_t>(field.u[c].n_inputs());
      u[static_cast<int>(c)] = field.u[c].gradient({inputs.data(), n}, {derivatives.data(), n});
      for (std::size_t k = 1; k < n; ++k)
        slope(static_cast<int>(c), static_cast<int>(k) - 1) = derivatives[k];
    }
    Eigen::Vector3d theta = 0.5 * Eigen::Vector3d(slope(2, 1) - slope(1, 2), slope(0, 2) - slope(2, 0),
                                                  slope(1, 0) - slope(0, 1));
    if (!nodes.axes.empty()) {
      const Eigen::Vector3d& t = nodes.axes[static_cast<std::size_t>(node)];
      theta = t.cross(slope * t);
    }
    const int component = static_cast<int>(which);
    q[dof] = component < 3 ? u[component] : theta[component - 3];
  }
  return q;
}

/// The shapes of the user in the unknowns that the frame keeps; in mean axes without their rigid
/// parts. Throws InvalidInput for a shape that moves what the frame or a rigid set holds.
Matrix given_shapes(const FramedNodes& nodes, const std::vector<ShapeFormulas>& fields,
                    const fem::LinearConditions& rigid_sets) {
  constexpr double held = 1e-9;  // of the largest unknown
  Matrix V(nodes.frame.n_kept(), static_cast<Eigen::Index>(fields.size()));
  Vector violation(rigid_sets.size());
  for (std::size_t k = 0; k < fields.size(); ++k) {
    const Vector q = unknowns_of(nodes, fields[k]);
    const std::string which = "shape " + std::to_string(k + 1);
    if (!q.allFinite()) throw InvalidInput(which + " is not finite at all nodes; correct its formulas");
    const double size = q.cwiseAbs().maxCoeff();
    for (int dof = 0; dof < nodes.body.n_dofs(); ++dof)
      if (nodes.frame.place(dof) < 0 && std::abs(q[dof]) > held * size)
        throw InvalidInput(which + " moves " + nodes.body.dof_name(dof) + " by " + number_text(q[dof]) +
                           ", which the frame holds; subtract a rigid motion, or choose another frame");
    auto column = V.col(static_cast<Eigen::Index>(k));
    column = nodes.frame.restrict(q);
    if (nodes.mean_axes != nullptr) column -= nodes.mean_axes->R * (nodes.mean_axes->W * column).eval();
    violation.setZero();
    rigid_sets.C_transposed.multiply_transposed_add(1, column.data(), violation.data());
    if (violation.size() > 0 && violation.cwiseAbs().maxCoeff() > held * size)
      throw InvalidInput(which +
                         " deforms the nodes of a marker that are attached as a rigid set; let them "
                         "move as one body, or attach the marker to their mean");
  }
  return V;
}

}  // namespace

std::vector<Eigen::Vector3d> axis_directions(const fem::Mesh& mesh) {
  std::vector<Eigen::Vector3d> t(mesh.nodes.size(), Eigen::Vector3d::Zero());
  for (const fem::Cell& cell : mesh.elements) {
    const Eigen::Vector3d along = (mesh.nodes[cell.node[1]] - mesh.nodes[cell.node[0]]).normalized();
    for (const int node : cell.nodes()) t[node] += along;
  }
  for (auto& direction : t)
    if (direction.norm() > 0) direction.normalize();
  return t;
}

template <int D>
std::shared_ptr<const ReductionReport> reduce_nodes(const FramedNodes& nodes, const ElasticDynamics& dynamics,
                                                    fem::FlexibleBodyData<D>& data, BodyMarkers& markers,
                                                    Matrix& V, std::vector<Quantity>& names) {
  if (!dynamics.reduction) return nullptr;
  ReducibleBody body{.mass = nodes.frame.restrict(nodes.body.mass()),
                     .response = fem::StaticResponse(data.stiffness, nodes.mean_axes),
                     .marker_names = markers.names,
                     .given = given_shapes(nodes, dynamics.reduction->shapes, markers.rigid_sets)};
  body.response.require(markers.rigid_sets.C_transposed);
  Reduction reduction = reduce<D>(*dynamics.reduction, dynamics.modal_damping, body, data, markers.markers);
  V = std::move(reduction.V);
  names = std::move(reduction.names);
  return std::make_shared<ReductionReport>(std::move(reduction.report));
}

template std::shared_ptr<const ReductionReport> reduce_nodes<2>(const FramedNodes&, const ElasticDynamics&,
                                                                fem::FlexibleBodyData<2>&, BodyMarkers&,
                                                                Matrix&, std::vector<Quantity>&);
template std::shared_ptr<const ReductionReport> reduce_nodes<3>(const FramedNodes&, const ElasticDynamics&,
                                                                fem::FlexibleBodyData<3>&, BodyMarkers&,
                                                                Matrix&, std::vector<Quantity>&);

}  // namespace pleuel
