// Tests whether a run stayed on its branch at a singular configuration.
#pragma once

#include "pleuel/integrator/guarded/state_history.hpp"
#include "pleuel/mechanics/constraint_sine.hpp"

namespace pleuel {

/// The jump of the velocity over an interval that contains a singular configuration,
///
///     J₀ = ‖v_B − v_A‖ / ‖v‖
///     J₂ = ‖v_B − v_A − τ/2 (a_A + a_B)‖ / ‖v‖
///     J₄ = ‖v_B − v_A − τ/2 (a_A + a_B) − τ²/12 (j_A − j_B)‖ / ‖v‖
///
/// J = min(J₀, J₂, J₄), with norms in the mass matrix. A smooth motion has J = O(τ⁴), or at most
/// the rotation of v itself. If the run changed its branch, J is 2 sin(half the angle between the
/// branches), independent of the step size. Energy, g and G v do not show this. a solves the saddle
/// system at A and B. The jerk j is a difference quotient of accelerations with the outer states.
class JumpTest {
 public:
  /// A run with a larger J has changed its branch. Measured (docs/singular.md).
  static constexpr double limit = 0.25;

  explicit JumpTest(ConstraintSine& sine);

  /// J between states A and B. The outer states `before` and `after` may be null; then J₄ is
  /// omitted. If the saddle system has no solution, J is J₀. NaN at rest.
  double operator()(const StateHistory::State* before, const StateHistory::State& A,
                    const StateHistory::State& B, const StateHistory::State* after);

 private:
  bool acceleration(const StateHistory::State& at, Vector& a);

  ConstraintSine& sine_;
  Vector a_A_, a_B_, j_A_, j_B_, jump_, lambda_;
};

}  // namespace pleuel
