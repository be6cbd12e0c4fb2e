// Selects the scalar along which a force acts.
#pragma once

#include "pleuel/model/assembly/marker_pair.hpp"

namespace pleuel {

/// "distance": between the markers; "angle": about z_a; "position": along x_a in the plane, z_a in
/// space.
inline ParameterSpec along_parameter() {
  return {.name = "along",
          .kind = ValueKind::choice,
          .help =
              "what it acts on: the distance of a and b, the angle about the z axis of a, or the position of "
              "b along an "
              "axis of a (x in the plane, z in space)",
          .choices = {"distance", "angle", "position"}};
}

/// Dimension of a parameter, depending on whether the element acts on a length or on an angle.
inline auto measures_along(const Dimension& on_length, const Dimension& on_angle) {
  return [on_length, on_angle](const Element& e, const ModelDescription&) {
    if (!e.is_given("along")) return dimension::any;
    return e.choice("along") == "angle" ? on_angle : on_length;
  };
}

/// Adds a force with this law along the scalar that the element names.
template <int D>
void add_along(const Element& e, const ForceLaw& law, Assembly<D>& assembly) {
  const MarkerPair<D> markers(e, assembly);
  if (e.choice("along") == "distance")
    assembly.add_force(markers.bodies, markers.distance(), law);
  else if (e.choice("along") == "angle")
    assembly.add_force(markers.bodies, markers.angle(), law);
  else
    assembly.add_force(markers.bodies, markers.offset(markers.slide), law);
}

/// Sets both functions of an element type from one that takes a law.
template <class MakeLaw>
void act_along(ElementType& type, MakeLaw make_law) {
  type.scalar_in = measures_along(dimension::length, dimension::angle);
  type.add_planar = [make_law](const Element& e, Assembly<2>& a) { add_along(e, make_law(e), a); };
  type.add_spatial = [make_law](const Element& e, Assembly<3>& a) { add_along(e, make_law(e), a); };
}

}  // namespace pleuel
