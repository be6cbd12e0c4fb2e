// The two markers of an element, and the scalars between them.
#pragma once

#include <cmath>
#include <numbers>

#include "pleuel/model/assembly/assembly.hpp"

namespace pleuel {

/// Marker a on body i and marker b on body j. In space, joints rotate about and slide along the z
/// axis of a; in the plane they slide along its x axis.
template <int D>
struct MarkerPair {
  using Point = typename Space<D>::Point;
  BodyPair bodies;
  Attachment<D> a, b;

  MarkerPair(const Element& element, const Assembly<D>& assembly)
      : a(assembly.marker(element.markers[0])), b(assembly.marker(element.markers[1])), assembly_(&assembly) {
    bodies = {a.body, b.body};
  }

  Point axis_a(int k) const { return a.axes.col(k); }
  Point axis_b(int k) const { return b.axes.col(k); }

  /// Component k, in ground axes, of the vector from a to b.
  Gap<D> gap(int k) const { return {Point::Unit(k), a.u, b.u}; }
  /// Position of b along axis k of a.
  Offset<D> offset(int k) const {
    assembly_->require_rotation(a);
    return {axis_a(k), a.u, b.u};
  }
  /// Cosine between axis k of a and axis l of b.
  Cosine<D> cosine(int k, int l) const { return {axis_a(k), axis_b(l)}; }
  Distance<D> distance() const { return {a.u, b.u}; }
  /// Angle from the x axis of a to that of b.
  Angle<D> angle() const {
    assembly_->require_rotation(a);
    assembly_->require_rotation(b);
    if constexpr (D == 2)
      return {std::atan2(b.axes(1, 0), b.axes(0, 0)) - std::atan2(a.axes(1, 0), a.axes(0, 0)) +
              2 * std::numbers::pi * (b.revolutions - a.revolutions)};
    else
      return {axis_a(0), axis_a(1), axis_b(0)};
  }
  /// The sliding axis.
  static constexpr int slide = D == 2 ? 0 : 2;

 private:
  const Assembly<D>* assembly_;
};

inline constexpr const char* axis_letters[] = {"x", "y", "z"};

/// Constrains point b to point a: D rows, forces in ground axes.
template <int D>
void constrain_coincident(const MarkerPair<D>& markers, Assembly<D>& assembly) {
  for (int k = 0; k < D; ++k)
    assembly.add_term(assembly.add_row(axis_letters[k], "N"), 1.0, markers.bodies, markers.gap(k));
}

/// Constrains axis k of a to be perpendicular to axis l of b.
inline void constrain_perpendicular(const MarkerPair<3>& markers, int k, int l, Assembly<3>& assembly) {
  const std::string label = std::string(axis_letters[k]) + axis_letters[l];
  assembly.add_term(assembly.add_row(label, "N m"), 1.0, markers.bodies, markers.cosine(k, l));
}

/// Constrains the z axes of a and b to be parallel. They may point against each other.
inline void constrain_parallel(const MarkerPair<3>& markers, Assembly<3>& assembly) {
  constrain_perpendicular(markers, 2, 0, assembly);
  constrain_perpendicular(markers, 2, 1, assembly);
  assembly.pair_axes(2, PairedAxes::Meaning::parallel, markers.bodies, markers.cosine(2, 2));
}

/// Constrains the axes of a and b to be parallel in the plane: the angle is the multiple of 2π
/// nearest to the start.
inline void constrain_aligned(const MarkerPair<2>& markers, Assembly<2>& assembly) {
  const double turn = 2 * std::numbers::pi;
  const int row = assembly.add_row("angle", "N m");
  assembly.add_term(row, 1.0, markers.bodies, markers.angle());
  assembly.add_constant(row, -turn * std::round(assembly.at_start(markers.bodies, markers.angle()) / turn));
}

/// Constrains point b to zero displacement along axis k of a.
template <int D>
void constrain_offset(const MarkerPair<D>& markers, int k, Assembly<D>& assembly) {
  assembly.add_term(assembly.add_row(std::string("along_") + axis_letters[k], "N"), 1.0, markers.bodies,
                    markers.offset(k));
}

}  // namespace pleuel
