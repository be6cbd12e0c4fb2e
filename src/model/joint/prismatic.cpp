#include "pleuel/model/joint/prismatic.hpp"

#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {

ElementType prismatic_type() {
  ElementType type;
  type.name = "prismatic";
  type.title = "slider: b moves along an axis of a (x in the plane, z in space) without rotation";
  type.equations =
      "plane: y_a.d = 0, angle = 0 (up to full revolutions); space: x_a.d = 0, y_a.d = 0, z_a.x_b = 0, "
      "z_a.y_b = "
      "0, "
      "x_a.y_b = 0; d = p_b - p_a";
  type.slides = true;
  type.add_planar = [](const Element& e, Assembly<2>& assembly) {
    const MarkerPair<2> markers(e, assembly);
    constrain_offset(markers, 1, assembly);
    constrain_aligned(markers, assembly);
  };
  type.add_spatial = [](const Element& e, Assembly<3>& assembly) {
    const MarkerPair<3> markers(e, assembly);
    constrain_offset(markers, 0, assembly);
    constrain_offset(markers, 1, assembly);
    constrain_parallel(markers, assembly);
    constrain_perpendicular(markers, 0, 1, assembly);
    assembly.pair_axes(0, PairedAxes::Meaning::parallel, markers.bodies, markers.cosine(0, 0));
  };
  return type;
}

}  // namespace pleuel
