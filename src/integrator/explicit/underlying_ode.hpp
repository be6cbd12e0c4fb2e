// The equations of motion as an ordinary differential equation.
#pragma once

#include <memory>
#include <optional>

#include "pleuel/dae/statistics.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/mechanics/saddle_matrix.hpp"

namespace pleuel {

/// A stage of a half-explicit method: everything that its acceleration depends on besides its own
/// place.
struct HalfExplicitStage {
  double t = 0;       ///< time of the velocity constraint, t_n + c̃_i h
  ConstVec q;         ///< Q̃_i, where the constraint is to hold
  ConstVec v;         ///< W_i, the velocity there without the part of this stage
  double weight = 0;  ///< h ã_ii, the factor of the acceleration in that velocity
};

/// Result of a projection; sizes in units of the tolerance.
struct ProjectionResult {
  bool is_converged = true;
  double moved = 0;  ///< by how much q or v moved, the larger of the two
};

/// The underlying ODE of a mechanism with the state x = (q, v, s):
///
///     q̇ = H v,   ṡ = σ,   v̇ = a   with   [M Gᵀ; G 0] (a, λ) = (f, −γ)
///
/// Its solutions keep g = 0 and G v + g_t = 0, numerical ones up to their errors; project()
/// restores both. Without constraints it is the ODE of the system. M may be singular if the matrix
/// is regular.
class UnderlyingOde {
 public:
  /// The system must outlive this object. Work is added to `statistics`.
  UnderlyingOde(const MechanicalSystem& system, Statistics& statistics);

  static constexpr int most_projections = 8;  ///< iterations for positions, and for velocities

  int size() const { return n_q_ + n_v_ + n_s_; }
  int n_q() const { return n_q_; }
  int n_v() const { return n_v_; }
  int n_lambda() const { return n_g_; }
  int n_s() const { return n_s_; }

  /// xdot = φ(t, x); λ is available afterwards. Returns the missing pivot if the matrix is
  /// singular, with its column in (a, λ). No allocation after the first call.
  [[nodiscard]] std::optional<ZeroPivot> rates(double t, ConstVec x, Vec xdot);
  const Vector& lambda() const { return lambda_; }

  /// The same with the constraint at velocity level at another point,
  ///
  ///     M a + Gᵀλ = f  at (t, x),   G̃ (W + w a) + g̃_t = 0  at `stage`,
  ///
  /// with w = stage.weight. q̇ must be known: see kinematics().
  [[nodiscard]] std::optional<ZeroPivot> half_explicit_rates(double t, ConstVec x,
                                                             const HalfExplicitStage& stage, Vec xdot);
  /// q̇ = H v.
  void kinematics(double t, ConstVec q, ConstVec v, Vec qdot);

  /// Moves q onto g(t, q) = 0 and then v onto G v + g_t = 0, each by the shortest way in the metric
  /// of M, with the matrix of the last rates(); restores invariants. Iterates until rounding errors
  /// remain. `weights`: reciprocal tolerances of x.
  [[nodiscard]] ProjectionResult project(double t, Vec x, ConstVec weights);
  /// Projects the difference e of two solutions near (t, x) with the matrix of the last rates():
  /// x − e then satisfies the velocity constraint.
  void project_difference(double t, ConstVec x, Vec e);

  /// The first row of the equations of motion at (t, x) that is not finite, as a row of y = (q, v,
  /// a, λ, s); −1: none.
  int bad_row(double t, ConstVec x);
  /// Discards pivots; large systems allocate.
  void forget();

 private:
  void solve_for_residual();
  ProjectionResult project_position(double t, Vec x, ConstVec weights);
  ProjectionResult project_velocity(double t, Vec x, ConstVec weights, double turned);

  const MechanicalSystem& system_;
  Statistics& statistics_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  int n_q_, n_v_, n_g_, n_s_;
  bool is_identity_;
  Vector lambda_;
  Vector step_v_, step_q_, residual_, place_, no_a_, no_lambda_;
  /// The matrix with G at two points; made for half-explicit methods only.
  struct TwoPoints {
    MotionMatrices here, there;
    SaddleMatrix saddle;
  };
  std::unique_ptr<TwoPoints> two_points_;
};

}  // namespace pleuel
