#include "pleuel/model/joint/planar.hpp"

#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {

ElementType planar_joint_type() {
  ElementType type;
  type.name = "planar";
  type.title = "b slides on the plane through a perpendicular to its z axis, and rotates about that axis";
  type.equations = "z_a.(p_b - p_a) = 0, z_a.x_b = 0, z_a.y_b = 0";
  type.add_spatial = [](const Element& e, Assembly<3>& assembly) {
    const MarkerPair<3> markers(e, assembly);
    constrain_offset(markers, 2, assembly);
    constrain_parallel(markers, assembly);
  };
  return type;
}

}  // namespace pleuel
