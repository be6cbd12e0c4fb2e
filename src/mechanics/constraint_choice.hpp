// Chooses independent constraints if constraints are redundant.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/base/error.hpp"
#include "pleuel/linalg/matrix_selection.hpp"
#include "pleuel/mechanics/constraint_rank.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/mechanics/range_projection.hpp"
#include "pleuel/mechanics/selected_constraints.hpp"

namespace pleuel {

/// Thrown for constraints that are consistent linear combinations of others: the motion is unique,
/// the constraint forces are not.
class RedundantConstraints : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

/// Thrown for constraints that are linear combinations of others but contradict them: no state
/// satisfies all.
class ContradictoryConstraints : public NoConsistentState {
 public:
  using NoConsistentState::NoConsistentState;
};

/// A choice of independent constraints, A = G_kept; the others are combinations, G_dropped = C A.
/// With the multipliers μ of the chosen constraints, every λ with λ_kept + Cᵀλ_dropped = μ gives
/// the same forces Gᵀλ. The one of least norm is
///
///     λ_dropped = (I + C Cᵀ)⁻¹ C μ,   λ_kept = μ − Cᵀ λ_dropped.
///
/// C follows from A Aᵀ Cᵀ = A G_droppedᵀ with one step of iterative refinement. A Aᵀ is sparse if G
/// is.
class ConstraintChoice {
 public:
  explicit ConstraintChoice(std::shared_ptr<const MechanicalSystem> system);

  /// Chooses at (t, q). Returns false if the choice did not change.
  bool choose(double t, ConstVec q, double dependent_below = dependent_by_rounding);
  /// The choice that would be made at (t, q).
  ConstraintRank rank(double t, ConstVec q, double dependent_below = dependent_by_rounding);

  /// Takes over a choice that was made before; C is unknown until update().
  void restore(ConstraintRank made);

  const MechanicalSystem& whole() const { return *whole_; }
  const std::shared_ptr<const SelectedConstraints>& selected() const { return selected_; }
  const ConstraintRank& rank() const { return rank_; }

  /// Computes C at (t, q), which the functions below use.
  void update(double t, ConstVec q);
  /// The multipliers λ of all constraints from those of the choice: the solution of least norm. If
  /// the chosen constraints are dependent, C is undefined and the result is μ with zeros.
  void recover(ConstVec mu, Vec lambda) const;
  /// The largest entry of C with rows of G scaled to length one. Above about 10, another choice is
  /// better conditioned.
  double largest_share() const;

  /// Residuals of the dropped constraints beyond those of the kept ones.
  struct Gap {
    double position = 0, velocity = 0;
  };
  Gap gap(double t, ConstVec q, ConstVec v);

 private:
  std::shared_ptr<const MechanicalSystem> whole_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  MotionMatrices m_;
  ConstraintRank rank_;
  std::shared_ptr<const SelectedConstraints> selected_;
  // Data of the current choice.
  MatrixSelection A_rows_;
  FixedMatrix A_;
  std::unique_ptr<RangeProjection> projection_;  // along the range of Aᵀ
  Matrix C_;
  std::vector<double> row_length_;
};

/// Consistent initial values if some constraints are redundant; λ has least norm. The choice is
/// made there. Throws ContradictoryConstraints if a dropped constraint is violated although the
/// kept ones hold: by more than 1e-9 of the size of its terms at position level, or 1e-7 at
/// velocity or acceleration level.
InitialState minimum_norm_initial_state(ConstraintChoice& choice, double t, ConstVec q0, ConstVec v0,
                                        ConstVec s0, const StartMetric* metric = nullptr);

/// Throws RedundantConstraints or ContradictoryConstraints if the constraints are dependent at (t,
/// q0).
void refuse_dependent_constraints(const MechanicalSystem& system, double t, ConstVec q0, ConstVec v0,
                                  ConstVec s0);

}  // namespace pleuel
