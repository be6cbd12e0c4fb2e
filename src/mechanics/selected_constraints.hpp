// A system with a subset of its constraints.
#pragma once

#include <memory>
#include <vector>

#include "pleuel/mechanics/system_with_solvers.hpp"

namespace pleuel {

/// The system `whole` with only the constraints `kept`; everything else is unchanged. All
/// formulations accept it. If the omitted constraints are linear combinations of the kept ones, the
/// motions are equal, and the multipliers of the kept constraints produce the same forces.
class SelectedConstraints final : public MechanicalSystem, public SolverOwner {
 public:
  /// `kept` must be ascending.
  SelectedConstraints(std::shared_ptr<const MechanicalSystem> whole, std::vector<int> kept);

  const SystemInfo& info() const override { return info_; }
  std::unique_ptr<SystemEvaluator> make_evaluator() const override;
  RevolutionState* revolutions() const override { return whole_->revolutions(); }

  std::shared_ptr<LinearSolvers> solvers() const override { return solvers_of(*whole_); }
  const MechanicalSystem& core() const override { return whole_->core(); }
  const std::vector<int>& kept() const { return kept_; }

 private:
  std::shared_ptr<const MechanicalSystem> whole_;
  std::vector<int> kept_;
  SystemInfo info_;
};

}  // namespace pleuel
