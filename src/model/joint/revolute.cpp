#include "pleuel/model/joint/revolute.hpp"

#include "pleuel/model/assembly/ends.hpp"

namespace pleuel {

ElementType revolute_type() {
  ElementType type;
  type.name = "revolute";
  type.title = "hinge: b turns on a about the z axis of a";
  type.equations = "p_b - p_a = 0; in space also z_a.x_b = 0, z_a.y_b = 0";
  type.add_planar = [](const Element& e, Assembly<2>& assembly) { coincide(Ends<2>(e, assembly), assembly); };
  type.add_spatial = [](const Element& e, Assembly<3>& assembly) {
    const Ends<3> ends(e, assembly);
    coincide(ends, assembly);
    parallel(ends, assembly);
  };
  return type;
}

}  // namespace pleuel
