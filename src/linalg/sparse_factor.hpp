// The interface of all solvers of sparse linear systems, direct and iterative.
#pragma once

#include <memory>
#include <optional>

#include "pleuel/linalg/dense_lu.hpp"
#include "pleuel/linalg/solver_use.hpp"
#include "pleuel/linalg/sparse_structure.hpp"

namespace pleuel {

/// What a solve did.
struct SolveReport {
  int iterations = 0;  ///< steps of refinement or of an iterative method
  /// False if an iterative method did not reach the tolerance: then the solution is not finite.
  bool is_converged = true;
  double residual = 0;  ///< estimated relative error of the solution; 0 if it is that of rounding
};

/// Factors matrices of one pattern and solves with them: `analyse` once, then `factor` for each
/// matrix, then `solve` for its right-hand sides. Complex numbers are split into two arrays; for
/// real matrices `im` is not read. One virtual call per factorisation or solve.
template <class Scalar>
class SparseFactor {
 public:
  SparseFactor() = default;
  virtual ~SparseFactor() = default;
  SparseFactor(const SparseFactor&) = delete;
  SparseFactor& operator=(const SparseFactor&) = delete;

  /// Orders, counts, allocates.
  virtual void analyse(std::shared_ptr<const SparseStructure> structure) = 0;
  /// `re` and `im` are the values in the order of the pattern, finite. They must stay as they are
  /// until the last solve: refinement reads them. Returns the pivot that is missing if the matrix
  /// is singular.
  [[nodiscard]] virtual std::optional<ZeroPivot> factor(const double* re, const double* im) = 0;
  /// Overwrites `n_columns` right-hand sides, one after the other, by solutions. Direct solvers
  /// ignore `tolerance`, the largest relative error, and reach that of rounding.
  virtual SolveReport solve(double* re, double* im, int n_columns, double tolerance) = 0;
  virtual FactorCounts counts() const = 0;

  /// Drops factors, pivots and counts, and keeps what follows from the structure alone, such as the
  /// order of elimination. The next factorisation is then that of a new object after `analyse`.
  /// Returns false if nothing was done: the solver orders by values, so make a new object.
  virtual bool forget() { return false; }
};

}  // namespace pleuel
