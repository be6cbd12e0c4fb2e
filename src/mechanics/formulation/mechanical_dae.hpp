// A mechanical system in one of its formulations, as seen by integrators and src/run.
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
  /// Views of the parts of y. If y contains no v and a, they are zero.
  Motion motion(double t, ConstVec y) const { return parts_.at(t, y, revolutions_); }
  const MotionLayout& parts() const { return parts_; }
  /// True if y contains v and a.
  bool has_motion() const { return parts_.has_motion(); }
  /// Assembles y from its parts. Parts that y does not contain are ignored; its other unknowns are
  /// zero.
  virtual Vector assemble(ConstVec q, ConstVec v, ConstVec a, ConstVec lambda, ConstVec s) const = 0;
  /// The ẏ that belongs to y; zero for algebraic unknowns.
  virtual Vector derivative(double t, ConstVec y) = 0;
  /// A consistent state near the given one. Throws NoConsistentState.
  virtual InitialState consistent_start(double t, ConstVec q0, ConstVec v0, ConstVec s0) const = 0;

  const MechanicalSystem& system() const { return *system_; }
  /// Shares the memory of names with the same equations of the same system.
  void share_names(const DaeInfo& same) {
    if (same.name != info_.name || same.n_unknowns() != info_.n_unknowns() || same.n_rows() != info_.n_rows())
      return;
    info_.unknowns = same.unknowns;
    info_.rows = same.rows;
  }

 protected:
  MechanicalDae(DaeInfo info, std::shared_ptr<const MechanicalSystem> system, MotionLayout parts)
      : Dae(std::move(info)),
        system_(std::move(system)),
        parts_(std::move(parts)),
        revolutions_(system_->revolutions()) {}
  std::shared_ptr<const MechanicalSystem> system_;
  MotionLayout parts_;
  const RevolutionState* revolutions_;  // part of every motion
};

}  // namespace pleuel
