// The Newton matrix of the equations of equilibrium.
#pragma once

#include "pleuel/linalg/factor.hpp"
#include "pleuel/linalg/product.hpp"
#include "pleuel/mechanics/formulation/shifted_newton.hpp"
#include "pleuel/mechanics/formulation/static_equations.hpp"
#include "pleuel/mechanics/state_condensation.hpp"

namespace pleuel {

/// The structure of the factored matrix of equilibrium. With D = Gᵀλ − f and its derivatives,
/// δq = H δθ + N ν, where ν follows from the norm rows only, and δs = T (σ_q δq + r_s) with
/// block-diagonal T = (α I − σ_s)⁻¹, the remaining matrix is
///
///     [ (D_q + D_s T σ_q) H   Gᵀ ] [δθ]
///     [          G            0  ] [δλ]        of size n_v + n_λ.
///
/// Immutable: the search for the initial equilibrium and the integrator share it.
struct StaticStructure {
  StaticStructure(const MechanicalSystem& system, const MotionMatrices& patterns);

  FixedMatrix pattern;           ///< without values
  FixedMatrix S;                 ///< σ_q H, if H ≠ I
  ProductPlan sigma_q_H, D_q_H;  ///< likewise
  std::vector<int> D_q_entry;    ///< if H = I
  std::vector<int> G_entry, Gt_entry;
  std::vector<int> diagonal;       ///< entries (i, i), i < n_v
  std::vector<int> place;          ///< of each entry in a dense factor; empty if it is sparse
  StateCondensation condensation;  ///< adds D_s T S to entries of `pattern`
  FactorPlan factors;              ///< for every shift; border: everything except deformations

 private:
  void find_pattern(const SystemInfo& info, const MotionMatrices& m);
};

/// The linearised equations of equilibrium.
class StaticPlan {
 public:
  StaticPlan(const SystemInfo& system, SystemEvaluator& evaluator,
             std::shared_ptr<const StaticStructure> structure);
  StaticPlan(const StaticPlan&) = delete;
  StaticPlan& operator=(const StaticPlan&) = delete;

  void linearize(SystemEvaluator& evaluator, const Motion& at);

  /// S = σ_q H.
  const FixedMatrix& S() const { return info.has_identity_kinematics() ? m.internal_q : S_; }

  const SystemInfo& info;
  std::shared_ptr<const StaticStructure> structure;
  MotionMatrices m;
  std::vector<double> fixed;  ///< entries of the pattern that do not depend on the shift
  double stiffness = 0;       ///< added on the diagonal of δθ

 private:
  FixedMatrix S_;  // if H ≠ I
};

/// The factored matrix for one real or complex shift.
template <class Scalar>
class StaticFactor {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;

 public:
  StaticFactor(const StaticPlan& plan, const StaticLayout& layout, const NormDirections& directions);

  [[nodiscard]] std::optional<SingularMatrix> factor(Scalar alpha);
  void solve(Split rhs, Split x);
  bool is_reentrant() const { return lu_.is_reentrant(); }
  /// Drops the choice of pivots.
  void forget() { lu_.forget(); }
  bool is_iterative() const { return lu_.is_iterative(); }
  void allow_error(double relative) { lu_.allow_error(relative); }
  IterativeSolves iterative_solves() const { return lu_.iterative_solves(); }
  /// Real part of δθ from the last solve.
  ConstVec angles() const { return {lu_.x_re(), layout_.n_v}; }

 private:
  void move_entries();
  void states_from_coordinates(Split rhs, Split x);

  const StaticPlan& plan_;
  const StaticLayout& layout_;
  const NormDirections& directions_;
  Factor<Scalar> lu_;
  StateInverse<Scalar> T_;
  std::vector<Scalar> entries_;  // empty if they are written into the factor
  std::vector<double> scratch_re_, scratch_im_;
};

extern template class StaticFactor<double>;
extern template class StaticFactor<Complex>;

class StaticNewton final : public ShiftedNewton<StaticFactor> {
 public:
  StaticNewton(StaticEquations& equations, const ShiftCounts& shifts);

  void linearize(double t, ConstVec y, ConstVec ydot) override;
  void multiply_E(ConstVec x, Vec out) const override;
  int factored_size() const override { return plan_.structure->pattern.rows; }
  void forget() override {
    ShiftedNewton::forget();
    plan_.stiffness = 0;
  }

  /// From the next factorisation on, adds `stiffness` · δθ to the force balances, as if springs
  /// held every coordinate. Used in the search for an equilibrium.
  void add_stiffness(double stiffness) { plan_.stiffness = stiffness; }
  /// δθ of the last real solve with shift k.
  ConstVec last_angles(int k) const { return real_factor(k).angles(); }
  /// The largest entry of D_q: the scale for `stiffness`.
  double largest_stiffness() const;

 private:
  StaticEquations& equations_;
  StaticPlan plan_;
  NormDirections directions_;
};

}  // namespace pleuel
