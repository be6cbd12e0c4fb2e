#include "pleuel/model/joint/cylindrical.hpp"

#include "pleuel/model/assembly/ends.hpp"

namespace pleuel {

ElementType cylindrical_type() {
  ElementType type;
  type.name = "cylindrical";
  type.title = "b slides along the z axis of a and turns about it";
  type.equations = "x_a.d = 0, y_a.d = 0, z_a.x_b = 0, z_a.y_b = 0; d = p_b - p_a";
  type.add_spatial = [](const Element& e, Assembly<3>& assembly) {
    const Ends<3> ends(e, assembly);
    stay(ends, 0, assembly);
    stay(ends, 1, assembly);
    parallel(ends, assembly);
  };
  return type;
}

}  // namespace pleuel
