#include "pleuel/model/force/friction.hpp"

#include "pleuel/base/error.hpp"
#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {
namespace {

template <int D>
void add(const Element& e, Assembly<D>& assembly) {
  FrictionLaw law;
  law.level = e.number("force");
  law.smooth = e.number("smooth");
  law.viscous = e.number("viscous");
  const Element& joint = assembly.description().joints[e.whole("joint")];
  const std::string& kind = joint.type->name;
  if (kind != "revolute" && kind != "prismatic")
    throw InvalidInput(e.place + ": friction '" + e.name + "' acts in joint '" + joint.name +
                       "', which is a '" + kind + "', but must be a 'revolute' or a 'prismatic' joint");
  const MarkerPair<D> markers(joint, assembly);
  if (kind == "revolute")
    assembly.add_force(markers.bodies, markers.angle(), law);
  else
    assembly.add_force(markers.bodies, markers.offset(markers.slide), law);
}

/// Depending on whether the joint rotates or slides.
auto measures_in_joint(const Dimension& sliding, const Dimension& turning) {
  return [sliding, turning](const Element& e, const ModelDescription& model) {
    const auto joint = e.is_given("joint") ? static_cast<std::size_t>(e.whole("joint")) : model.joints.size();
    if (joint >= model.joints.size() || model.joints[joint].type == nullptr) return dimension::any;
    const std::string& kind = model.joints[joint].type->name;
    return kind == "revolute" ? turning : kind == "prismatic" ? sliding : dimension::any;
  };
}

}  // namespace

ElementType friction_type() {
  ElementType type;
  type.name = "friction";
  type.title = "dry and viscous friction in a revolute or prismatic joint, regularised at small rates";
  type.equations =
      "force tanh(rate/smooth) + viscous rate, against the motion of the joint; the output "
      "NAME.force or NAME.torque is positive where it increases the position or angle of the joint";
  type.n_markers = 0;
  type.parameters = {
      {.name = "joint", .kind = ValueKind::joint, .help = "revolute or prismatic joint"},
      {.name = "force",
       .dimension = dimension::any,
       .help = "friction force, N, or torque, N m, of a fast motion; it does not follow the reaction",
       .default_text = "0",
       .minimum = 0,
       .dimension_in = measures_in_joint(dimension::force, dimension::torque)},
      {.name = "smooth",
       .dimension = dimension::any,
       .help = "rate, m/s or rad/s, below which friction grows with the rate",
       .default_text = "1e-3",
       .minimum = 0,
       .is_above_minimum = true,
       .dimension_in = measures_in_joint(dimension::velocity, dimension::rate)},
      {.name = "viscous",
       .dimension = dimension::any,
       .help = "force per rate, N s/m or N m s/rad",
       .default_text = "0",
       .minimum = 0,
       .dimension_in = measures_in_joint(dimension::damping, dimension::torsional_damping)}};
  type.scalar_in = measures_in_joint(dimension::length, dimension::angle);
  type.add_planar = add<2>;
  type.add_spatial = add<3>;
  return type;
}

}  // namespace pleuel
