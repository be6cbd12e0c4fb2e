#include "pleuel/model/joint/screw.hpp"

#include <numbers>

#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {

ElementType screw_type() {
  ElementType type;
  type.name = "screw";
  type.title = "b rotates about the z axis of a and advances along it";
  type.equations =
      "x_a.d = 0, y_a.d = 0, z_a.x_b = 0, z_a.y_b = 0, angle - 2 pi/pitch z_a.d = constant; d = p_b - p_a";
  type.parameters = {{.name = "pitch",
                      .dimension = dimension::length,
                      .help = "advance per revolution; negative for a left-handed thread"}};
  type.faults = [](const Element& e) {
    return e.number("pitch") == 0 ? std::vector<std::string>{"the pitch is 0, but must differ from it; for a joint that does "
                                                             "not advance take 'revolute'"}
                                  : std::vector<std::string>{};
  };
  type.rotates = true;
  type.slides = true;
  type.add_spatial = [](const Element& e, Assembly<3>& assembly) {
    const MarkerPair<3> markers(e, assembly);
    constrain_offset(markers, 0, assembly);
    constrain_offset(markers, 1, assembly);
    constrain_parallel(markers, assembly);
    const double per_metre = -2 * std::numbers::pi / e.number("pitch");
    const int row = assembly.add_row("thread", "N m");
    Angle<3> angle = markers.angle();
    const double start = assembly.at_start(markers.bodies, angle);
    // Counted: if the revolutions followed from the axial position, the thread would slip when an
    // iterate is off by half a pitch.
    assembly.count_from(start, markers.bodies, angle, "joint '" + e.name + "'");
    assembly.add_term(row, 1.0, markers.bodies, angle);
    assembly.add_term(row, per_metre, markers.bodies, markers.offset(2));
    assembly.add_constant(row, -(start + per_metre * assembly.at_start(markers.bodies, markers.offset(2))));
  };
  return type;
}

}  // namespace pleuel
