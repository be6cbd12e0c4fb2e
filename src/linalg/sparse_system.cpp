#include "pleuel/linalg/sparse_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pleuel {
namespace {

// Relative error that Newton's method and refinement by the caller do not notice: the rates of
// convergence that they watch are larger by far.
constexpr double solve_tolerance = 1e-6;
// A relative error η of increments adds η to the rate of convergence of Newton's method. This one
// is not noticed by iterations that do not say what they allow.
constexpr double allowed_at_first = 1e-6;
constexpr double full_tolerance = 1e-11;

}  // namespace

template <class Scalar>
SparseSystem<Scalar>::SparseSystem(const FixedMatrix& pattern, const std::vector<int>& border)
    : SparseSystem(std::make_shared<SparseStructure>(pattern, border), general_solver()) {}

template <class Scalar>
SparseSystem<Scalar>::SparseSystem(std::shared_ptr<const SparseStructure> structure,
                                   const SparseSolver& solver, std::shared_ptr<LinearSolvers> log)
    : structure_(std::move(structure)),
      log_(std::move(log)),
      chosen_(&solver),
      factor_(solver.make<Scalar>()),
      solver_(&solver),
      re_(structure_->pattern().n_entries(), 0.0),
      im_(is_complex ? re_.size() : 0, 0.0),
      x_re_(size(), 0.0),
      x_im_(size(), 0.0),
      allowed_(allowed_at_first) {
  factor_->analyse(structure_);
}

template <class Scalar>
void SparseSystem<Scalar>::set_zero() {
  std::fill(re_.begin(), re_.end(), 0.0);
  std::fill(im_.begin(), im_.end(), 0.0);
}

template <class Scalar>
void SparseSystem<Scalar>::forget() {
  if (is_replaced_ || !factor_->forget()) {
    solver_ = chosen_;
    factor_ = solver_->make<Scalar>();
    factor_->analyse(structure_);
  }
  is_replaced_ = false;
  noted_entries_ = 0;
}

template <class Scalar>
bool SparseSystem<Scalar>::is_finite_matrix(int& column) const {
  const FixedMatrix& pattern = structure_->pattern();
  for (column = 0; column < pattern.cols; ++column)
    for (int k = pattern.start[column]; k < pattern.start[column + 1]; ++k)
      if (!std::isfinite(re_[k]) || (is_complex && !std::isfinite(im_[k]))) return false;
  return true;
}

template <class Scalar>
std::optional<ZeroPivot> SparseSystem<Scalar>::factor() {
  int column = 0;
  if (!is_finite_matrix(column)) return ZeroPivot{column, std::numeric_limits<double>::quiet_NaN()};
  auto zero = factor_->factor(re_.data(), im_.data());
  if (zero) zero = replace_solver(*zero);
  if (zero || log_ == nullptr) return zero;
  const FactorCounts now = factor_->counts();
  if (now.entries != noted_entries_) log_->note(*structure_, now);
  noted_entries_ = now.entries;
  return std::nullopt;
}

template <class Scalar>
std::optional<ZeroPivot> SparseSystem<Scalar>::replace_solver(const ZeroPivot& zero) {
  const auto& border = structure_->border();
  const bool is_of_block = structure_->block() != SparseStructure::Block::none &&
                           !std::binary_search(border.begin(), border.end(), zero.column);
  const SparseSolver* const other = robust_solver();
  if (is_replaced_ || !is_of_block || log_ == nullptr || !log_->chooses() || other == nullptr) return zero;
  auto factor = other->make<Scalar>();
  factor->analyse(structure_);
  if (factor->factor(re_.data(), im_.data())) return zero;
  factor_ = std::move(factor);
  solver_ = other;
  is_replaced_ = true;
  log_->note_replacement(*structure_, *other, zero.column);
  return std::nullopt;
}

template <class Scalar>
void SparseSystem<Scalar>::allow_error(double relative) {
  allowed_ = relative;
  iterative_.error = 0;
  iterative_.unsolved.reset();
}

template <class Scalar>
void SparseSystem<Scalar>::solve(SolveAccuracy accuracy) {
  if (!solver_->traits.is_iterative) {
    report_ = factor_->solve(x_re_.data(), x_im_.data(), 1, solve_tolerance);
    return;
  }
  const double tolerance = accuracy == SolveAccuracy::allowed ? allowed_ : full_tolerance;
  report_ = factor_->solve(x_re_.data(), x_im_.data(), 1, tolerance);
  iterative_.iterations += report_.iterations;
  iterative_.error = std::max(iterative_.error, report_.residual);
  if (!report_.is_converged)
    iterative_.unsolved = UnsolvedSystem{.size = size(),
                                         .iterations = report_.iterations,
                                         .error = report_.residual,
                                         .tolerance = tolerance};
  if (log_ != nullptr) log_->note_solve(*structure_, report_, tolerance);
}

template class SparseSystem<double>;
template class SparseSystem<Complex>;

}  // namespace pleuel
