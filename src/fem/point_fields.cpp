#include "pleuel/fem/point_fields.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/fem/nodal_values.hpp"

namespace pleuel::fem {
namespace {

/// √(factor · aᵀMa), where rounding may make the square negative.
double quadratic_norm(double factor, const Matrix& M, const Vector& a) {
  return std::sqrt(std::max(factor * a.dot(M * a), 0.0));
}

}  // namespace

PointFields::PointFields(std::shared_ptr<const InelasticPoints> points)
    : points_(std::move(points)),
      deviator_(material::deviator(points_->material().state())),
      strain_metric_(material::strain_metric(points_->material().state())) {
  const auto& law = points_->material();
  for (int k = 0; k < law.n_stress(); ++k)
    fields_.push_back({"stress" + component_name(law.state(), k), "Pa"});
  fields_.push_back({"von_mises", "Pa"});
  fields_.push_back({"equivalent_inelastic_strain", "1"});
  for (int i = 0; i < law.n_states(); ++i) {
    const auto& state = law.states()[i];
    fields_.push_back({i == law.accumulated_strain() ? "plastic_strain" : state.name, state.unit});
  }
}

Matrix PointFields::components(const Vector& q, const Vector& x) const {
  const auto& law = points_->material();
  const Matrix stress = points_->stress(q, x);
  Matrix out(law.n_stress() + law.n_states(), points_->n_points());
  out.topRows(law.n_stress()) = stress;
  out.bottomRows(law.n_states()) = Eigen::Map<const Matrix>(x.data(), law.n_states(), points_->n_points());
  for (int i = 0; i < law.n_states(); ++i) out.row(law.n_stress() + i) *= law.states()[i].scale;
  return out;
}

Matrix PointFields::completed(const Matrix& components) const {
  const int n_stress = points_->material().n_stress(), n_x = points_->material().n_states();
  Matrix out(components.rows() + 2, components.cols());
  out.topRows(n_stress) = components.topRows(n_stress);
  out.bottomRows(n_x) = components.bottomRows(n_x);
  for (Eigen::Index p = 0; p < out.cols(); ++p) {
    out(n_stress, p) = quadratic_norm(1.5, deviator_, components.col(p).head(n_stress));
    out(n_stress + 1, p) =
        quadratic_norm(2.0 / 3, strain_metric_, components.col(p).segment(n_stress, n_stress));
  }
  return out;
}

Matrix PointFields::values(const Vector& q, const Vector& x) const { return completed(components(q, x)); }

Matrix PointFields::nodal_values(const Mesh& mesh, const Vector& q, const Vector& x) const {
  if (points_->fibres() != nullptr) return largest_at_nodes(mesh, values(q, x));
  Matrix at_nodes = fem::nodal_values(mesh, components(q, x));
  const auto& law = points_->material();
  auto p = at_nodes.row(law.n_stress() + law.accumulated_strain());
  p = p.cwiseMax(0.0);
  return completed(at_nodes);
}

Matrix PointFields::largest_at_nodes(const Mesh& mesh, const Matrix& at_fibres) const {
  const int n_fibres = points_->fibres()->n_fibres();
  Matrix sum = Matrix::Zero(at_fibres.rows(), mesh.n_nodes());
  Vector count = Vector::Zero(mesh.n_nodes());
  for (int e = 0; e < mesh.n_elements(); ++e)
    for (const int end : {0, 1}) {
      const int node = mesh.elements[e].node[end];
      const auto section = at_fibres.middleCols((FibreStrains::n_sections * e + end) * n_fibres, n_fibres);
      for (Eigen::Index row = 0; row < sum.rows(); ++row) {
        Eigen::Index largest = 0;
        section.row(row).cwiseAbs().maxCoeff(&largest);
        sum(row, node) += section(row, largest);
      }
      count[node] += 1;
    }
  return sum * count.cwiseInverse().asDiagonal();
}

}  // namespace pleuel::fem
