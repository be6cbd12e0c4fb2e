#include "pleuel/fem/load_field.hpp"

#include <algorithm>

namespace pleuel::fem {

LoadField::LoadField(const std::vector<LoadPatch>& patches, int n) {
  Eigen::Index n_points = 0;
  for (const LoadPatch& patch : patches) n_points += static_cast<Eigen::Index>(patch.points.size());
  x_.resize(3, n_points);
  size_.resize(n_points);
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<int> start = {0}, row;
    std::vector<double> value;
    std::vector<std::pair<int, double>> entries;
    for (const LoadPatch& patch : patches)
      for (const LoadPoint& point : patch.points) {
        entries.clear();
        for (std::size_t k = 0; k < patch.dofs.size(); ++k)
          if (const double weight = point.Phi(axis, static_cast<Eigen::Index>(k)); weight != 0)
            entries.emplace_back(patch.dofs[k], point.size * weight);
        std::ranges::sort(entries);
        for (const auto& [dof, weight] : entries) {
          row.push_back(dof);
          value.push_back(weight);
        }
        start.push_back(static_cast<int>(row.size()));
      }
    auto& Phi = Phi_[static_cast<std::size_t>(axis)];
    Phi = FixedMatrix(n, static_cast<int>(n_points), std::move(start), std::move(row));
    Phi.value = std::move(value);
  }
  Eigen::Index p = 0;
  for (const LoadPatch& patch : patches)
    for (const LoadPoint& point : patch.points) {
      x_.col(p) = point.x;
      size_[p++] = point.size;
    }
}

void LoadField::integrate(std::span<const double> f, LoadMoments& out) const {
  out.s = 0;
  out.m.setZero();
  out.B.setZero(Phi_[0].rows, 3);
  for (Eigen::Index p = 0; p < size_.size(); ++p) {
    const double force = size_[p] * f[static_cast<std::size_t>(p)];
    out.s += force;
    out.m += force * x_.col(p);
  }
  for (int axis = 0; axis < 3; ++axis)
    Phi_[static_cast<std::size_t>(axis)].multiply_add(1, f.data(), out.B.col(axis).data());
}

}  // namespace pleuel::fem
