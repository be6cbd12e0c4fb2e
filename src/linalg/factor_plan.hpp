// How matrices of one pattern are factored.
#pragma once

#include <memory>
#include <vector>

#include "pleuel/linalg/linear_solvers.hpp"

namespace pleuel {

enum class Storage { dense, sparse };

/// Dense up to 40 rows, where regular loops are fastest, and if at least a quarter of the entries
/// are nonzero, because elimination would fill the rest.
Storage choose_storage(int n, int n_entries);

/// Storage, structure and solver, decided once and shared by the factors of all shifts.
class FactorPlan {
 public:
  FactorPlan() = default;
  /// `border`: of a sparse matrix (SparseStructure); empty if there is none. `solvers`: those of
  /// the run; null: chosen by counts.
  explicit FactorPlan(const FixedMatrix& pattern, const std::vector<int>& border = {},
                      std::shared_ptr<LinearSolvers> solvers = nullptr);
  /// For a matrix that has diagonal pivots, as a whole or not.
  FactorPlan(const FixedMatrix& pattern, SparseStructure::Block block,
             std::shared_ptr<LinearSolvers> solvers = nullptr);

  int size() const { return n_; }
  Storage storage() const { return structure_ ? Storage::sparse : Storage::dense; }
  const std::shared_ptr<const SparseStructure>& structure() const { return structure_; }
  const SparseSolver& solver() const { return *solver_; }
  const std::shared_ptr<LinearSolvers>& solvers() const { return solvers_; }

 private:
  void choose(std::shared_ptr<const SparseStructure> structure);

  int n_ = 0;
  std::shared_ptr<const SparseStructure> structure_;  // null if dense
  std::shared_ptr<LinearSolvers> solvers_;
  const SparseSolver* solver_ = nullptr;
};

}  // namespace pleuel
