// A marker on an elastic body.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace pleuel {

/// It is at s = X + P q in the body's frame. Its axes are rotated by the small rotation Θ q, in the
/// plane about z.
struct FlexibleMarker {
  static constexpr int first_rotation = 3, rotation_z = 5;
  struct Entry {
    int component;  ///< 0 … 2: of P; 3 … 5: of Θ, about x, y, z
    int dof;        ///< of q
    double weight;
  };
  Eigen::Vector3d X = Eigen::Vector3d::Zero();
  std::vector<Entry> entries;
  bool has_rotation = true;  ///< false: one node of a solid, which has no rotation

  /// (P x, Θ x); q is from `first` on in x.
  template <class Vector>
  Eigen::Matrix<double, 6, 1> weighted(const Vector& x, int first) const {
    Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
    for (const auto& e : entries) sum[e.component] += e.weight * x[first + e.dof];
    return sum;
  }
};

}  // namespace pleuel
