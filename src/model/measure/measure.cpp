#include "pleuel/model/measure/measure.hpp"

#include "pleuel/base/error.hpp"
#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {
namespace {

ParameterSpec axis_parameter(const char* help, std::optional<std::string> default_text) {
  return {.name = "axis",
          .kind = ValueKind::choice,
          .help = help,
          .default_text = std::move(default_text),
          .is_optional = true,
          .choices = {"x", "y", "z"}};
}

template <int D>
int axis_of(const Element& e, int otherwise) {
  if (!e.is_given("axis")) return otherwise;
  const int axis = e.choice("axis")[0] - 'x';
  if (axis >= D) throw InvalidInput(e.place + ": the axis is 'z', but a planar model has only x and y");
  return axis;
}

template <int D>
void add_angle(const Element& e, Assembly<D>& a) {
  const MarkerPair<D> markers(e, a);
  Angle<D> angle = markers.angle();
  a.count(markers.bodies, angle, "measure");
  a.measures.add(markers.bodies, angle);
}
template <int D>
void add_position(const Element& e, Assembly<D>& a) {
  const MarkerPair<D> markers(e, a);
  a.measures.add(markers.bodies, markers.offset(axis_of<D>(e, markers.slide)));
}
template <int D>
void add_distance(const Element& e, Assembly<D>& a) {
  const MarkerPair<D> markers(e, a);
  a.measures.add(markers.bodies, markers.distance());
}
template <int D>
void add_coordinate(const Element& e, Assembly<D>& a) {
  const Attachment<D> m = a.marker(e.markers[0]);
  a.measures.add({ground, m.body},
                 Gap<D>{Space<D>::Point::Unit(axis_of<D>(e, 0)), Space<D>::Point::Zero(), m.u});
}

/// The joint that a measure reads; it must have such a motion.
template <int D>
const Element& joint_with(const Element& e, bool ElementType::*motion, const char* what, Assembly<D>& a) {
  const Element& joint = a.description().joints[e.whole("joint")];
  if (!(joint.type->*motion))
    throw InvalidInput(e.place + ": measure '" + e.name + "' asks for the " + what + " of joint '" +
                       joint.name + "', which is a '" + joint.type->name +
                       "' and has none; choose another joint, or measure between two markers");
  a.act_in(joint);
  return joint;
}
template <int D>
void add_joint_angle(const Element& e, Assembly<D>& a) {
  const MarkerPair<D> markers(joint_with(e, &ElementType::rotates, "angle", a), a);
  Angle<D> angle = markers.angle();
  a.count(markers.bodies, angle, "measure");
  a.measures.add(markers.bodies, angle);
}
template <int D>
void add_joint_position(const Element& e, Assembly<D>& a) {
  const MarkerPair<D> markers(joint_with(e, &ElementType::slides, "position", a), a);
  a.measures.add(markers.bodies, markers.offset(markers.slide));
}

}  // namespace

std::vector<ElementType> measure_types() {
  ElementType angle{.name = "angle",
                    .title = "angle from the x axis of a to that of b about the z axis of a",
                    .equations = "full revolutions included",
                    .parameters = {},
                    .add_planar = add_angle<2>,
                    .add_spatial = add_angle<3>,
                    .scalar = dimension::angle};
  ElementType position{
      .name = "position",
      .title = "position of b along an axis of a",
      .equations = "axis.(p_b - p_a)",
      .parameters = {axis_parameter("axis of a; x in the plane and z in space if left out", {})},
      .add_planar = add_position<2>,
      .add_spatial = add_position<3>,
      .scalar = dimension::length};
  ElementType distance{.name = "distance",
                       .title = "distance from a to b",
                       .equations = "|p_b - p_a|",
                       .parameters = {},
                       .add_planar = add_distance<2>,
                       .add_spatial = add_distance<3>,
                       .scalar = dimension::length};
  ElementType coordinate{.name = "coordinate",
                         .title = "coordinate of a marker in the axes of the ground",
                         .equations = "e.p",
                         .n_markers = 1,
                         .parameters = {axis_parameter("which coordinate", "x")},
                         .add_planar = add_coordinate<2>,
                         .add_spatial = add_coordinate<3>,
                         .scalar = dimension::length};
  ElementType joint_angle{
      .name = "joint-angle",
      .title = "angle of a joint: from the x axis of its marker a to that of b about the z axis of a",
      .equations = "full revolutions included",
      .n_markers = 0,
      .parameters = {{.name = "joint",
                      .kind = ValueKind::joint,
                      .help = "revolute, cylindrical or screw joint"}},
      .add_planar = add_joint_angle<2>,
      .add_spatial = add_joint_angle<3>,
      .scalar = dimension::angle};
  ElementType joint_position{
      .name = "joint-position",
      .title = "displacement of a joint: place of its marker b along the axis of a on which it slides",
      .equations = "axis.(p_b - p_a), x in the plane, z in space",
      .n_markers = 0,
      .parameters = {{.name = "joint",
                      .kind = ValueKind::joint,
                      .help = "prismatic, cylindrical or screw joint"}},
      .add_planar = add_joint_position<2>,
      .add_spatial = add_joint_position<3>,
      .scalar = dimension::length};
  return {angle, position, distance, coordinate, joint_angle, joint_position};
}

}  // namespace pleuel
