#include "pleuel/model/joint/prismatic.hpp"

#include "pleuel/model/assembly/ends.hpp"

namespace pleuel {

ElementType prismatic_type() {
  ElementType type;
  type.name = "prismatic";
  type.title = "slide: b moves along an axis of a (x in the plane, z in space) and does not turn";
  type.equations =
      "plane: y_a.d = 0, angle = 0 (up to whole turns); space: x_a.d = 0, y_a.d = 0, z_a.x_b = 0, z_a.y_b = "
      "0, "
      "x_a.y_b = 0; d = p_b - p_a";
  type.add_planar = [](const Element& e, Assembly<2>& assembly) {
    const Ends<2> ends(e, assembly);
    stay(ends, 1, assembly);
    aligned(ends, assembly);
  };
  type.add_spatial = [](const Element& e, Assembly<3>& assembly) {
    const Ends<3> ends(e, assembly);
    stay(ends, 0, assembly);
    stay(ends, 1, assembly);
    parallel(ends, assembly);
    square(ends, 0, 1, assembly);
  };
  return type;
}

}  // namespace pleuel
