#include "pleuel/model/joint/weld.hpp"

#include "pleuel/model/assembly/ends.hpp"

namespace pleuel {

ElementType weld_type() {
  ElementType type;
  type.name = "weld";
  type.title = "b stays on a";
  type.equations =
      "p_b - p_a = 0; plane: angle = 0 (up to whole turns); space: x_a.y_b = 0, y_a.z_b = 0, z_a.x_b = 0";
  type.add_planar = [](const Element& e, Assembly<2>& assembly) {
    const Ends<2> ends(e, assembly);
    coincide(ends, assembly);
    aligned(ends, assembly);
  };
  type.add_spatial = [](const Element& e, Assembly<3>& assembly) {
    const Ends<3> ends(e, assembly);
    coincide(ends, assembly);
    square(ends, 0, 1, assembly);
    square(ends, 1, 2, assembly);
    square(ends, 2, 0, assembly);
  };
  return type;
}

}  // namespace pleuel
