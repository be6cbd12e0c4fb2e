#include "pleuel/model/joint/revolute.hpp"

#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {

ElementType revolute_type() {
  ElementType type;
  type.name = "revolute";
  type.title = "hinge: b rotates about the z axis of a";
  type.equations = "p_b - p_a = 0; in space also z_a.x_b = 0, z_a.y_b = 0";
  type.rotates = true;
  type.add_planar = [](const Element& e, Assembly<2>& assembly) {
    constrain_coincident(MarkerPair<2>(e, assembly), assembly);
  };
  type.add_spatial = [](const Element& e, Assembly<3>& assembly) {
    const MarkerPair<3> markers(e, assembly);
    constrain_coincident(markers, assembly);
    constrain_parallel(markers, assembly);
  };
  return type;
}

}  // namespace pleuel
