#include "pleuel/fem/body_frame.hpp"

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/linalg/decompositions.hpp"

namespace pleuel::fem {
namespace {

void require_node(const ElasticBody& body, int node) {
  if (node >= 0 && node < body.mesh().n_nodes()) return;
  throw InvalidInput("frame: node " + std::to_string(node) + " does not exist; the mesh has " +
                     std::to_string(body.mesh().n_nodes()) + " nodes");
}

/// "a rotation about (0.1, 0)": the rigid motion a1 (1,0) + a2 (0,1) + a3 (−x2, x1).
std::string motion_name(const Eigen::Vector3d& a) {
  if (std::abs(a[2]) * 1e6 < a.head<2>().norm())
    return "a translation along (" + number_text(a[0]) + ", " + number_text(a[1]) + ")";
  return "a rotation about (" + number_text(-a[1] / a[2]) + ", " + number_text(a[0] / a[2]) + ")";
}

}  // namespace

DofSelection fixed_frame(const ElasticBody& body, const std::vector<int>& dofs) {
  for (const int d : dofs)
    if (d < 0 || d >= body.n_dofs())
      throw InvalidInput("frame: unknown " + std::to_string(d) + " does not exist; the body has " +
                         std::to_string(body.n_dofs()));
  // The rigid motions at the fixed unknowns, with rotation about the body's middle and scaled by
  // its size, so that columns are comparable.
  Eigen::Vector3d low = body.mesh().nodes[0], high = low;
  for (const auto& x : body.mesh().nodes) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  const Eigen::Vector3d middle = 0.5 * (low + high);
  const double size = (high - low).norm();
  Matrix rigid(body.n_dofs(), 3);
  rigid << body.translation(0), body.translation(1), body.rotation();
  rigid.col(2) = (rigid.col(2) + middle[1] * rigid.col(0) - middle[0] * rigid.col(1)) / size;
  const auto n = static_cast<Eigen::Index>(dofs.size());
  Matrix held = Matrix::Zero(n + 3, 3);
  for (Eigen::Index k = 0; k < n; ++k) held.row(k) = rigid.row(dofs[k]);
  // Motions that the elements cannot represent (axial motion of a beam without axial part) need no
  // condition.
  for (int j = 0; j < 3; ++j)
    if (rigid.col(j).isZero(0)) held(n + j, j) = 1;
  const Svd svd = right_svd(held);
  if (svd.values[2] < 1e-9 * svd.values[0] || svd.values[0] == 0) {
    Eigen::Vector3d a = svd.V.col(2);
    Eigen::Index largest = 0;
    a.cwiseAbs().maxCoeff(&largest);
    if (a[largest] < 0) a = -a;
    a[2] /= size;
    a[0] += a[2] * middle[1];
    a[1] -= a[2] * middle[0];
    throw InvalidInput("frame: its " + std::to_string(dofs.size()) + " fixed unknowns leave " +
                       motion_name(a) + " free; fix more of them");
  }
  return DofSelection(body.n_dofs(), dofs);
}

DofSelection chord_frame(const ElasticBody& body, int a, int b) {
  require_node(body, a);
  require_node(body, b);
  const Mesh& mesh = body.mesh();
  const Eigen::Vector2d d = mesh.point(b) - mesh.point(a);
  if (std::abs(d[1]) > 1e-12 * std::abs(d[0]))
    throw InvalidInput("chord frame: nodes " + std::to_string(mesh.node_tag(a)) + " and " +
                       std::to_string(mesh.node_tag(b)) +
                       " must differ and have the same x2; they differ by (" + number_text(d[0]) + ", " +
                       number_text(d[1]) + "); rotate the mesh or choose other nodes");
  if (a == b)
    throw InvalidInput("chord frame: it needs two nodes; both are " + std::to_string(mesh.node_tag(a)));
  std::vector<int> fixed;
  for (const auto& dof : {body.dof(a, NodalDof::x), body.dof(a, NodalDof::y), body.dof(b, NodalDof::y)})
    if (dof) fixed.push_back(*dof);
  return fixed_frame(body, fixed);
}

DofSelection tangent_frame(const ElasticBody& body, const std::string& set) {
  std::vector<int> fixed;
  for (const int node : body.mesh().node_set(set))
    for (const NodalDof which : body.nodal_dofs()) fixed.push_back(*body.dof(node, which));
  return fixed_frame(body, fixed);
}

DofSelection supported_frame(const ElasticBody& body, const std::vector<Support>& supports) {
  std::vector<int> fixed;
  for (const Support& support : supports)
    for (const int node : body.mesh().node_set(support.set))
      for (const NodalDof which : support.nodal_dofs)
        if (const auto dof = body.dof(node, which)) fixed.push_back(*dof);
  return fixed_frame(body, fixed);
}

}  // namespace pleuel::fem
