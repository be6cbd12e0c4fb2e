// A traction on the boundary of a body in its floating frame.
#pragma once

#include "pleuel/fem/dof_selection.hpp"
#include "pleuel/fem/elastic_body.hpp"

namespace pleuel::fem {

/// A traction τ, N/m², constant in the axes of the frame, on the sides of a node set. Its virtual
/// work for δr = δy + A (δθ × (x + u) + Φ δq), u = Φ q, gives
///
///     on y: A R,   R = ∫τ        on θ: T + cᵀq,   T = ∫x × τ,  cᵀq = ∫u × τ        on q: b = ∫Φᵀτ
///
/// In the plane only the rotation about z counts, with the third column of c. The load rotates with
/// the frame and acts on the undeformed side.
struct SurfaceLoad {
  Eigen::Vector3d R = Eigen::Vector3d::Zero(), T = Eigen::Vector3d::Zero();
  Vector b;
  Matrix c;  ///< three columns

  SurfaceLoad(const ElasticBody& body, const DofSelection& frame, const std::string& set,
              const Eigen::Vector3d& tau);
};

}  // namespace pleuel::fem
