#include "pleuel/model/joint/point_on_line.hpp"

#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {

ElementType point_on_line_type() {
  ElementType type;
  type.name = "point-on-line";
  type.title = "the point b stays on a line through a (along x in the plane, z in space)";
  type.equations = "plane: y_a.d = 0; space: x_a.d = 0, y_a.d = 0; d = p_b - p_a";
  type.add_planar = [](const Element& e, Assembly<2>& assembly) {
    constrain_offset(MarkerPair<2>(e, assembly), 1, assembly);
  };
  type.add_spatial = [](const Element& e, Assembly<3>& assembly) {
    const MarkerPair<3> markers(e, assembly);
    constrain_offset(markers, 0, assembly);
    constrain_offset(markers, 1, assembly);
  };
  return type;
}

}  // namespace pleuel
