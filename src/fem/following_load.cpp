#include "pleuel/fem/following_load.hpp"

#include <Eigen/Geometry>

namespace pleuel::fem {
namespace {

/// Into the head of `some`, which only grows: patches differ in size, and steps allocate nothing.
void gather(const LoadPatch& patch, const ConstVec& q, Vector& some) {
  const auto n = static_cast<Eigen::Index>(patch.dofs.size());
  if (some.size() < n) some.resize(n);
  for (std::size_t k = 0; k < patch.dofs.size(); ++k) some[static_cast<Eigen::Index>(k)] = q[patch.dofs[k]];
}

}  // namespace

FollowingLoad::FollowingLoad(std::vector<LoadPatch> patches) : FollowingLoad(std::move(patches), -1) {}

FollowingLoad::FollowingLoad(std::vector<LoadPatch> patches, int axis)
    : patches_(std::move(patches)), axis_(axis) {
  for (const LoadPatch& patch : patches_) n_points_ += static_cast<int>(patch.points.size());
}

Eigen::Vector3d FollowingLoad::point(int p) const {
  auto number = static_cast<std::size_t>(p);
  for (const LoadPatch& patch : patches_) {
    if (number < patch.points.size()) return patch.points[number].x;
    number -= patch.points.size();
  }
  return Eigen::Vector3d::Zero();
}

Eigen::Vector3d FollowingLoad::direction(const LoadPatch& patch, std::size_t k, const Workspace& work) const {
  const auto q = work.q.head(static_cast<Eigen::Index>(patch.dofs.size()));
  if (axis_ < 0) {
    const SideNormal& side = patch.normals[k];
    const Eigen::Vector3d a = side.a + side.A * q, b = side.b + side.B * q;
    return -side.weight * a.cross(b);
  }
  const SectionAxes& section = patch.sections[k];
  const Eigen::Vector3d e = section.E.col(axis_), theta = section.Theta * q;
  return patch.points[k].size * (e + theta.cross(e));
}

void FollowingLoad::differentiate(const LoadPatch& patch, std::size_t k, Workspace& work) const {
  const auto n = static_cast<Eigen::Index>(patch.dofs.size());
  const auto q = work.q.head(n);
  if (work.d_q.cols() < n) work.d_q.resize(3, n);
  if (axis_ < 0) {
    const SideNormal& side = patch.normals[k];
    const Eigen::Vector3d a = side.a + side.A * q, b = side.b + side.B * q;
    for (Eigen::Index j = 0; j < n; ++j)
      work.d_q.col(j) = -side.weight * (side.A.col(j).cross(b) + a.cross(side.B.col(j)));
    return;
  }
  const SectionAxes& section = patch.sections[k];
  const Eigen::Vector3d e = section.E.col(axis_);
  for (Eigen::Index j = 0; j < n; ++j) work.d_q.col(j) = patch.points[k].size * section.Theta.col(j).cross(e);
}

FollowingLoad::Sums FollowingLoad::add(std::span<const double> f, ConstVec q, Vec on_q,
                                       Workspace& work) const {
  Sums sums;
  auto value = f.begin();
  for (const LoadPatch& patch : patches_) {
    gather(patch, q, work.q);
    const auto some = work.q.head(static_cast<Eigen::Index>(patch.dofs.size()));
    for (std::size_t k = 0; k < patch.points.size(); ++k) {
      const LoadPoint& point = patch.points[k];
      const Eigen::Vector3d F = *value++ * direction(patch, k, work);
      const Eigen::Vector3d z = point.x + point.Phi * some;
      sums.F += F;
      sums.moment += z.cross(F);
      for (std::size_t i = 0; i < patch.dofs.size(); ++i)
        on_q[patch.dofs[i]] += point.Phi.col(static_cast<Eigen::Index>(i)).dot(F);
    }
  }
  return sums;
}

FollowingLoad::Sums FollowingLoad::linearize(std::span<const double> f, ConstVec q, Eigen::Matrix3Xd& F_q,
                                             Eigen::Matrix3Xd& moment_q, std::span<const int> slots,
                                             double scale, std::vector<double>& block_value,
                                             Workspace& work) const {
  Sums sums;
  auto value = f.begin();
  auto slot = slots.begin();
  for (const LoadPatch& patch : patches_) {
    gather(patch, q, work.q);
    const auto n = static_cast<Eigen::Index>(patch.dofs.size());
    const auto some = work.q.head(n);
    if (work.block.rows() < n) work.block.resize(n, n);
    work.block.setZero();
    for (std::size_t k = 0; k < patch.points.size(); ++k) {
      const LoadPoint& point = patch.points[k];
      const double size = *value++;
      const Eigen::Vector3d F = size * direction(patch, k, work);
      const Eigen::Vector3d z = point.x + point.Phi * some;
      sums.F += F;
      sums.moment += z.cross(F);
      differentiate(patch, k, work);
      for (Eigen::Index j = 0; j < n; ++j) {
        const Eigen::Vector3d by_q = size * work.d_q.col(j);
        const int place = patch.dofs[static_cast<std::size_t>(j)];
        F_q.col(place) += by_q;
        moment_q.col(place) += z.cross(by_q) + point.Phi.col(j).cross(F);
        for (Eigen::Index i = 0; i < n; ++i) work.block(i, j) += point.Phi.col(i).dot(by_q);
      }
    }
    for (Eigen::Index j = 0; j < n; ++j)
      for (Eigen::Index i = 0; i < n; ++i)
        block_value[static_cast<std::size_t>(*slot++)] += scale * work.block(i, j);
  }
  return sums;
}

}  // namespace pleuel::fem
