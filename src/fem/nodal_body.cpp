#include "pleuel/fem/nodal_body.hpp"

#include <Eigen/Geometry>

namespace pleuel::fem {

NodalBody::NodalBody(Mesh mesh, int dimension, const std::vector<NodalDof>& of_every_node)
    : mesh_(std::move(mesh)), dimension_(dimension) {
  for (int node = 0; node < mesh_.n_nodes(); ++node)
    for (const NodalDof which : of_every_node) unknowns_.push_back({node, which});
  number();
}

NodalBody::NodalBody(Mesh mesh, int dimension, std::vector<Unknown> unknowns)
    : mesh_(std::move(mesh)), dimension_(dimension), unknowns_(std::move(unknowns)) {
  number();
}

void NodalBody::number() {
  place_.resize(mesh_.nodes.size());
  for (auto& of_node : place_) of_node.fill(-1);
  for (int k = 0; k < n_dofs(); ++k)
    place_[static_cast<std::size_t>(unknowns_[k].node)][static_cast<std::size_t>(unknowns_[k].which)] = k;
}

bool NodalBody::has_rotation(int node) const {
  if (dimension_ == 2) return dof(node, NodalDof::rotation_z).has_value();
  return dof(node, NodalDof::rotation_x) && dof(node, NodalDof::rotation_y) &&
         dof(node, NodalDof::rotation_z);
}

std::string NodalBody::dof_name(int dof) const {
  static constexpr const char* names[] = {" x", " y", " z", " turn x", " turn y", " turn"};
  const Unknown& unknown = unknowns_[static_cast<std::size_t>(dof)];
  return "node " + std::to_string(mesh_.node_tag(unknown.node)) + names[static_cast<int>(unknown.which)];
}

Vector NodalBody::translation(int direction) const {
  Vector q = Vector::Zero(n_dofs());
  for (int i = 0; i < mesh_.n_nodes(); ++i)
    if (const auto d = dof(i, static_cast<NodalDof>(direction))) q[*d] = 1;
  return q;
}

Vector NodalBody::rotation(int axis) const {
  Vector q = Vector::Zero(n_dofs());
  for (int i = 0; i < mesh_.n_nodes(); ++i) {
    const Eigen::Vector3d u = Eigen::Vector3d::Unit(axis).cross(mesh_.nodes[i]);
    for (const int c : {0, 1, 2})
      if (const auto d = dof(i, static_cast<NodalDof>(c))) q[*d] = u[c];
    constexpr NodalDof rotations[] = {NodalDof::rotation_x, NodalDof::rotation_y, NodalDof::rotation_z};
    if (const auto d = dof(i, rotations[axis])) q[*d] = 1;
  }
  return q;
}

Matrix NodalBody::rigid_motions() const {
  if (dimension() == 2) {
    Matrix rigid(n_dofs(), 3);
    rigid << translation(0), translation(1), rotation();
    return rigid;
  }
  Matrix rigid(n_dofs(), 6);
  for (int k = 0; k < 3; ++k) {
    rigid.col(k) = translation(k);
    rigid.col(3 + k) = rotation(k);
  }
  return rigid;
}

Eigen::Vector3d NodalBody::displacement(int node, const Vector& q) const {
  Eigen::Vector3d u = Eigen::Vector3d::Zero();
  for (const int c : {0, 1, 2})
    if (const auto d = dof(node, static_cast<NodalDof>(c))) u[c] = q[*d];
  return u;
}

}  // namespace pleuel::fem
