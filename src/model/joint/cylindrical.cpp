#include "pleuel/model/joint/cylindrical.hpp"

#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {

ElementType cylindrical_type() {
  ElementType type;
  type.name = "cylindrical";
  type.title = "b slides along the z axis of a and rotates about it";
  type.equations = "x_a.d = 0, y_a.d = 0, z_a.x_b = 0, z_a.y_b = 0; d = p_b - p_a";
  type.rotates = true;
  type.slides = true;
  type.add_spatial = [](const Element& e, Assembly<3>& assembly) {
    const MarkerPair<3> markers(e, assembly);
    constrain_offset(markers, 0, assembly);
    constrain_offset(markers, 1, assembly);
    constrain_parallel(markers, assembly);
  };
  return type;
}

}  // namespace pleuel
