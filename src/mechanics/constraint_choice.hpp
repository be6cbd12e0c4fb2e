// Constraints that repeat each other: which of them a run uses, and what the others say.
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

/// Constraints are combinations of others and say the same: the motion is determined, their forces
/// are not.
class RedundantConstraints : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

/// Constraints are combinations of others and say something else: no state meets all.
class ContradictoryConstraints : public NoConsistentState {
 public:
  using NoConsistentState::NoConsistentState;
};

/// A choice of independent constraints of a system, A = G_kept, and the others as combinations of
/// them, G_dropped = C A. The forces of the constraints Gᵀλ are then also those of any λ with
/// λ_kept + Cᵀλ_dropped = μ, μ the multipliers of the choice; the one of least norm is
///
///     λ_dropped = (I + C Cᵀ)⁻¹ C μ,   λ_kept = μ − Cᵀ λ_dropped.
///
/// C follows from A Aᵀ Cᵀ = A G_droppedᵀ, with one step of refinement; A Aᵀ is sparse where G is.
class ConstraintChoice {
 public:
  explicit ConstraintChoice(std::shared_ptr<const MechanicalSystem> system);

  /// Chooses at (t, q); false when the choice stays as it was.
  bool choose(double t, ConstVec q, double dependent_below = dependent_by_rounding);
  /// The choice as it would be there.
  ConstraintRank rank(double t, ConstVec q, double dependent_below = dependent_by_rounding);

  const MechanicalSystem& whole() const { return *whole_; }
  const std::shared_ptr<const SelectedConstraints>& selected() const { return selected_; }
  const ConstraintRank& rank() const { return rank_; }

  /// C at (t, q), on which the following depend.
  void update(double t, ConstVec q);
  /// λ of all constraints from those of the choice: that of least norm, or μ and zeros where C is
  /// not defined, since those chosen are dependent.
  void recover(ConstVec mu, Vec lambda) const;
  /// The largest entry of C, rows of G scaled to length one: beyond some 10 another choice is
  /// better conditioned.
  double largest_share() const;

  /// How far the dropped constraints are off, beyond what those kept are off themselves.
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
  // Of the choice.
  MatrixSelection A_rows_;
  FixedMatrix A_;
  std::unique_ptr<RangeProjection> projection_;  // along the range of Aᵀ
  Matrix C_;
  std::vector<double> row_length_;
};

/// A start that meets all constraints, of which some may repeat others; λ of least norm. Chooses
/// there. Throws ContradictoryConstraints where they do not say the same: when a dropped
/// constraint, with those kept met, is off by more than 1e-9 of the size of its terms at position
/// level, or 1e-7 at velocity or acceleration level.
InitialState minimum_norm_initial_state(ConstraintChoice& choice, double t, ConstVec q0, ConstVec v0,
                                        ConstVec s0, const StartMetric* metric = nullptr);

/// Throws RedundantConstraints or ContradictoryConstraints when the constraints are dependent at
/// (t, q0).
void refuse_dependent_constraints(const MechanicalSystem& system, double t, ConstVec q0, ConstVec v0,
                                  ConstVec s0);

}  // namespace pleuel
