// The one equation of the package.
#pragma once

#include <memory>

#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/linalg/types.hpp"
#include "pleuel/mechanics/system_info.hpp"
#include "pleuel/mechanics/turn_state.hpp"

namespace pleuel {

/// Where a system is evaluated. Parts that a call does not read may be empty.
struct Motion {
  double t = 0;
  ConstVec q{nullptr, 0};
  ConstVec v{nullptr, 0};
  ConstVec a{nullptr, 0};
  ConstVec lambda{nullptr, 0};
  ConstVec s{nullptr, 0};
  const TurnState* turns = nullptr;  ///< of the run; none: angles are those nearest to the start's
};

/// Caller-owned places for the rows of the equations; an empty place is not computed.
struct MotionRows {
  Vec kinematics{nullptr, 0};    ///< H v
  Vec dynamics{nullptr, 0};      ///< M a + Gᵀλ − f
  Vec internal{nullptr, 0};      ///< σ
  Vec position{nullptr, 0};      ///< g
  Vec velocity{nullptr, 0};      ///< G v + g_t
  Vec acceleration{nullptr, 0};  ///< G a + γ
};

/// How far, in doubles, what belongs to one point is from what belongs to the next.
struct PointStrides {
  Eigen::Index motion = 0;
  Eigen::Index rows = 0;
};

inline Motion shifted(const Motion& m, double t, Eigen::Index by) {
  const auto move = [by](const ConstVec& x) {
    return ConstVec(x.size() > 0 ? x.data() + by : nullptr, x.size());
  };
  return {t, move(m.q), move(m.v), move(m.a), move(m.lambda), move(m.s), m.turns};
}
inline MotionRows shifted(const MotionRows& r, Eigen::Index by) {
  const auto move = [by](const Vec& x) { return x.size() > 0 ? part(x, by, x.size()) : Vec(nullptr, 0); };
  return {move(r.kinematics), move(r.dynamics), move(r.internal),
          move(r.position),   move(r.velocity), move(r.acceleration)};
}

/// Which levels of the constraints an equation uses.
struct Levels {
  bool position = false;
  bool velocity = false;
  bool acceleration = false;
};

/// All matrices that Newton's method can ask for, with fixed patterns; subscripts are derivatives.
struct MotionMatrices {
  Levels levels;                                   ///< for which the derivatives below were asked
  FixedMatrix M;                                   ///< n_v × n_v
  FixedMatrix G;                                   ///< n_λ × n_v
  FixedMatrix g_q;                                 ///< n_λ × n_q; equal to G when H = I
  FixedMatrix H;                                   ///< n_q × n_v; without entries when H = I
  FixedMatrix kinematics_q;                        ///< ∂(Hv)/∂q; without entries when H = I
  FixedMatrix dynamics_q, dynamics_v, dynamics_s;  ///< of M a + Gᵀλ − f
  FixedMatrix internal_q, internal_v, internal_s;  ///< of σ
  FixedMatrix velocity_q;                          ///< of G v + g_t
  FixedMatrix acceleration_q, acceleration_v;      ///< of G a + γ
};

struct Energy {
  double kinetic = 0;
  double potential = 0;
  double total() const { return kinetic + potential; }
};

/// Rates of work: done on the system by applied loads (drivers, which act through λ, not included),
/// and turned into heat.
struct Power {
  double supplied = 0;
  double dissipated = 0;
};

/// Evaluates one system; owns the scratch for it. Use one instance per thread.
class SystemEvaluator {
 public:
  virtual ~SystemEvaluator() = default;

  /// The rows for which `out` has a place. No allocation.
  virtual void rows(const Motion& at, const MotionRows& out) = 0;

  /// The rows at the times t, which may be faster than one after the other: the stages of a
  /// Runge–Kutta method. `first` and `out` belong to the first time, those of the next are further
  /// on by `strides`. No allocation.
  virtual void rows_at(ConstVec t, const Motion& first, const MotionRows& out, const PointStrides& strides) {
    for (Eigen::Index k = 0; k < t.size(); ++k)
      rows(shifted(first, t[k], k * strides.motion), shifted(out, k * strides.rows));
  }

  /// out += g_q(t,q)ᵀ η.
  virtual void add_position_gradient(double t, ConstVec q, ConstVec eta, Vec out) = 0;

  /// Matrices with the patterns of this system; derivatives of the constraint levels only where
  /// asked for.
  virtual MotionMatrices matrices(const Levels& levels) = 0;
  /// Fills M, G, g_q and H, which depend on (t, q) alone.
  virtual void configuration_matrices(double t, ConstVec q, MotionMatrices& out) = 0;
  /// Fills all matrices of `out` that have a pattern.
  virtual void linearize(const Motion& at, MotionMatrices& out) = 0;

  virtual Energy energy(const Motion& at) = 0;
  virtual Power power(const Motion& at) = 0;

  /// Restores invariants n(q) = 0 with n_q H = 0 (quaternion norms). Returns true when q was
  /// changed.
  virtual bool restore_invariants(Vec /*q*/) { return false; }

  /// The counted angles of the system (SystemInfo::angles) and their rates. No allocation.
  virtual void angles(const Motion& /*at*/, Vec /*theta*/, Vec /*omega*/) {}
  /// Scalars that pass zero where the forces, as functions of the motion, have a corner or a jump:
  /// a stop is touched, a curve changes its slope. SystemInfo::n_corners of them, smooth near their
  /// zeros. A run ends its steps there. No allocation.
  virtual void corners(const Motion& /*at*/, Vec /*out*/) {}
  /// Turns are counted from this state on, where a Motion brings none; it must outlive this.
  void follow(const TurnState& turns) { turns_ = &turns; }

 protected:
  /// That of the motion, or the one followed; nullptr: there is none.
  const TurnState* turns_of(const Motion& at) const { return at.turns != nullptr ? at.turns : turns_; }

 private:
  const TurnState* turns_ = nullptr;
};

/// A mechanism with rigid or deformable bodies,
///
///     q̇ = H(t,q) v
///     M(t,q) v̇ = f(t,q,v,s) − G(t,q)ᵀ λ
///     ṡ = σ(t,q,v,s)
///     0 = g(t,q)
///
/// with the constraint at three levels: g, G v + g_t and G a + γ(t,q,v), where G = g_q H. M may be
/// singular as long as [M Gᵀ; G 0] is regular. A system is immutable; every user makes an evaluator
/// of their own. To write one, see `make_system` in system_from.hpp and docs/own-system.md.
class MechanicalSystem {
 public:
  virtual ~MechanicalSystem() = default;
  virtual const SystemInfo& info() const = 0;
  /// An evaluator of its own; it must not outlive the system.
  virtual std::unique_ptr<SystemEvaluator> make_evaluator() const = 0;
  /// The state that its evaluators follow (CountedSystem); nullptr: there is none.
  virtual TurnState* turns() const { return nullptr; }
  /// The system as its author wrote it, where this one stands around it: counts, can be stopped, or
  /// has some of the constraints only.
  virtual const MechanicalSystem& core() const { return *this; }
};

}  // namespace pleuel
