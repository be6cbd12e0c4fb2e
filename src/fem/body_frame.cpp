#include "pleuel/fem/body_frame.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/shape_integrals.hpp"
#include "pleuel/linalg/decompositions.hpp"

namespace pleuel::fem {
namespace {

void require_node(const NodalBody& body, int node) {
  if (node >= 0 && node < body.mesh().n_nodes()) return;
  throw InvalidInput("frame: node " + std::to_string(node) + " does not exist; the mesh has " +
                     std::to_string(body.mesh().n_nodes()) + " nodes");
}

std::string text_of(const Eigen::Vector3d& x, int dimension) {
  return "(" + number_text(x[0]) + ", " + number_text(x[1]) +
         (dimension == 3 ? ", " + number_text(x[2]) : "") + ")";
}

/// "a rotation about (0.1, 0)": the rigid motion u = t + w × x.
std::string motion_name(const Eigen::Vector3d& t, const Eigen::Vector3d& w, int dimension) {
  if (w.norm() * 1e6 < t.norm()) return "a translation along " + text_of(t, dimension);
  const Eigen::Vector3d point = w.cross(t) / w.squaredNorm();  // of the axis, nearest to the origin
  std::string text = "a rotation about " + text_of(point, dimension);
  if (dimension == 3) text += " along " + text_of(w.normalized(), dimension);
  return text;
}

/// The rigid motions of a body, with rotation about its middle and scaled by its size, so that
/// columns are comparable.
struct ScaledRigidMotions {
  Matrix columns;
  Eigen::Vector3d middle;
  double size;
  int dimension;

  explicit ScaledRigidMotions(const NodalBody& body)
      : columns(body.rigid_motions()), dimension(body.dimension()) {
    Eigen::Vector3d low = body.mesh().nodes[0], high = low;
    for (const auto& x : body.mesh().nodes) {
      low = low.cwiseMin(x);
      high = high.cwiseMax(x);
    }
    middle = 0.5 * (low + high);
    size = (high - low).norm();
    for (Eigen::Index k = dimension; k < columns.cols(); ++k) {
      const Eigen::Vector3d of_middle = axis(k - dimension).cross(middle);
      columns.col(k) = (columns.col(k) - columns.leftCols(dimension) * of_middle.head(dimension)) / size;
    }
  }
  Eigen::Vector3d axis(Eigen::Index k) const { return Eigen::Vector3d::Unit(dimension == 2 ? 2 : k); }
};

/// Small numbers beside others are zero.
Eigen::Vector3d rounded(const Eigen::Vector3d& x, double size) {
  return x.unaryExpr([&](double value) { return std::abs(value) < 1e-9 * size ? 0.0 : value; });
}

/// Two nodes on a parallel to the x axis.
void require_chord(const NodalBody& body, int a, int b) {
  require_node(body, a);
  require_node(body, b);
  const Mesh& mesh = body.mesh();
  const int dimension = body.dimension();
  const Eigen::Vector3d d = mesh.nodes[b] - mesh.nodes[a];
  if (d.tail<2>().norm() > 1e-12 * std::abs(d[0]))
    throw InvalidInput("chord frame: nodes " + std::to_string(mesh.node_tag(a)) + " and " +
                       std::to_string(mesh.node_tag(b)) + " must differ and have the same x2" +
                       (dimension == 3 ? " and x3" : "") + "; they differ by " + text_of(d, dimension) +
                       "; rotate the mesh or choose other nodes");
  if (a == b)
    throw InvalidInput("chord frame: it needs two nodes; both are " + std::to_string(mesh.node_tag(a)));
}

}  // namespace

DofSelection fixed_frame(const NodalBody& body, const std::vector<int>& dofs,
                         const std::vector<int>& prescribed) {
  for (const int d : dofs)
    if (d < 0 || d >= body.n_dofs())
      throw InvalidInput("frame: unknown " + std::to_string(d) + " does not exist; the body has " +
                         std::to_string(body.n_dofs()));
  const ScaledRigidMotions motions(body);
  const Matrix& rigid = motions.columns;
  const Eigen::Vector3d& middle = motions.middle;
  const double size = motions.size;
  const int dimension = body.dimension(), n_rigid = static_cast<int>(rigid.cols());
  // At the fixed unknowns.
  std::vector<int> holding = dofs;
  holding.insert(holding.end(), prescribed.begin(), prescribed.end());
  const auto n = static_cast<Eigen::Index>(holding.size());
  Matrix held = Matrix::Zero(n + n_rigid, n_rigid);
  for (Eigen::Index k = 0; k < n; ++k) held.row(k) = rigid.row(holding[static_cast<std::size_t>(k)]);
  // Motions that the elements cannot represent (axial motion of a beam without axial part) need no
  // condition.
  for (int j = 0; j < n_rigid; ++j)
    if (rigid.col(j).isZero(0)) held(n + j, j) = 1;
  const Svd svd = right_svd(held);
  if (svd.values[n_rigid - 1] < 1e-9 * svd.values[0] || svd.values[0] == 0) {
    Vector a = svd.V.col(n_rigid - 1);
    Eigen::Index largest = 0;
    a.cwiseAbs().maxCoeff(&largest);
    if (a[largest] < 0) a = -a;
    Eigen::Vector3d t = Eigen::Vector3d::Zero(), w = Eigen::Vector3d::Zero();
    t.head(dimension) = a.head(dimension);
    for (int k = dimension; k < n_rigid; ++k) w += a[k] / size * motions.axis(k - dimension);
    w = rounded(w, 1 / size);
    t = rounded(t - w.cross(middle), 1);
    const std::string also =
        prescribed.empty() ? "" : " and " + std::to_string(prescribed.size()) + " prescribed";
    throw InvalidInput("frame: its " + std::to_string(dofs.size()) + " fixed" + also + " unknowns leave " +
                       motion_name(t, w, dimension) + " free; fix more of them");
  }
  return DofSelection(body.n_dofs(), dofs);
}

MeanAxes::MeanAxes(const NodalBody& body) {
  const Matrix all = body.rigid_motions(), scaled = ScaledRigidMotions(body).columns;
  std::vector<int> represented;
  for (Eigen::Index k = 0; k < all.cols(); ++k)
    if (!all.col(k).isZero(0)) {
      const bool is_rotation = k >= body.dimension();
      const auto axis = static_cast<int>(body.dimension() == 2 && is_rotation ? 2 : k % 3);
      represented.push_back(static_cast<int>(k));
      rows.push_back({std::string("mean_") + (is_rotation ? "rotation_" : "") + "xyz"[axis], is_rotation});
      motions.push_back(axis + (is_rotation ? 3 : 0));
    }
  R = all(Eigen::all, represented);
  held = rows_of_large_volume(scaled(Eigen::all, represented));
  Matrix MR = Matrix::Zero(R.rows(), R.cols());
  for (Eigen::Index k = 0; k < R.cols(); ++k) body.mass().multiply_add(1, R.col(k).data(), MR.col(k).data());
  inverse_mass = solved_symmetric(R.transpose() * MR, Matrix(Matrix::Identity(R.cols(), R.cols())));
  W = inverse_mass * MR.transpose();
}

LinearConditions MeanAxes::conditions() const {
  return {.C_transposed = full_matrix(W.transpose()), .rows = rows, .held = held};
}

DofSelection chord_frame(const NodalBody& body, int a, int b) {
  require_chord(body, a, b);
  if (body.dimension() == 3 && !body.has_rotation(a))
    throw InvalidInput(
        "chord frame: in space it needs a third node 'c' beside the chord, which stays in its plane");
  std::vector<int> fixed;
  for (const NodalDof which : {NodalDof::x, NodalDof::y, NodalDof::z, NodalDof::rotation_x})
    if (const auto dof = body.dof(a, which)) fixed.push_back(*dof);
  for (const NodalDof which : {NodalDof::y, NodalDof::z})
    if (const auto dof = body.dof(b, which)) fixed.push_back(*dof);
  return fixed_frame(body, fixed);
}

DofSelection chord_frame(const NodalBody& body, int a, int b, int c) {
  if (body.dimension() == 2)
    throw InvalidInput("chord frame: in the plane it has two nodes, 'a' and 'b'; remove 'c'");
  require_chord(body, a, b);
  if (body.has_rotation(a))
    throw InvalidInput(
        "chord frame: of nodes with rotations, as of a beam, it has two, 'a' and 'b', and does not rotate "
        "about the chord at 'a'; remove 'c'");
  require_node(body, c);
  const Mesh& mesh = body.mesh();
  const Eigen::Vector3d d = mesh.nodes[c] - mesh.nodes[a];
  if (!(std::abs(d[1]) > 1e-6 * std::abs(mesh.nodes[b][0] - mesh.nodes[a][0])))
    throw InvalidInput("chord frame: node " + std::to_string(mesh.node_tag(c)) + ", 'c', and node " +
                       std::to_string(mesh.node_tag(a)) + ", 'a', must have different x2; they differ by " +
                       text_of(d, 3) + "; choose another 'c'");
  std::vector<int> fixed;
  for (const auto& [node, which] :
       {std::pair(a, NodalDof::x), std::pair(a, NodalDof::y), std::pair(a, NodalDof::z),
        std::pair(b, NodalDof::y), std::pair(b, NodalDof::z), std::pair(c, NodalDof::z)})
    if (const auto dof = body.dof(node, which)) fixed.push_back(*dof);
  return fixed_frame(body, fixed);
}

DofSelection tangent_frame(const NodalBody& body, const std::vector<int>& nodes) {
  std::vector<int> fixed;
  for (const int node : nodes)
    for (int which = 0; which < n_nodal_dofs; ++which)
      if (const auto dof = body.dof(node, static_cast<NodalDof>(which))) fixed.push_back(*dof);
  return fixed_frame(body, fixed);
}

DofSelection tangent_frame(const NodalBody& body, const std::string& set) {
  return tangent_frame(body, body.mesh().node_set(set));
}

DofSelection supported_frame(const NodalBody& body, const std::vector<Support>& supports,
                             const std::vector<int>& prescribed) {
  std::vector<int> fixed;
  for (const Support& support : supports)
    for (const int node : body.mesh().node_set(support.set))
      for (const NodalDof which : support.nodal_dofs)
        if (const auto dof = body.dof(node, which)) fixed.push_back(*dof);
  return fixed_frame(body, fixed, prescribed);
}

std::vector<int> holding_unknowns(const NodalBody& body, const DofSelection& frame,
                                  const std::vector<int>& some) {
  const Matrix rigid = ScaledRigidMotions(body).columns;
  const Eigen::Index n_rigid = rigid.cols();
  std::vector<int> fixed;
  for (int dof = 0; dof < frame.n_all(); ++dof)
    if (frame.place(dof) < 0) fixed.push_back(dof);
  Matrix held = Matrix::Zero(static_cast<Eigen::Index>(fixed.size()) + n_rigid, n_rigid);
  held.topRows(static_cast<Eigen::Index>(fixed.size())) = rigid(fixed, Eigen::all);
  for (Eigen::Index j = 0; j < n_rigid; ++j)
    if (rigid.col(j).isZero(0)) held(static_cast<Eigen::Index>(fixed.size()) + j, j) = 1;
  const Svd svd = right_svd(held);
  Eigen::Index rank = 0;
  while (rank < n_rigid && svd.values[rank] > 1e-9 * svd.values[0] && svd.values[0] > 0) ++rank;
  if (rank == n_rigid) return {};
  const Matrix left = rigid(some, Eigen::all) * svd.V.rightCols(n_rigid - rank);
  std::vector<int> chosen;
  for (const int row : rows_of_large_volume(left)) chosen.push_back(some[static_cast<std::size_t>(row)]);
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace pleuel::fem
