// A traction on the boundary of a body in its floating frame.
#pragma once

#include "pleuel/fem/dof_selection.hpp"
#include "pleuel/fem/elastic_body.hpp"

namespace pleuel::fem {

/// A traction τ, N/m², constant in the axes of the frame, on the edges of a node set. Its virtual
/// work for δr = δy + A'(x + u) δφ + AΦ δq, u = Φ q, gives
///
///     on y: A R,   R = ∫τ        on φ: T + cᵀq,   T = ∫x × τ,  cᵀq = ∫u × τ        on q: b = ∫Φᵀτ
///
/// It rotates with the frame and acts on the undeformed edge.
struct SurfaceLoad {
  Eigen::Vector2d R = Eigen::Vector2d::Zero();
  double T = 0;
  Vector b, c;

  SurfaceLoad(const ElasticBody& body, const DofSelection& frame, const std::string& set,
              const Eigen::Vector2d& tau);
};

}  // namespace pleuel::fem
