// A sparse system of linear equations with its values and right-hand side.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "pleuel/linalg/linear_solvers.hpp"

namespace pleuel {

/// The same interface as DenseLu, for a fixed pattern and any of the solvers. If solvers are chosen
/// by counts and the block of deformations has no pivot, a solver that needs no structure takes
/// over.
template <class Scalar>
class SparseSystem {
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;

 public:
  /// With klu.
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

  /// Values must not change between this and the last solve.
  [[nodiscard]] std::optional<ZeroPivot> factor();
  void solve();
  double* b_re() { return x_re_.data(); }
  double* b_im() { return x_im_.data(); }
  const double* x_re() const { return x_re_.data(); }
  const double* x_im() const { return x_im_.data(); }

  /// Of the last solve.
  const SolveReport& report() const { return report_; }
  FactorCounts counts() const { return factor_->counts(); }

 private:
  [[nodiscard]] std::optional<ZeroPivot> replace_solver(const ZeroPivot& zero);
  bool is_finite_matrix(int& column) const;

  std::shared_ptr<const SparseStructure> structure_;
  std::shared_ptr<LinearSolvers> log_;
  std::unique_ptr<SparseFactor<Scalar>> factor_;
  bool is_replaced_ = false;
  std::vector<double> re_, im_;
  std::vector<double> x_re_, x_im_;  // right-hand side, then solution
  SolveReport report_;
  long noted_entries_ = 0;
};

extern template class SparseSystem<double>;
extern template class SparseSystem<Complex>;

}  // namespace pleuel
