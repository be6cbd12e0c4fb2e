// A sparse system of linear equations with its values and right-hand side.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "pleuel/linalg/linear_solvers.hpp"

namespace pleuel {

/// How accurate a solution must be. Direct solvers have full accuracy in both cases.
enum class SolveAccuracy {
  full,    ///< close to rounding
  allowed  ///< to the relative error that was allowed, for Newton's method, which corrects it
};

/// The same interface as DenseLu, for a fixed pattern and any of the solvers. If solvers are chosen
/// by counts and the block of deformations has no pivot, a solver that needs no structure takes
/// over.
template <class Scalar>
class SparseSystem {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;

 public:
  /// With the general solver.
  explicit SparseSystem(const FixedMatrix& pattern, const std::vector<int>& border = {});
  /// `log` may be null.
  SparseSystem(std::shared_ptr<const SparseStructure> structure, const SparseSolver& solver,
               std::shared_ptr<LinearSolvers> log = nullptr);

  int size() const { return structure_->size(); }
  int place(int i, int j) const { return structure_->pattern().slot(i, j); }
  int n_places() const { return structure_->pattern().n_entries(); }
  double* re() { return re_.data(); }
  double* im() { return im_.data(); }
  void set_zero();
  /// Drops the factors and the choice of pivots: the next factorisation is that of a new object.
  void forget();

  /// Values must not change between this and the last solve.
  [[nodiscard]] std::optional<ZeroPivot> factor();
  void solve() { solve(SolveAccuracy::full); }
  void solve(SolveAccuracy accuracy);
  double* b_re() { return x_re_.data(); }
  double* b_im() { return x_im_.data(); }
  const double* x_re() const { return x_re_.data(); }
  const double* x_im() const { return x_im_.data(); }

  bool is_iterative() const { return solver_->traits.is_iterative; }
  /// The relative error of solutions with SolveAccuracy::allowed from now on.
  void allow_error(double relative);
  const IterativeSolves& iterative_solves() const { return iterative_; }

  /// Of the last solve.
  const SolveReport& report() const { return report_; }
  FactorCounts counts() const { return factor_->counts(); }
  bool is_reentrant() const { return solver_->traits.is_reentrant; }

 private:
  [[nodiscard]] std::optional<ZeroPivot> replace_solver(const ZeroPivot& zero);
  bool is_finite_matrix(int& column) const;

  std::shared_ptr<const SparseStructure> structure_;
  std::shared_ptr<LinearSolvers> log_;
  const SparseSolver* chosen_;  // before it was replaced
  std::unique_ptr<SparseFactor<Scalar>> factor_;
  const SparseSolver* solver_;
  bool is_replaced_ = false;
  std::vector<double> re_, im_;
  std::vector<double> x_re_, x_im_;  // right-hand side, then solution
  SolveReport report_;
  double allowed_;
  IterativeSolves iterative_;
  long noted_entries_ = 0;
};

extern template class SparseSystem<double>;
extern template class SparseSystem<Complex>;

}  // namespace pleuel
