#include "pleuel/fem/point_fields.hpp"

#include <algorithm>
#include <cmath>

namespace pleuel::fem {

PointFields::PointFields(std::shared_ptr<const InelasticPoints> points)
    : points_(std::move(points)), deviator_(material::deviator(points_->material().state())) {
  const auto& law = points_->material();
  for (int k = 0; k < law.n_stress(); ++k)
    fields_.push_back({"stress" + component_name(law.state(), k), "Pa"});
  fields_.push_back({"von_mises", "Pa"});
  fields_.push_back({"plastic_strain", "1"});
  for (const auto& state : law.states()) fields_.push_back({state.name, state.unit});
}

Matrix PointFields::values(const Vector& q, const Vector& x) const {
  const auto& law = points_->material();
  const int n_stress = law.n_stress(), n_x = law.n_states(), n_points = points_->n_points();
  const Matrix stress = points_->stress(q, x);
  const Eigen::Map<const Matrix> states(x.data(), n_x, n_points);
  Matrix out(static_cast<Eigen::Index>(fields_.size()), n_points);
  for (int p = 0; p < n_points; ++p) {
    auto column = out.col(p);
    column.head(n_stress) = stress.col(p);
    const Vector sigma = stress.col(p), w = states.col(p).head(n_stress);
    column[n_stress] = std::sqrt(std::max(1.5 * sigma.dot(deviator_ * sigma), 0.0));
    const double e33 = n_stress == 4 ? w[2] : -w[0] - w[1], gamma = w[n_stress - 1];
    column[n_stress + 1] = std::sqrt(2.0 / 3 * (w[0] * w[0] + w[1] * w[1] + e33 * e33 + 0.5 * gamma * gamma));
    for (int i = 0; i < n_x; ++i) column[n_stress + 2 + i] = law.states()[i].scale * states(i, p);
  }
  return out;
}

}  // namespace pleuel::fem
