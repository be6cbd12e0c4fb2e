#include "pleuel/model/joint/universal.hpp"

#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {

ElementType universal_type() {
  ElementType type;
  type.name = "universal";
  type.title = "Cardan joint: the arms of the cross are the z axes of a and b";
  type.equations = "p_b - p_a = 0, z_a.z_b = 0";
  type.add_spatial = [](const Element& e, Assembly<3>& assembly) {
    const MarkerPair<3> markers(e, assembly);
    constrain_coincident(markers, assembly);
    constrain_perpendicular(markers, 2, 2, assembly);
  };
  return type;
}

}  // namespace pleuel
