// The equations of motion in one of their formulations, as integrators see them.
#pragma once

#include <memory>

#include "pleuel/mechanics/formulation/formulation_rows.hpp"
#include "pleuel/mechanics/formulation/mechanical_dae.hpp"
#include "pleuel/mechanics/formulation/row_layout.hpp"
#include "pleuel/mechanics/range_projection.hpp"

namespace pleuel {

/// y = (q, v, a, λ, s) and, in ggl1, η; the rows follow FormulationRows and RowLayout. M⁻¹ is never
/// used, and E is constant unless rows are projected; therefore a singular M is allowed.
class EquationsOfMotion final : public MechanicalDae {
 public:
  EquationsOfMotion(std::shared_ptr<const MechanicalSystem> system, FormulationRows rows);
  /// The info() of these equations.
  static DaeInfo describe(const SystemInfo& system, const FormulationRows& rows);

  void residual(double t, ConstVec y, ConstVec ydot, Vec rows) override;
  void residuals(ConstVec t, const Matrix& y, const Matrix& ydot, Matrix& rows) override;
  std::unique_ptr<NewtonMatrix> newton_matrix(const ShiftCounts& shifts) override;
  bool project(double t, Vec y) override;
  std::unique_ptr<FreePart> free_part() override;

  /// Sets η = 0. The derivative is q̇ = H v, v̇ = a, ṡ = σ, and zero for λ, a and η.
  Vector assemble(ConstVec q, ConstVec v, ConstVec a, ConstVec lambda, ConstVec s) const override;
  Vector derivative(double t, ConstVec y) override;
  InitialState consistent_start(double t, ConstVec q0, ConstVec v0, ConstVec s0) const override;

  const FormulationRows& rows() const { return rows_; }
  const RowLayout& layout() const { return layout_; }
  SystemEvaluator& evaluator() { return *evaluator_; }

  /// The point at which Newton's method linearises; a and λ are zero there if the formulation omits
  /// the derivatives of M a, Gᵀλ and G a.
  Motion linearization_point(double t, ConstVec y) const;
  /// out = E x at (t, y). No allocation.
  void multiply_E(double t, ConstVec y, ConstVec x, Vec out);
  /// For psi0 and psi1: projects the rows of q̇ and v̇ at (t, q). No allocation.
  void project_rows(double t, ConstVec y, double* r);

 private:
  /// Place of a constraint level: directly at `row`, or in `values` if levels are combined.
  struct LevelPlace {
    int row = -1;
    Vector values;
  };
  Vec level_place(LevelPlace& place, double* rows) const;
  MotionRows row_places(double* r);
  void finish_rows(double t, ConstVec y, ConstVec ydot, double* r);
  void mix_levels(double* out) const;

  FormulationRows rows_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  RowLayout layout_;
  LevelPlace position_, velocity_, acceleration_;
  bool is_mixed_ = false;
  Vector eta_rates_;  // g_qᵀη
  Vector zeros_;      // replace a and λ if their derivatives are omitted
  // Used only by projected formulations.
  MotionMatrices at_stage_;
  std::unique_ptr<RangeProjection> q_projection_, v_projection_;
};

}  // namespace pleuel
