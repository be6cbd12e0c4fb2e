#include "pleuel/model/driver/driver.hpp"

#include <numbers>

#include "pleuel/base/error.hpp"
#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {
namespace {

std::vector<ParameterSpec> parameters(const Dimension& value) {
  return {{.name = "value",
           .kind = ValueKind::function,
           .dimension = value,
           .help = "what it is to be, a function of time",
           .is_optional = true,
           .instead_of_measures = "motions are coupled by a joint, 'gear' or 'screw', or by a stiff spring "
                                  "whose 'force' is a formula "
                                  "of the measure"},
          {.name = "rate",
           .dimension = value / dimension::time,
           .help = "its rate; only in \"start\", because a driver takes it from its value",
           .is_optional = true}};
}

std::vector<std::string> faults(const Element& e) {
  if (!e.is_given("value") && !e.is_given("rate"))
    return {"neither value nor rate is given; give what is to be prescribed"};
  return {};
}

template <int D, class Scalar>
void drive(const Element& e, const BodyPair& bodies, const Scalar& scalar, const char* unit,
           Assembly<D>& assembly) {
  if (!e.is_given("value"))
    throw InvalidInput(e.place + ": driver '" + e.name +
                       "' has no value; only in \"start\" it may be left out");
  if (!e.function("value").is_of_time_alone())
    throw InvalidInput(e.place + ": the value of driver '" + e.name +
                       "' depends on a measure, but may depend on the time only");
  const int row = assembly.add_row("drive", unit);
  assembly.add_term(row, 1.0, bodies, scalar);
  assembly.add_drive(row, e.function("value").expression);
  if (std::is_same_v<Scalar, Angle<3>>) assembly.make_periodic(row, 2 * std::numbers::pi);
}

ElementType type_of(const char* name, const char* title, const char* equations, const Dimension& value) {
  ElementType type;
  type.name = name;
  type.title = title;
  type.equations = equations;
  type.parameters = parameters(value);
  type.scalar = value;
  type.faults = faults;
  return type;
}

ElementType angle_type() {
  ElementType type = type_of(
      "angle", "prescribes the angle from the x axis of a to that of b about the z axis of a",
      "angle = value(t); the output NAME.torque is positive where it increases the angle", dimension::angle);
  type.add_planar = [](const Element& e, Assembly<2>& a) {
    const MarkerPair<2> markers(e, a);
    drive(e, markers.bodies, markers.angle(), "N m", a);
  };
  type.add_spatial = [](const Element& e, Assembly<3>& a) {
    const MarkerPair<3> markers(e, a);
    drive(e, markers.bodies, markers.angle(), "N m", a);
  };
  return type;
}

template <int D>
void add_position(const Element& e, Assembly<D>& a) {
  const MarkerPair<D> markers(e, a);
  drive(e, markers.bodies, markers.offset(markers.slide), "N", a);
}

ElementType position_type() {
  ElementType type =
      type_of("position", "prescribes the position of b along an axis of a: x in the plane, z in space",
              "axis.(p_b - p_a) = value(t); the output NAME.force is positive along the axis, on b",
              dimension::length);
  type.add_planar = add_position<2>;
  type.add_spatial = add_position<3>;
  return type;
}

template <int D>
void add_distance(const Element& e, Assembly<D>& a) {
  const MarkerPair<D> markers(e, a);
  drive(e, markers.bodies, markers.distance(), "N", a);
}

ElementType distance_type() {
  ElementType type =
      type_of("distance", "prescribes the distance from a to b",
              "|p_b - p_a| = value(t); the output NAME.force is positive where it pushes a and b apart",
              dimension::length);
  type.add_planar = add_distance<2>;
  type.add_spatial = add_distance<3>;
  return type;
}

template <int D>
void add_coordinate(const Element& e, Assembly<D>& a) {
  const Attachment<D> m = a.marker(e.markers[0]);
  const int axis = e.choice("axis")[0] - 'x';
  if (axis >= D) throw InvalidInput(e.place + ": the axis is 'z', but a planar model has only x and y");
  const Gap<D> gap{Space<D>::Point::Unit(axis), Space<D>::Point::Zero(), m.u};
  drive(e, {ground, m.body}, gap, "N", a);
}

ElementType coordinate_type() {
  ElementType type =
      type_of("coordinate", "prescribes a coordinate of a marker in the axes of the ground",
              "e.p = value(t); the output NAME.force is positive along the coordinate", dimension::length);
  type.n_markers = 1;
  type.parameters.push_back(
      {.name = "axis", .kind = ValueKind::choice, .help = "which coordinate", .choices = {"x", "y", "z"}});
  type.add_planar = add_coordinate<2>;
  type.add_spatial = add_coordinate<3>;
  return type;
}

}  // namespace

std::vector<ElementType> driver_types() {
  return {angle_type(), position_type(), distance_type(), coordinate_type()};
}

}  // namespace pleuel
