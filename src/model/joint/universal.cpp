#include "pleuel/model/joint/universal.hpp"

#include "pleuel/model/assembly/ends.hpp"

namespace pleuel {

ElementType universal_type() {
  ElementType type;
  type.name = "universal";
  type.title = "Cardan joint: the arms of the cross are the z axes of a and b";
  type.equations = "p_b - p_a = 0, z_a.z_b = 0";
  type.add_spatial = [](const Element& e, Assembly<3>& assembly) {
    const Ends<3> ends(e, assembly);
    coincide(ends, assembly);
    square(ends, 2, 2, assembly);
  };
  return type;
}

}  // namespace pleuel
