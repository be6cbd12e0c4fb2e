#include "pleuel/fem/green_elasticity.hpp"

#include "pleuel/base/error.hpp"
#include "pleuel/fem/reference_cell.hpp"

namespace pleuel::fem {
namespace {

/// (E11, E22, 2E12).
Eigen::Vector3d green_strain(const Eigen::Matrix2d& F) {
  return {0.5 * (F.col(0).squaredNorm() - 1), 0.5 * (F.col(1).squaredNorm() - 1), F.col(0).dot(F.col(1))};
}

/// (Symmetric part of Fᵀ∂F/∂q_a, as a strain) for both displacements of a node whose shape function
/// has the gradient g.
Eigen::Matrix<double, 3, 2> strain_change(const Eigen::Matrix2d& F, const Eigen::Vector2d& g) {
  Eigen::Matrix<double, 3, 2> B;
  for (int i = 0; i < 2; ++i) B.col(i) << F(i, 0) * g[0], F(i, 1) * g[1], F(i, 0) * g[1] + F(i, 1) * g[0];
  return B;
}

}  // namespace

GreenElasticity::GreenElasticity(const ElasticBody& body, const DofSelection& frame)
    : pattern_(frame.restrict(body.stiffness())) {
  if (body.is_beam())
    throw InvalidInput(
        "nonlinear elasticity: the body is a beam; Green's strain is for triangles, beams have geometric "
        "stiffening");
  const Mesh& mesh = body.mesh();
  D_ = plane_moduli(body.plane_section().material, body.plane_section().state);
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
    for (const auto& [xi, weight] : simplex_rule<2>(element.type == CellType::t6 ? 4 : 1)) {
      const CellAt<2> at(mesh, element, xi);
      points_.push_back({e, weight * at.determinant * body.plane_section().thickness, at.gradient});
    }
  }
}

Eigen::Matrix2d GreenElasticity::gradient_at(const Point& point, const ConstVec& q) const {
  const ElementPlaces& places = elements_[point.element];
  Eigen::Matrix2d F = Eigen::Matrix2d::Identity();
  for (int k = 0; k < places.n_dofs; ++k)
    if (places.dof[k] >= 0) F.row(k % 2) += q[places.dof[k]] * point.gradient.col(k / 2).transpose();
  return F;
}

double GreenElasticity::energy(ConstVec q) const {
  double sum = 0;
  for (const auto& point : points_) {
    const Eigen::Vector3d strain = green_strain(gradient_at(point, q));
    sum += 0.5 * point.weight * strain.dot(D_ * strain);
  }
  return sum;
}

void GreenElasticity::gradient(ConstVec q, Vec out) const {
  out.setZero();
  for (const auto& point : points_) {
    const ElementPlaces& places = elements_[point.element];
    const Eigen::Matrix2d F = gradient_at(point, q);
    const Eigen::Vector3d stress = point.weight * (D_ * green_strain(F));
    for (int node = 0; node < places.n_dofs / 2; ++node) {
      const Eigen::Vector2d force = strain_change(F, point.gradient.col(node)).transpose() * stress;
      for (int i = 0; i < 2; ++i)
        if (const int d = places.dof[2 * node + i]; d >= 0) out[d] += force[i];
    }
  }
}

void GreenElasticity::tangent(ConstVec q, FixedMatrix& K) const {
  K.set_zero();
  for (const auto& point : points_) {
    const ElementPlaces& places = elements_[point.element];
    const int n = places.n_dofs;
    const Eigen::Matrix2d F = gradient_at(point, q);
    const Eigen::Vector3d stress = point.weight * (D_ * green_strain(F));
    Eigen::Matrix2d S;
    S << stress[0], stress[2], stress[2], stress[1];
    Eigen::Matrix<double, 3, most_dofs> B;
    for (int node = 0; node < n / 2; ++node)
      B.middleCols<2>(2 * node) = strain_change(F, point.gradient.col(node));
    for (int j = 0; j < n; ++j) {
      const Eigen::Vector3d DB = point.weight * (D_ * B.col(j));
      const Eigen::Vector2d Sg = S * point.gradient.col(j / 2);
      for (int i = 0; i < n; ++i) {
        const int slot = slots_[places.first_slot + i + j * n];
        if (slot < 0) continue;
        double value = B.col(i).dot(DB);
        if (i % 2 == j % 2) value += Sg.dot(point.gradient.col(i / 2));
        K.value[slot] += value;
      }
    }
  }
}

}  // namespace pleuel::fem
