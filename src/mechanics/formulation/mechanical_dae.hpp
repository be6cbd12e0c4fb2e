// A mechanical system in one of its formulations, as integrators and the driver see it.
#pragma once

#include <memory>

#include "pleuel/dae/dae.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// A Dae whose unknowns are parts of a motion: the equations of motion (EquationsOfMotion) or of equilibria (StaticEquations).
class MechanicalDae : public Dae {
 public:
  /// The parts of y, without copying. Where y holds no v and a, they are zero.
  virtual Motion motion(double t, ConstVec y) const = 0;
  /// y from its parts; parts that it does not hold are left out, others are zero.
  virtual Vector assemble(ConstVec q, ConstVec v, ConstVec a, ConstVec lambda, ConstVec s) const = 0;
  /// The ẏ that belongs to y, zero for algebraic unknowns.
  virtual Vector derivative(double t, ConstVec y) = 0;
  /// A state near the given one from which the formulation can start. Throws NoConsistentState.
  virtual InitialState consistent_start(double t, ConstVec q0, ConstVec v0, ConstVec s0) const = 0;
  /// Whether y holds v and a.
  virtual bool has_motion() const = 0;

  const MechanicalSystem& system() const { return *system_; }

 protected:
  MechanicalDae(DaeInfo info, std::shared_ptr<const MechanicalSystem> system)
      : Dae(std::move(info)), system_(std::move(system)), turns_(system_->turns()) {}
  std::shared_ptr<const MechanicalSystem> system_;
  const TurnState* turns_;  // part of every motion
};

}  // namespace pleuel
