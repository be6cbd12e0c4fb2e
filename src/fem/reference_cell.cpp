#include "pleuel/fem/reference_cell.hpp"

#include <Eigen/Geometry>

namespace pleuel::fem {
namespace {

/// ∂x/∂ξ.
template <int D>
Eigen::Matrix<double, D, D> jacobian(const Mesh& mesh, const Cell& cell, const CellShape<D>& shape) {
  Eigen::Matrix<double, D, D> J = Eigen::Matrix<double, D, D>::Zero();
  for (int k = 0; k < n_nodes_of(cell.type); ++k)
    J += mesh.nodes[cell.node[k]].template head<D>() * shape.dN.col(k).transpose();
  return J;
}

/// J⁻ᵀ det J, the matrix of cofactors.
Eigen::Matrix2d cofactors(const Eigen::Matrix2d& J) {
  Eigen::Matrix2d C;
  C << J(1, 1), -J(1, 0), -J(0, 1), J(0, 0);
  return C;
}
Eigen::Matrix3d cofactors(const Eigen::Matrix3d& J) {
  Eigen::Matrix3d C;
  for (int k = 0; k < 3; ++k) C.col(k) = J.col((k + 1) % 3).cross(J.col((k + 2) % 3));
  return C;
}

double determinant_of(const Eigen::Matrix2d& J) { return J(0, 0) * J(1, 1) - J(0, 1) * J(1, 0); }
double determinant_of(const Eigen::Matrix3d& J) { return J.col(0).dot(J.col(1).cross(J.col(2))); }

}  // namespace

template <int D>
CellShape<D>::CellShape(CellType type, const Point& xi) {
  const int n_corners = D + 1;
  Eigen::Matrix<double, 1, D + 1> L;
  Eigen::Matrix<double, D, D + 1> dL;
  L[0] = 1;
  for (int i = 0; i < D; ++i) L[0] -= xi[i];
  L.template tail<D>() = xi.transpose();
  dL.col(0).setConstant(-1);
  dL.template rightCols<D>().setIdentity();
  if (!is_quadratic(type)) {
    N.template head<D + 1>() = L;
    dN.template leftCols<D + 1>() = dL;
    return;
  }
  for (int a = 0; a < n_corners; ++a) {
    N[a] = L[a] * (2 * L[a] - 1);
    dN.col(a) = (4 * L[a] - 1) * dL.col(a);
  }
  for (int e = 0; e < n_nodes_of(type) - n_corners; ++e) {
    const auto [a, b] = edge_corners(e);
    N[n_corners + e] = 4 * L[a] * L[b];
    dN.col(n_corners + e) = 4 * (L[b] * dL.col(a) + L[a] * dL.col(b));
  }
}

std::array<int, 2> edge_corners(int edge) {
  static constexpr std::array<int, 2> corners[] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
  return corners[edge];
}

template <int D>
Eigen::Matrix<double, D, 1> node_place(int node) {
  using Place = Eigen::Matrix<double, D, 1>;
  const auto corner = [](int k) {
    Place xi = Place::Zero();
    if (k > 0) xi[k - 1] = 1;
    return xi;
  };
  if (node <= D) return corner(node);
  const auto [a, b] = edge_corners(node - D - 1);
  return 0.5 * (corner(a) + corner(b));
}

template <int D>
CellAt<D>::CellAt(const Mesh& mesh, const Cell& cell, const Point& xi)
    : shape(cell.type, xi), x(Point::Zero()) {
  const int n = n_nodes_of(cell.type);
  for (int k = 0; k < n; ++k) x += shape.N[k] * mesh.nodes[cell.node[k]].template head<D>();
  const Eigen::Matrix<double, D, D> J = jacobian<D>(mesh, cell, shape);
  determinant = determinant_of(J);
  gradient.leftCols(n) = (cofactors(J) / determinant) * shape.dN.leftCols(n);
}

template <int D>
double cell_determinant(const Mesh& mesh, const Cell& cell, const Eigen::Matrix<double, D, 1>& xi) {
  return determinant_of(jacobian<D>(mesh, cell, CellShape<D>(cell.type, xi)));
}

template struct CellShape<2>;
template struct CellShape<3>;
template struct CellAt<2>;
template struct CellAt<3>;
template Eigen::Vector2d node_place<2>(int node);
template Eigen::Vector3d node_place<3>(int node);
template double cell_determinant<2>(const Mesh&, const Cell&, const Eigen::Vector2d&);
template double cell_determinant<3>(const Mesh&, const Cell&, const Eigen::Vector3d&);

}  // namespace pleuel::fem
