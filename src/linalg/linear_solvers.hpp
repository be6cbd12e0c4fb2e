// The sparse linear solvers of one run: what was asked for, what was used.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/linalg/sparse_solver.hpp"

namespace pleuel {

/// The solver that the user asked for, and a record of its use. All matrices of a run refer to one
/// object, on any thread.
class LinearSolvers {
 public:
  /// The name of the choice by counts.
  static constexpr const char* by_counts = "auto";
  /// `by_counts`, and the names of the solvers that can solve the equations of a run.
  static std::vector<std::string> names();

  /// Throws InvalidInput if the solver does not exist, is not built, or is for other matrices only.
  explicit LinearSolvers(const std::string& asked = by_counts);

  /// True if solvers are chosen by counts, and may be replaced.
  bool chooses() const { return solver_ == nullptr; }
  SolverChoice choose(const SparseStructure& structure);

  /// Records the factors of a matrix.
  void note(const SparseStructure& structure, const FactorCounts& counts);
  /// Records that `solver` replaces another one, because column `column` had no pivot.
  void note_replacement(const SparseStructure& structure, const SparseSolver& solver, int column);

  /// Records a solve of an iterative solver.
  void note_solve(const SparseStructure& structure, const SolveReport& report, double tolerance);

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    const std::lock_guard<std::mutex> lock(self.mutex_);
    stream(self.largest_, self.replacement_, self.krylov_, self.unsolved_);
  }

  std::optional<SolverUse> largest() const;
  std::vector<std::string> remarks() const;

 private:
  const SparseSolver* solver_ = nullptr;
  mutable std::mutex mutex_;
  std::optional<SolverUse> largest_;
  std::string replacement_;  // a remark
  KrylovCounts krylov_;
  std::string unsolved_;  // the last solve that did not converge, as a clause
};

}  // namespace pleuel
