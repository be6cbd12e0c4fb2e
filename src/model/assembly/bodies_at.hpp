// The bodies and measures of a motion, computed where they are read.
#pragma once

#include "pleuel/model/assembly/assembly.hpp"

namespace pleuel {

/// A body at a motion; its slot among the bodies of the system, −1 is the ground.
template <int D>
BodyMotion<D> body_at(const Motion& at, int body) {
  using S = Space<D>;
  BodyMotion<D> b;
  if (body == ground) return b;
  place_body(at.q.data() + body * S::n_q, b);
  if (at.v.size() > 0) {
    b.v = at.v.template segment<D>(body * S::n);
    b.omega = at.v.template segment<S::n_rotations>(body * S::n + D);
  }
  if (at.a.size() > 0) {
    b.a = at.a.template segment<D>(body * S::n);
    b.alpha = at.a.template segment<S::n_rotations>(body * S::n + D);
  }
  return b;
}

/// Has the interface of BodyMotions, but places only the bodies that are asked for.
template <int D>
struct BodiesAt {
  const SystemInfo& info;
  const Motion& at;
  BodyMotion<D> operator[](int body) const { return body_at<D>(at, body); }
  double reference(int k) const {
    return at.revolutions != nullptr ? at.revolutions->reference(k, at.t) : info.angles[k].start;
  }
};

/// Has the interface of MeasuredMotion, but evaluates only the measures that are asked for.
template <int D>
struct MeasuresAt {
  const Measures<D>& measures;
  const BodiesAt<D>& bodies;
  double value(int k) const { return measures.motion(k, bodies).value; }
  double rate(int k) const { return measures.motion(k, bodies).rate; }
};

}  // namespace pleuel
