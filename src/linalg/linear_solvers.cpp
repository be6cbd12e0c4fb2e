#include "pleuel/linalg/linear_solvers.hpp"

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"

namespace pleuel {

std::vector<std::string> LinearSolvers::names() {
  std::vector<std::string> list = {by_counts};
  for (const SparseSolver& solver : sparse_solvers())
    if (!solver.traits.needs_definite) list.push_back(solver.name);
  return list;
}

LinearSolvers::LinearSolvers(const std::string& asked) {
  if (asked == by_counts) return;
  const SparseSolver& solver = sparse_solver(asked);
  if (solver.traits.needs_definite || !solver.traits.takes_complex)
    throw InvalidInput(
        "solver=" + asked +
        ": it is for real symmetric positive definite matrices; those of a run have constraints "
        "and complex shifts; leave the solver out, or take one of `pleuel list solvers`");
  solver_ = &solver;
}

SolverChoice LinearSolvers::choose(const SparseStructure& structure) {
  SolverChoice choice = choose_solver(structure);
  if (solver_ != nullptr && solver_->traits.needs_block && structure.block() == SparseStructure::Block::none)
    choice.reason = "solver=" + solver_->name + " is for matrices with elastic bodies";
  else if (solver_ != nullptr)
    choice = {solver_, "as asked"};
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!largest_ || structure.size() >= largest_->size)
    largest_ = SolverUse{choice.solver->name, choice.reason, structure.size(), structure.n_border(), {}};
  return choice;
}

void LinearSolvers::note(const SparseStructure& structure, const FactorCounts& counts) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (largest_ && largest_->size == structure.size()) largest_->counts = counts;
}

void LinearSolvers::note_replacement(const SparseStructure& structure, const SparseSolver& solver,
                                     int column) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (largest_ && largest_->size == structure.size()) largest_->name = solver.name;
  replacement_ = "the sparse solver found no pivot for a deformation (column " + std::to_string(column) +
                 " of " + std::to_string(structure.size()) + "), and solver '" + solver.name +
                 "' took its place: an elastic body may have buckled or softened there";
}

void LinearSolvers::note_solve(const SparseStructure& structure, const SolveReport& report,
                               double tolerance) {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++krylov_.solves;
  krylov_.iterations += report.iterations;
  if (report.is_converged) return;
  ++krylov_.failures;
  unsolved_ = "a system of " + std::to_string(structure.size()) +
              " unknowns had the estimated relative error " + formatted("%.2g", report.residual) + " after " +
              std::to_string(report.iterations) + " iterations, above " + formatted("%.2g", tolerance);
}

std::optional<SolverUse> LinearSolvers::largest() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::optional<SolverUse> use = largest_;
  if (use) use->krylov = krylov_;
  return use;
}

std::vector<std::string> LinearSolvers::remarks() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<std::string> list;
  if (!replacement_.empty()) list.push_back(replacement_);
  if (krylov_.failures > 0)
    list.push_back("the iterative solver did not converge in " + std::to_string(krylov_.failures) + " of " +
                   std::to_string(krylov_.solves) +
                   " solves, and Newton's method failed there: " + unsolved_ +
                   "; a direct solver (`pleuel list solvers`) needs more memory, but no iterations");
  return list;
}

}  // namespace pleuel
