// Loads that keep their direction to the deformed body.
#pragma once

#include <span>
#include <vector>

#include "pleuel/fem/load_points.hpp"

namespace pleuel::fem {

/// Forces f_p d_p(q) at the points of a body, in the axes of its frame:
///
///     pressure      d = −w (a + A q) × (b + B q), the inward normal of the deformed side
///     section axis  d = size (I + θ̃) E e_k, along an axis of the turned section (SectionAxes)
///
/// Their virtual work with z = x + Φq, F_p = f_p d_p, is
///
///     on y: A Σ F        on θ: Σ z × F        on q: Σ ΦᵀF
///
/// The direction is that of the deformed body, as the equations of equilibrium of a pressurised
/// body need it: a constant pressure on a closed surface has no resultant, and its work is −f ΔV.
/// Immutable.
class FollowingLoad {
 public:
  /// Pressure on sides.
  explicit FollowingLoad(std::vector<LoadPatch> patches);
  /// Along axis k of the sections of beams.
  FollowingLoad(std::vector<LoadPatch> patches, int axis);

  int n_points() const { return n_points_; }
  Eigen::Vector3d point(int p) const;
  const std::vector<LoadPatch>& patches() const { return patches_; }

  /// Σ F and Σ z × F.
  struct Sums {
    Eigen::Vector3d F = Eigen::Vector3d::Zero(), moment = Eigen::Vector3d::Zero();
  };
  /// Scratch memory: use one instance per thread.
  struct Workspace {
    Vector q;
    Eigen::Matrix3Xd d_q;
    Matrix block;
  };
  /// Adds Σ ΦᵀF to on_q.
  Sums add(std::span<const double> f, ConstVec q, Vec on_q, Workspace& work) const;
  /// Adds to the derivatives of both sums by q, a column per deformation, and scale · ∂(Σ ΦᵀF)/∂q
  /// to block_value[slots[…]], in the order of for_each_pair.
  Sums linearize(std::span<const double> f, ConstVec q, Eigen::Matrix3Xd& F_q, Eigen::Matrix3Xd& moment_q,
                 std::span<const int> slots, double scale, std::vector<double>& block_value,
                 Workspace& work) const;
  /// visit(i, j) of the deformations of each patch, column by column.
  template <class Visit>
  void for_each_pair(Visit visit) const {
    for (const LoadPatch& patch : patches_)
      for (const int j : patch.dofs)
        for (const int i : patch.dofs) visit(i, j);
  }

 private:
  /// d at point k of a patch, of its q_e in the workspace; d_q = ∂d/∂q_e.
  Eigen::Vector3d direction(const LoadPatch& patch, std::size_t k, const Workspace& work) const;
  void differentiate(const LoadPatch& patch, std::size_t k, Workspace& work) const;

  std::vector<LoadPatch> patches_;
  int axis_ = -1;  // of sections; −1: pressure
  int n_points_ = 0;
};

}  // namespace pleuel::fem
