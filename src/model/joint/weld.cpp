#include "pleuel/model/joint/weld.hpp"

#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {

ElementType weld_type() {
  ElementType type;
  type.name = "weld";
  type.title = "b stays on a";
  type.equations =
      "p_b - p_a = 0; plane: angle = 0 (up to full revolutions); space: x_a.y_b = 0, y_a.z_b = 0, z_a.x_b = "
      "0";
  type.add_planar = [](const Element& e, Assembly<2>& assembly) {
    const MarkerPair<2> markers(e, assembly);
    constrain_coincident(markers, assembly);
    constrain_aligned(markers, assembly);
  };
  type.add_spatial = [](const Element& e, Assembly<3>& assembly) {
    const MarkerPair<3> markers(e, assembly);
    constrain_coincident(markers, assembly);
    constrain_perpendicular(markers, 0, 1, assembly);
    constrain_perpendicular(markers, 1, 2, assembly);
    constrain_perpendicular(markers, 2, 0, assembly);
    for (int k = 0; k < 3; ++k)
      assembly.pair_axes(k, PairedAxes::Meaning::same, markers.bodies, markers.cosine(k, k));
  };
  return type;
}

}  // namespace pleuel
