// Systems whose sparse matrices are solved by given solvers.
#pragma once

#include "pleuel/linalg/linear_solvers.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// Optional interface of a MechanicalSystem that has the LinearSolvers of a run. Whoever makes a
/// matrix of the system asks it for them: Newton matrices, initial values, equilibria, modes.
class SolverOwner {
 public:
  /// Null: chosen by counts, without a record.
  virtual std::shared_ptr<LinearSolvers> solvers() const = 0;

 protected:
  ~SolverOwner() = default;
};

/// The solvers of a system that has some, otherwise null.
std::shared_ptr<LinearSolvers> solvers_of(const MechanicalSystem& system);

/// The same system with solvers.
class SystemWithSolvers final : public MechanicalSystem, public SolverOwner {
 public:
  SystemWithSolvers(std::shared_ptr<const MechanicalSystem> system, std::shared_ptr<LinearSolvers> solvers)
      : system_(std::move(system)), solvers_(std::move(solvers)) {}

  const SystemInfo& info() const override { return system_->info(); }
  std::unique_ptr<SystemEvaluator> make_evaluator() const override { return system_->make_evaluator(); }
  RevolutionState* revolutions() const override { return system_->revolutions(); }
  std::shared_ptr<LinearSolvers> solvers() const override { return solvers_; }
  const MechanicalSystem& core() const override { return system_->core(); }

 private:
  std::shared_ptr<const MechanicalSystem> system_;
  std::shared_ptr<LinearSolvers> solvers_;
};

}  // namespace pleuel
