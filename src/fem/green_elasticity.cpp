#include "pleuel/fem/green_elasticity.hpp"

#include "pleuel/base/error.hpp"

namespace pleuel::fem {
namespace {

using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Strain2 = Eigen::Vector3d;
using Strain3 = Eigen::Matrix<double, 6, 1>;

/// (E11, E22, 2E12), and in space (E11, E22, E33, 2E12, 2E23, 2E31).
Strain2 green_strain(const Matrix2d& F) {
  return {0.5 * (F.col(0).squaredNorm() - 1), 0.5 * (F.col(1).squaredNorm() - 1), F.col(0).dot(F.col(1))};
}
Strain3 green_strain(const Matrix3d& F) {
  Strain3 E;
  for (int i = 0; i < 3; ++i) {
    E[i] = 0.5 * (F.col(i).squaredNorm() - 1);
    E[3 + i] = F.col(i).dot(F.col((i + 1) % 3));
  }
  return E;
}

/// (Symmetric part of Fᵀ∂F/∂q_a, as a strain) for the displacements of a node whose shape function
/// has the gradient g.
Eigen::Matrix<double, 3, 2> strain_change(const Matrix2d& F, const Eigen::Vector2d& g) {
  Eigen::Matrix<double, 3, 2> B;
  for (int i = 0; i < 2; ++i) B.col(i) << F(i, 0) * g[0], F(i, 1) * g[1], F(i, 0) * g[1] + F(i, 1) * g[0];
  return B;
}
Eigen::Matrix<double, 6, 3> strain_change(const Matrix3d& F, const Eigen::Vector3d& g) {
  Eigen::Matrix<double, 6, 3> B;
  for (int i = 0; i < 3; ++i)
    for (int c = 0; c < 3; ++c) {
      const int d = (c + 1) % 3;
      B(c, i) = F(i, c) * g[c];
      B(3 + c, i) = F(i, c) * g[d] + F(i, d) * g[c];
    }
  return B;
}

Matrix2d stress_matrix(const Strain2& s) {
  Matrix2d S;
  S << s[0], s[2], s[2], s[1];
  return S;
}
Matrix3d stress_matrix(const Strain3& s) {
  Matrix3d S;
  S << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
  return S;
}

}  // namespace

template <int D>
GreenElasticity<D>::GreenElasticity(const ElasticBody& body, const DofSelection& frame)
    : pattern_(frame.restrict(body.stiffness())) {
  if (body.is_beam())
    throw InvalidInput(
        "nonlinear elasticity: the body is a beam; Green's strain is for triangles and tetrahedra, beams "
        "have geometric stiffening");
  const Mesh& mesh = body.mesh();
  double thickness = 1;
  if constexpr (D == 2) {
    D_ = plane_moduli(body.plane_section().material, body.plane_section().state);
    thickness = body.plane_section().thickness;
  } else {
    D_ = solid_moduli(body.solid_section().material);
  }
  for (int e = 0; e < mesh.n_elements(); ++e) {
    const Cell& element = mesh.elements[e];
    const auto dofs = body.element_dofs(e);
    ElementPlaces places{static_cast<int>(dofs.size()), {}, static_cast<int>(slots_.size())};
    for (std::size_t k = 0; k < dofs.size(); ++k) places.dof[k] = frame.place(dofs[k]);
    for (int j = 0; j < places.n_dofs; ++j)
      for (int i = 0; i < places.n_dofs; ++i)
        slots_.push_back(
            places.dof[i] < 0 || places.dof[j] < 0 ? -1 : pattern_.slot(places.dof[i], places.dof[j]));
    elements_.push_back(places);
    for (const auto& [xi, weight] : simplex_rule<D>(is_quadratic(element.type) ? 4 : 1)) {
      const CellAt<D> at(mesh, element, xi);
      points_.push_back({e, weight * at.determinant * thickness, at.gradient});
    }
  }
}

template <int D>
auto GreenElasticity<D>::gradient_at(const Point& point, const ConstVec& q) const -> Square {
  const ElementPlaces& places = elements_[point.element];
  Square F = Square::Identity();
  for (int k = 0; k < places.n_dofs; ++k)
    if (places.dof[k] >= 0) F.row(k % D) += q[places.dof[k]] * point.gradient.col(k / D).transpose();
  return F;
}

template <int D>
double GreenElasticity<D>::energy(ConstVec q) const {
  double sum = 0;
  for (const auto& point : points_) {
    const auto strain = green_strain(gradient_at(point, q));
    sum += 0.5 * point.weight * strain.dot(D_ * strain);
  }
  return sum;
}

template <int D>
void GreenElasticity<D>::gradient(ConstVec q, Vec out) const {
  out.setZero();
  for (const auto& point : points_) {
    const ElementPlaces& places = elements_[point.element];
    const Square F = gradient_at(point, q);
    // ∂W/∂F = F S; its product with ∇N_k is the force on node k.
    const Square FS = point.weight * F * stress_matrix((D_ * green_strain(F)).eval());
    for (int node = 0; node < places.n_dofs / D; ++node) {
      const Eigen::Matrix<double, D, 1> force = FS * point.gradient.col(node);
      for (int i = 0; i < D; ++i)
        if (const int d = places.dof[D * node + i]; d >= 0) out[d] += force[i];
    }
  }
}

template <int D>
void GreenElasticity<D>::tangent(ConstVec q, FixedMatrix& K) const {
  K.set_zero();
  for (std::size_t first = 0, end = 0; first < points_.size(); first = end) {
    // The points of one element follow one another.
    const ElementPlaces& places = elements_[points_[first].element];
    const int n = places.n_dofs;
    Eigen::Matrix<double, most_dofs, most_dofs> sum;
    sum.topLeftCorner(n, n).setZero();
    for (end = first; end < points_.size() && points_[end].element == points_[first].element; ++end) {
      const Point& point = points_[end];
      const Square F = gradient_at(point, q);
      const Square S = point.weight * stress_matrix((D_ * green_strain(F)).eval());
      Eigen::Matrix<double, n_strains, most_dofs> B, DB;
      for (int node = 0; node < n / D; ++node)
        B.template middleCols<D>(D * node) =
            strain_change(F, Eigen::Matrix<double, D, 1>(point.gradient.col(node)));
      DB.leftCols(n).noalias() = (point.weight * D_) * B.leftCols(n);
      sum.topLeftCorner(n, n).noalias() += B.leftCols(n).transpose().lazyProduct(DB.leftCols(n));
      for (int j = 0; j < n / D; ++j) {
        const Eigen::Matrix<double, D, 1> Sg = S * point.gradient.col(j);
        for (int i = 0; i < n / D; ++i) {
          const double value = Sg.dot(point.gradient.col(i));
          for (int d = 0; d < D; ++d) sum(D * i + d, D * j + d) += value;
        }
      }
    }
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if (const int slot = slots_[places.first_slot + i + j * n]; slot >= 0) K.value[slot] += sum(i, j);
  }
}

template class GreenElasticity<2>;
template class GreenElasticity<3>;

}  // namespace pleuel::fem
