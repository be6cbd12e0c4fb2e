#include "pleuel/model/flexible/recovered_fields.hpp"

#include <cmath>

#include "pleuel/base/error.hpp"

namespace pleuel {
namespace {

/// xx, yy, zz, xy, yz, zx; or xx, yy, xy.
double von_mises_of(const Eigen::Ref<const Vector>& s) {
  const bool is_spatial = s.size() == 6;
  const double z = is_spatial ? s[2] : 0, shear = is_spatial ? s.tail<3>().squaredNorm() : s[2] * s[2];
  const double differences =
      (s[0] - s[1]) * (s[0] - s[1]) + (s[1] - z) * (s[1] - z) + (z - s[0]) * (z - s[0]);
  return std::sqrt(0.5 * differences + 3 * shear);
}

}  // namespace

RecoveredFields::RecoveredFields(std::vector<Part> parts, int dimension)
    : parts_(std::move(parts)), dimension_(dimension) {
  static const std::vector<std::string> in_space = {"xx", "yy", "zz", "xy", "yz", "zx"},
                                        in_plane = {"xx", "yy", "xy"};
  for (const Part& part : parts_) {
    const auto& components = dimension == 3 ? in_space : in_plane;
    const int n = part.is_stress ? static_cast<int>(components.size()) : 1;
    if (part.S.rows % n != 0)
      throw InvalidInput("the matrix of '" + part.name + "' has " + std::to_string(part.S.rows) +
                         " rows, but must have " + std::to_string(n) + " per point (" +
                         (dimension == 3 ? "xx, yy, zz, xy, yz, zx" : "xx, yy, xy") + ")");
    const int n_points = part.S.rows / n;
    if (n_points_ != 0 && n_points != n_points_)
      throw InvalidInput("the matrix of '" + part.name + "' has " + std::to_string(n_points) +
                         " points, but that of '" + parts_[0].name + "' has " + std::to_string(n_points_) +
                         "; give the same points for all quantities of a body");
    n_points_ = n_points;
    if (!part.is_stress) {
      fields_.push_back({part.name, part.unit});
      continue;
    }
    for (const auto& component : components) fields_.push_back({part.name + "_" + component, part.unit});
    fields_.push_back({"von_mises", part.unit});
  }
}

Matrix RecoveredFields::values(const Vector& q) const {
  Matrix all(static_cast<Eigen::Index>(fields_.size()), n_points_);
  Eigen::Index first = 0;
  for (const Part& part : parts_) {
    Vector y = Vector::Zero(part.S.rows);
    part.S.multiply_add(1, q.data(), y.data());
    const Eigen::Index n = part.S.rows / n_points_;
    all.middleRows(first, n) = Eigen::Map<const Matrix>(y.data(), n, n_points_);
    first += n;
    if (!part.is_stress) continue;
    for (Eigen::Index p = 0; p < n_points_; ++p) all(first, p) = von_mises_of(y.segment(n * p, n));
    ++first;
  }
  return all;
}

}  // namespace pleuel
