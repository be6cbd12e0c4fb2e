// A marker on an elastic body.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "pleuel/fem/matrix_stack.hpp"

namespace pleuel {

/// What bending adds to the place of a marker: K_c, the geometric stiffness of a unit force or
/// moment at the marker (fem::StaticStress). By Betti's theorem it moves by −½ (qᵀK_c q)_c.
struct MarkerBending {
  std::vector<int> components;  ///< of each matrix, as in FlexibleMarker::Entry; others have none
  fem::MatrixStack<Eigen::Dynamic, 6> K;
};

/// It is at s = X + P q − ½ (qᵀK_c q) in the body's frame. Its axes are rotated by the small
/// rotation Θ q − ½ (qᵀK_c q), in the plane about z. K_c is given with geometric stiffening only.
struct FlexibleMarker {
  static constexpr int first_rotation = 3, rotation_z = 5;
  struct Entry {
    int component;  ///< 0 … 2: of P; 3 … 5: of Θ, about x, y, z
    int dof;        ///< of q
    double weight;
  };
  Eigen::Vector3d X = Eigen::Vector3d::Zero();
  std::vector<Entry> entries;
  bool has_rotation = true;     ///< false: one node of a solid, which has no rotation
  std::vector<int> nodes = {};  ///< of the mesh
  std::shared_ptr<const MarkerBending> bending = nullptr;

  bool is_fixed() const { return entries.empty() && bending == nullptr; }
};

}  // namespace pleuel
