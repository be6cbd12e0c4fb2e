// The equations of motion of a mechanical system.
#pragma once

#include <memory>
#include <optional>

#include "pleuel/linalg/dense_lu.hpp"
#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/linalg/types.hpp"
#include "pleuel/mechanics/revolution_state.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// The point at which a system is evaluated. Parts that a call does not read may be empty.
struct Motion {
  double t = 0;
  ConstVec q{nullptr, 0};
  ConstVec v{nullptr, 0};
  ConstVec a{nullptr, 0};
  ConstVec lambda{nullptr, 0};
  ConstVec s{nullptr, 0};
  /// Counted revolutions of the run; null: angles nearest to those at the start.
  const RevolutionState* revolutions = nullptr;
};

/// Output places for the rows, owned by the caller. Rows with an empty place are not computed.
struct MotionRows {
  Vec kinematics{nullptr, 0};    ///< H v
  Vec dynamics{nullptr, 0};      ///< M a + Gᵀλ − f
  Vec internal{nullptr, 0};      ///< σ
  Vec position{nullptr, 0};      ///< g
  Vec velocity{nullptr, 0};      ///< G v + g_t
  Vec acceleration{nullptr, 0};  ///< G a + γ
};

/// Output places of SystemEvaluator::accelerations, owned by the caller. `kinematics` and
/// `internal` may be empty.
struct MotionRates {
  Vec kinematics{nullptr, 0};  ///< q̇ = H v
  Vec a{nullptr, 0};
  Vec lambda{nullptr, 0};
  Vec internal{nullptr, 0};  ///< ṡ = σ
};

/// Distance, in doubles, between the data of consecutive points.
struct PointStrides {
  Eigen::Index motion = 0;
  Eigen::Index rows = 0;
};

inline Motion shifted(const Motion& m, double t, Eigen::Index by) {
  const auto move = [by](const ConstVec& x) {
    return ConstVec(x.size() > 0 ? x.data() + by : nullptr, x.size());
  };
  return {t, move(m.q), move(m.v), move(m.a), move(m.lambda), move(m.s), m.revolutions};
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

/// All matrices for Newton's method, with fixed patterns. Subscripts denote derivatives.
struct MotionMatrices {
  Levels levels;                                   ///< levels for which derivatives were requested
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

/// Power supplied by applied loads, without drivers (they act through λ), and power dissipated as
/// heat.
struct Power {
  double supplied = 0;
  double dissipated = 0;
};

class GeneralAccelerations;

/// Evaluates one system and owns the scratch memory. Use one instance per thread.
class SystemEvaluator {
 public:
  SystemEvaluator();
  virtual ~SystemEvaluator();

  /// Computes the rows that have a place in `out`. No allocation.
  virtual void rows(const Motion& at, const MotionRows& out) = 0;

  /// Computes the rows at several times, for example the stages of a Runge–Kutta method; this may
  /// be faster than single calls. `first` and `out` belong to the first time; `strides` leads to
  /// the following times. No allocation.
  virtual void rows_at(ConstVec t, const Motion& first, const MotionRows& out, const PointStrides& strides) {
    for (Eigen::Index k = 0; k < t.size(); ++k)
      rows(shifted(first, t[k], k * strides.motion), shifted(out, k * strides.rows));
  }

  /// out += g_q(t,q)ᵀ η.
  virtual void add_position_gradient(double t, ConstVec q, ConstVec eta, Vec out) = 0;

  /// Matrices with the patterns of this system. Derivatives of constraint levels are included only
  /// for `levels`.
  virtual MotionMatrices matrices(const Levels& levels) = 0;
  /// Evaluates M, G, g_q and H, which depend only on (t, q).
  virtual void configuration_matrices(double t, ConstVec q, MotionMatrices& out) = 0;
  /// Evaluates all matrices of `out` that have a pattern.
  virtual void linearize(const Motion& at, MotionMatrices& out) = 0;

  /// The right-hand side of the underlying ODE at (t, q, v, s):
  ///
  ///     [M Gᵀ; G 0] (a, λ) = (f, −γ),   q̇ = H v,   ṡ = σ.
  ///
  /// a and λ of `at` are not read. Returns the missing pivot if the matrix is singular; its column
  /// counts a first, then λ. The result depends on the arguments only. No allocation after the
  /// first call. By default rows() and configuration_matrices() are called; systems that know their
  /// structure evaluate everything at once.
  [[nodiscard]] virtual std::optional<ZeroPivot> accelerations(const Motion& at, const MotionRates& out);
  /// Solves [M Gᵀ; G 0] (x, y) = (b, c) with the matrix of the last call of accelerations(). x and
  /// y hold b and c on entry. No allocation.
  virtual void solve_saddle(Vec x, Vec y);

  virtual Energy energy(const Motion& at) = 0;
  virtual Power power(const Motion& at) = 0;

  /// Restores invariants n(q) = 0 with n_q H = 0 (quaternion norms). Returns true if q was changed.
  virtual bool restore_invariants(Vec /*q*/) { return false; }

  /// The counted angles of the system (SystemInfo::angles) and their rates. No allocation.
  virtual void angles(const Motion& /*at*/, Vec /*theta*/, Vec /*omega*/) {}
  /// Scalars that cross zero where the forces have a kink or a jump, for example at a stop. There
  /// are SystemInfo::n_corners of them, smooth near their zeros. Steps end at these zeros. No
  /// allocation.
  virtual void corners(const Motion& /*at*/, Vec /*out*/) {}
  /// Sets the revolution count used if a Motion has none. The state must outlive this object.
  void follow(const RevolutionState& revolutions) { revolutions_ = &revolutions; }

 protected:
  /// The count of the motion, or the one set by follow(); nullptr if there is none.
  const RevolutionState* revolutions_of(const Motion& at) const {
    return at.revolutions != nullptr ? at.revolutions : revolutions_;
  }

 private:
  const RevolutionState* revolutions_ = nullptr;
  std::unique_ptr<GeneralAccelerations> general_;  // made by the first call of accelerations()
};

/// A mechanism with rigid or deformable bodies:
///
///     q̇ = H(t,q) v
///     M(t,q) v̇ = f(t,q,v,s) − G(t,q)ᵀ λ
///     ṡ = σ(t,q,v,s)
///     0 = g(t,q)
///
/// The constraint is used at three levels: g, G v + g_t and G a + γ(t,q,v), where G = g_q H. M may
/// be singular if [M Gᵀ; G 0] is regular. A system is immutable; each user creates an evaluator. To
/// define a system, see `make_system` in system_from.hpp and docs/own-system.md.
class MechanicalSystem {
 public:
  virtual ~MechanicalSystem() = default;
  virtual const SystemInfo& info() const = 0;
  /// Creates an evaluator, which must not outlive the system.
  virtual std::unique_ptr<SystemEvaluator> make_evaluator() const = 0;
  /// The revolution count that its evaluators follow (CountedSystem); nullptr if there is none.
  virtual RevolutionState* revolutions() const { return nullptr; }
  /// The author's system, if this object is a wrapper that counts revolutions, can be stopped, or
  /// selects constraints.
  virtual const MechanicalSystem& core() const { return *this; }
};

}  // namespace pleuel
