#include "pleuel/linalg/factor_plan.hpp"

namespace pleuel {

Storage choose_storage(int n, int n_entries) {
  constexpr int always_dense = 40;
  constexpr double dense_fill = 0.25;
  const bool is_full = n_entries > dense_fill * n * static_cast<double>(n);
  return n <= always_dense || is_full ? Storage::dense : Storage::sparse;
}

FactorPlan::FactorPlan(const FixedMatrix& pattern, const std::vector<int>& border,
                       std::shared_ptr<LinearSolvers> solvers)
    : n_(pattern.rows), solvers_(std::move(solvers)) {
  if (choose_storage(n_, pattern.n_entries()) == Storage::sparse)
    choose(std::make_shared<SparseStructure>(pattern, border));
}

FactorPlan::FactorPlan(const FixedMatrix& pattern, SparseStructure::Block block,
                       std::shared_ptr<LinearSolvers> solvers)
    : n_(pattern.rows), solvers_(std::move(solvers)) {
  if (choose_storage(n_, pattern.n_entries()) == Storage::sparse)
    choose(std::make_shared<SparseStructure>(pattern, block));
}

void FactorPlan::choose(std::shared_ptr<const SparseStructure> structure) {
  structure_ = std::move(structure);
  if (solvers_ == nullptr) solvers_ = std::make_shared<LinearSolvers>();
  solver_ = solvers_->choose(*structure_).solver;
}

}  // namespace pleuel
