#include "pleuel/model/joint/gear.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

#include "pleuel/base/error.hpp"
#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {
namespace {

const Element& joint_of(const Element& gear, int k, const ModelDescription& model) {
  return model.joints[gear.whole(k == 0 ? "joint1" : "joint2")];
}

/// The angle of joint k is from marker a to marker b. −1 if b is on the carrier, the body common to
/// both joints: it is then the angle of the carrier relative to the wheel.
template <int D>
double orientation(const Element& gear, int k, const Assembly<D>& assembly) {
  const BodyPair own = MarkerPair<D>(joint_of(gear, k, assembly.description()), assembly).bodies;
  const BodyPair other = MarkerPair<D>(joint_of(gear, 1 - k, assembly.description()), assembly).bodies;
  const auto is_shared = [&](int body) { return body == other.i || body == other.j; };
  return is_shared(own.j) && !is_shared(own.i) ? -1 : 1;
}

template <int D>
void add_gear(const Element& e, Assembly<D>& assembly) {
  const int teeth[] = {e.whole("teeth1"), e.whole("teeth2")};
  const int common = std::gcd(teeth[0], teeth[1]);
  const double sign = e.choice("mesh") == "outside" ? 1 : -1;
  for (const int k : {0, 1})
    if (const Element& joint = joint_of(e, k, assembly.description()); joint.type->name != "revolute")
      throw InvalidInput(e.place + ": the gear '" + e.name + "' couples joint '" + joint.name +
                         "', which is a '" + joint.type->name + "', but must be a 'revolute'");
  const int row = assembly.add_row("mesh", "N m");
  for (const int k : {0, 1}) {
    const MarkerPair<D> markers(joint_of(e, k, assembly.description()), assembly);
    const double factor = (k == 0 ? 1 : sign) * orientation(e, k, assembly) * teeth[k] / common;
    Angle<D> angle = markers.angle();
    const double start = assembly.at_start(markers.bodies, angle);
    // In space the revolutions of the second wheel are counted. Those of the first follow from
    // them, so that no error can let a wheel slip by a tooth.
    if (k == 1) assembly.count_from(start, markers.bodies, angle, "gear '" + e.name + "'");
    assembly.add_term(row, factor, markers.bodies, angle);
    assembly.add_constant(row, -factor * start);
    if (D == 3 && k == 0) assembly.make_periodic(row, 2 * std::numbers::pi * std::abs(factor));
  }
}

}  // namespace

ElementType gear_type() {
  ElementType type;
  type.name = "gear";
  type.title = "couples the angles of two revolute joints by their numbers of teeth";
  type.equations = "teeth1 angle1 + teeth2 angle2 = constant (outside), - (inside)";
  type.n_markers = 0;
  type.parameters = {
      {.name = "joint1", .kind = ValueKind::joint, .help = "revolute joint of the first wheel"},
      {.name = "joint2", .kind = ValueKind::joint, .help = "revolute joint of the second wheel"},
      {.name = "teeth1", .kind = ValueKind::whole, .help = "teeth of the first wheel", .minimum = 1},
      {.name = "teeth2", .kind = ValueKind::whole, .help = "teeth of the second wheel", .minimum = 1},
      {.name = "mesh",
       .kind = ValueKind::choice,
       .help = "outside: the wheels rotate in opposite directions relative to the body that both joints "
               "share; inside: one is a ring gear",
       .default_text = "outside",
       .choices = {"outside", "inside"}}};
  type.faults = [](const Element& e) {
    return e.whole("joint1") == e.whole("joint2")
               ? std::vector<std::string>{"joint1 and joint2 are the same joint; a gear couples two"}
               : std::vector<std::string>{};
  };
  type.add_planar = add_gear<2>;
  type.add_spatial = add_gear<3>;
  return type;
}

}  // namespace pleuel
