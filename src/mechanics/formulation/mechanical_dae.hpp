// A mechanical system in one of its formulations, as integrators see it.
#pragma once

#include <memory>

#include "pleuel/dae/dae.hpp"
#include "pleuel/mechanics/formulation/formulation_rows.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// y = (q, v, a, λ, s, η), with the rows of FormulationRows in the same order: q̇, v̇, dynamics, the constraints that stand for
/// λ, ṡ, the constraints that stand for η. There is no M⁻¹ and E is constant, so a singular M is harmless.
class MechanicalDae final : public Dae {
 public:
  MechanicalDae(std::shared_ptr<const MechanicalSystem> system, FormulationRows rows);

  void residual(double t, ConstVec y, ConstVec ydot, Vec rows) override;
  std::unique_ptr<NewtonMatrix> newton_matrix(const ShiftCounts& shifts) override;
  bool project(double t, Vec y) override;

  /// The parts of y, without copying.
  Motion motion(double t, ConstVec y) const;
  /// y from its parts, η = 0; and the ẏ that belongs to it: q̇ = H v, v̇ = a, ṡ = σ, zero for λ, a and η.
  Vector assemble(ConstVec q, ConstVec v, ConstVec a, ConstVec lambda, ConstVec s) const;
  Vector derivative(double t, ConstVec y);

  const MechanicalSystem& system() const { return *system_; }
  const FormulationRows& rows() const { return rows_; }
  SystemEvaluator& evaluator() { return *evaluator_; }

 private:
  /// A constraint level in the rows: at `row` as it is, or in `values` to be mixed with others.
  struct LevelPlace {
    int row = -1;
    Vector values;
  };
  Vec level_place(LevelPlace& place, double* rows) const;
  void mix_levels(double* out) const;

  std::shared_ptr<const MechanicalSystem> system_;
  FormulationRows rows_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  int n_q_, n_v_, n_g_, n_s_;
  LevelPlace position_, velocity_, acceleration_;
  bool is_mixed_ = false;
  Vector eta_rates_;  // g_qᵀη
};

}  // namespace pleuel
