// The bodies and measures of a motion, computed where they are read.
#pragma once

#include <array>

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

/// Has the interface of BodyMotions, but places only the bodies that are asked for. It keeps the
/// last two, because the scalars of an element are between the same two bodies.
template <int D>
struct BodiesAt {
  const SystemInfo& info;
  const Motion& at;
  BodyMotion<D> operator[](int body) const {
    if (body == ground) return {};
    for (const Kept& kept : kept_)
      if (kept.body == body) return kept.motion;
    next_ = 1 - next_;
    kept_[next_] = {body, body_at<D>(at, body)};
    return kept_[next_].motion;
  }
  double reference(int k) const {
    return at.revolutions != nullptr ? at.revolutions->reference(k, at.t) : info.angles[k].start;
  }

  struct Kept {
    int body = ground;
    BodyMotion<D> motion = {};
  };
  mutable std::array<Kept, 2> kept_ = {};
  mutable std::size_t next_ = 0;
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
