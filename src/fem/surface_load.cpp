#include "pleuel/fem/surface_load.hpp"

namespace pleuel::fem {

SurfaceLoad::SurfaceLoad(const ElasticBody& body, const DofSelection& frame, const std::string& set,
                         const Eigen::Vector2d& tau) {
  const Vector all = body.traction(set, [&](const Eigen::Vector2d&) { return tau; });
  Vector turned(all.size());
  for (int node = 0; node < body.mesh().n_nodes(); ++node) {
    const Eigen::Vector2d force = all.segment<2>(2 * node), x = body.mesh().point(node);
    R += force;
    T += x[0] * force[1] - x[1] * force[0];
    turned.segment<2>(2 * node) << force[1], -force[0];
  }
  b = frame.restrict(all);
  c = frame.restrict(turned);
}

}  // namespace pleuel::fem
