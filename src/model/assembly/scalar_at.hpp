// Scalars between two bodies of a system, including full revolutions of angles.
#pragma once

#include "pleuel/model/assembly/layout.hpp"
#include "pleuel/model/kinematics/angle.hpp"
#include "pleuel/model/kinematics/nearest_revolution.hpp"

namespace pleuel {

/// `bodies[b]` is a BodyMotion; `bodies.reference(k)` is the value to which counted angle k is
/// nearest.
template <int D, class Scalar, class Bodies>
void count_revolutions(const Scalar& scalar, const Bodies& bodies, ScalarMotion<D>& m) {
  if constexpr (std::is_same_v<Scalar, Angle<3>>)
    if (scalar.count >= 0) m.value = nearest_revolution(m.value, bodies.reference(scalar.count));
}

template <int D, class Scalar, class Bodies>
ScalarMotion<D> motion_at(const Scalar& scalar, const BodyPair& pair, const Bodies& bodies) {
  ScalarMotion<D> m = scalar.motion(bodies[pair.i], bodies[pair.j]);
  count_revolutions<D>(scalar, bodies, m);
  return m;
}

template <int D, class Scalar, class Bodies>
ScalarJet<D> jet_at(const Scalar& scalar, const BodyPair& pair, const Bodies& bodies) {
  ScalarJet<D> m = scalar.jet(bodies[pair.i], bodies[pair.j]);
  count_revolutions<D>(scalar, bodies, m);
  return m;
}

}  // namespace pleuel
