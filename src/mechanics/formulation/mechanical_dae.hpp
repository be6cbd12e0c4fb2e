// A mechanical system in one of its formulations, as integrators and the driver see it.
#pragma once

#include <memory>

#include "pleuel/dae/dae.hpp"
#include "pleuel/mechanics/formulation/motion_layout.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// A Dae whose unknowns are parts of a motion: the equations of motion (EquationsOfMotion) or of
/// equilibria (StaticEquations).
class MechanicalDae : public Dae {
 public:
  /// The parts of y, without copying. Where y holds no v and a, they are zero.
  Motion motion(double t, ConstVec y) const { return parts_.at(t, y, turns_); }
  const MotionLayout& parts() const { return parts_; }
  /// Whether y holds v and a.
  bool has_motion() const { return parts_.has_motion(); }
  /// y from its parts; parts that it does not hold are left out, others are zero.
  virtual Vector assemble(ConstVec q, ConstVec v, ConstVec a, ConstVec lambda, ConstVec s) const = 0;
  /// The ẏ that belongs to y, zero for algebraic unknowns.
  virtual Vector derivative(double t, ConstVec y) = 0;
  /// A state near the given one from which the formulation can start. Throws NoConsistentState.
  virtual InitialState consistent_start(double t, ConstVec q0, ConstVec v0, ConstVec s0) const = 0;

  const MechanicalSystem& system() const { return *system_; }

 protected:
  MechanicalDae(DaeInfo info, std::shared_ptr<const MechanicalSystem> system, MotionLayout parts)
      : Dae(std::move(info)),
        system_(std::move(system)),
        parts_(std::move(parts)),
        turns_(system_->turns()) {}
  std::shared_ptr<const MechanicalSystem> system_;
  MotionLayout parts_;
  const TurnState* turns_;  // part of every motion
};

}  // namespace pleuel
