#include "pleuel/model/joint/distance_joint.hpp"

#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {
namespace {

template <int D>
void add_distance_joint(const Element& e, Assembly<D>& assembly) {
  const MarkerPair<D> markers(e, assembly);
  const int row = assembly.add_row("length", "N");
  assembly.add_term(row, 1.0, markers.bodies, markers.distance());
  assembly.add_constant(row, -(e.is_given("length") ? e.number("length")
                                                    : assembly.at_start(markers.bodies, markers.distance())));
}

}  // namespace

ElementType distance_joint_type() {
  ElementType type;
  type.name = "distance";
  type.title = "massless rod with spherical joints between a and b";
  type.equations = "|p_b - p_a| = length";
  type.parameters = {{.name = "length",
                      .dimension = dimension::length,
                      .help = "length of the rod; if left out, the distance at the start",
                      .is_optional = true,
                      .minimum = 0,
                      .is_above_minimum = true}};
  type.add_planar = add_distance_joint<2>;
  type.add_spatial = add_distance_joint<3>;
  return type;
}

}  // namespace pleuel
