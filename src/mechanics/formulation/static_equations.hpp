// The equations of equilibrium, as integrators see them.
#pragma once

#include "pleuel/mechanics/formulation/mechanical_dae.hpp"
#include "pleuel/mechanics/norm_directions.hpp"

namespace pleuel {

struct StaticStructure;

/// Positions of the parts of y = (q, λ, s) and their rows. The n_q rows of q are the n_v force
/// balances, followed by the n_q − n_v norms.
struct StaticLayout {
  explicit StaticLayout(const SystemInfo& info);
  int n_q, n_v, n_g, n_s;
  int n_norms;
  int norms, lambda, s;  ///< q and the balances begin at 0
  int n_unknowns;
};

/// Formulation qs (see qs.hpp): inertia and velocities are neglected, and only s has a rate.
///
///     0 = G(t,q)ᵀ λ − f(t,q,0,s)
///     0 = n(q)
///     0 = g(t,q)
///     ṡ = σ(t,q,0,s)
///
/// The invariants are n(q) = Nᵀ (q̂ − q). q̂ is q with its invariants restored by the system, and N
/// spans the directions that H does not reach (NormDirections). For a quaternion n = 1 − |p|. On
/// the solution n_q = −Nᵀ.
class StaticEquations final : public MechanicalDae {
 public:
  /// Throws InvalidInput if the system does not declare statics, or has invariants that it cannot
  /// restore.
  explicit StaticEquations(std::shared_ptr<const MechanicalSystem> system);
  /// The same equations for another system with the same unknowns and patterns; names and the
  /// structure of the matrix are shared.
  StaticEquations(std::shared_ptr<const MechanicalSystem> system, const StaticEquations& like);

  void residual(double t, ConstVec y, ConstVec ydot, Vec rows) override;
  std::unique_ptr<NewtonMatrix> newton_matrix(const ShiftCounts& shifts) override;

  Vector assemble(ConstVec q, ConstVec v, ConstVec a, ConstVec lambda, ConstVec s) const override;
  Vector derivative(double t, ConstVec y) override;
  /// The equilibrium found from q0 (static_equilibrium); v0 is ignored.
  InitialState consistent_start(double t, ConstVec q0, ConstVec v0, ConstVec s0) const override;

  const StaticLayout& layout() const { return layout_; }
  const std::shared_ptr<const MechanicalSystem>& shared_system() const { return system_; }
  SystemEvaluator& evaluator() { return *evaluator_; }
  /// Made by the first call.
  const std::shared_ptr<const StaticStructure>& structure() const;

 private:
  StaticEquations(std::shared_ptr<const MechanicalSystem> system, DaeInfo info);

  std::unique_ptr<SystemEvaluator> evaluator_;
  mutable std::shared_ptr<const StaticStructure> structure_;
  StaticLayout layout_;
  NormDirections norm_directions_;
  MotionMatrices configuration_;
  Vector restored_;
};

}  // namespace pleuel
