// A distributed load of one direction on a body in its floating frame.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "pleuel/fem/load_points.hpp"

namespace pleuel::fem {

/// The integrals of a field f over volume, area or length,
///
///     s = ∫f,   m = ∫x f,   B = ∫f Φᵀ   (a column per axis)
///
/// which give the virtual work of forces f e, with a unit vector e in the axes of the frame, for δr
/// = δy + A (δθ × (x + Φq) + Φ δq):
///
///     on y: s A e        on θ: (m + Bᵀq) × e        on q: B e
struct LoadMoments {
  double s = 0;
  Eigen::Vector3d m = Eigen::Vector3d::Zero();
  Eigen::MatrixX3d B;
};

/// Where a field is evaluated, and its integrals. Immutable.
class LoadField {
 public:
  /// Of n deformations; patches are those that LoadPatch::restrict leaves.
  LoadField(const std::vector<LoadPatch>& patches, int n);

  int n_points() const { return static_cast<int>(x_.cols()); }
  Eigen::Vector3d point(int p) const { return x_.col(p); }
  /// Of the values of f at the points; no allocation if B has its size.
  void integrate(std::span<const double> f, LoadMoments& out) const;

 private:
  Eigen::Matrix3Xd x_;
  Vector size_;
  std::array<FixedMatrix, 3> Phi_;  // size · Φ of an axis, a point per column
};

}  // namespace pleuel::fem
