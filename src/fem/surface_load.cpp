#include "pleuel/fem/surface_load.hpp"

#include <Eigen/Geometry>

namespace pleuel::fem {

SurfaceLoad::SurfaceLoad(const ElasticBody& body, const DofSelection& frame, const std::string& set,
                         const Eigen::Vector3d& tau) {
  const Vector all = body.traction(set, [&](const Eigen::Vector3d&) { return tau; });
  const int n = body.dimension();
  Matrix turned(all.size(), 3);
  for (int node = 0; node < body.mesh().n_nodes(); ++node) {
    Eigen::Vector3d force = Eigen::Vector3d::Zero();
    force.head(n) = all.segment(n * node, n);
    R += force;
    T += body.mesh().nodes[node].cross(force);
    for (int d = 0; d < n; ++d) turned.row(n * node + d) = Eigen::Vector3d::Unit(d).cross(force).transpose();
  }
  b = frame.restrict(all);
  c.resize(b.size(), 3);
  for (int k = 0; k < 3; ++k) c.col(k) = frame.restrict(Vector(turned.col(k)));
}

}  // namespace pleuel::fem
