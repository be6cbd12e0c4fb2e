// Positions of the parts of a motion among the unknowns of a formulation.
#pragma once

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// Reads q, v, a, λ and s from y without copying. Equations of equilibrium contain neither v nor a:
/// both are zero.
class MotionLayout {
 public:
  struct Part {
    int first = 0;
    int size = 0;
  };

  /// For equations of motion.
  MotionLayout(Part q, Part v, Part a, Part lambda, Part s) : q_(q), v_(v), a_(a), lambda_(lambda), s_(s) {}
  /// For equations of equilibrium in a system with n_v velocities.
  MotionLayout(Part q, Part lambda, Part s, int n_v)
      : q_(q), lambda_(lambda), s_(s), rest_(Vector::Zero(n_v)), has_motion_(false) {}

  /// The result refers to y, to this object and to `revolutions`.
  Motion at(double t, ConstVec y, const RevolutionState* revolutions = nullptr) const {
    return {.t = t,
            .q = of(y, q_),
            .v = has_motion_ ? of(y, v_) : view(rest_),
            .a = has_motion_ ? of(y, a_) : view(rest_),
            .lambda = of(y, lambda_),
            .s = of(y, s_),
            .revolutions = revolutions};
  }
  /// True if y contains v and a.
  bool has_motion() const { return has_motion_; }

 private:
  static ConstVec of(const ConstVec& y, Part x) { return part(y, x.first, x.size); }

  Part q_, v_, a_, lambda_, s_;
  Vector rest_;  // n_v zeros
  bool has_motion_ = true;
};

}  // namespace pleuel
