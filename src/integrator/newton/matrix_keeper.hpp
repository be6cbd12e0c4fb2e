// The Jacobian and factors that a method keeps between steps.
#pragma once

#include <memory>

#include "pleuel/dae/dae.hpp"
#include "pleuel/dae/statistics.hpp"

namespace pleuel {

/// A NewtonMatrix and whether its Jacobian and factors are still valid. The method decides when to
/// renew them: it drops the Jacobian and requests factors for a shift.
class MatrixKeeper {
 public:
  /// The Dae must outlive this object.
  MatrixKeeper(Dae& dae, const ShiftCounts& shifts) : dae_(dae), shifts_(shifts) {}

  /// Creates the matrix (allocates) and drops earlier data.
  void begin() {
    if (!matrix_) matrix_ = dae_.newton_matrix(shifts_);
    drop();
    is_current_ = false;
  }
  /// Resets everything, including the choice of pivots; the analysis of the pattern stays.
  void forget() {
    if (matrix_)
      matrix_->forget();
    else
      matrix_ = dae_.newton_matrix(shifts_);
    drop();
    is_current_ = renews_always_ = false;
    factored_ = 0;
  }

  bool has_jacobian() const { return has_jacobian_; }
  /// True if the Jacobian belongs to the attempted point, so that a new one would not be better.
  bool is_current() const { return is_current_; }
  double t_jacobian() const { return t_jacobian_; }
  void age() { is_current_ = false; }
  /// The next attempt computes a new Jacobian; factors stay until then.
  void drop() { has_jacobian_ = false; }
  void drop_unless_current() { has_jacobian_ = is_current_; }
  /// Last resort of a constant step: a new Jacobian in every iteration at the current iterate.
  bool renews_always() const { return renews_always_; }
  void renew_always(bool does) { renews_always_ = does; }
  /// Marks the factors as belonging to another method.
  void drop_factors() { factored_ = 0; }

  /// Computes J at (t, y, ẏ); `is_current` as above. Passes on exceptions of the model; then there
  /// is no Jacobian.
  void linearize(double t, ConstVec y, ConstVec ydot, bool is_current, Statistics& statistics) {
    drop();
    is_current_ = false;
    matrix_->linearize(t, y, ydot);
    ++statistics.jacobians;
    has_jacobian_ = true;
    is_current_ = is_current;
    t_jacobian_ = t;
    factored_ = 0;
  }

  /// Calls `work(matrix)`, which factors, unless the factors already belong to this `shift` ≠ 0.
  template <class Work>
  [[nodiscard]] std::optional<SingularMatrix> factor(double shift, Work work) {
    if (factored_ == shift) return {};
    factored_ = 0;
    if (auto singular = work(*matrix_)) return singular;
    factored_ = shift;
    return {};
  }

  /// See StepMethod.
  std::optional<UnsolvedSystem> unsolved() const {
    return matrix_ && matrix_->is_iterative() ? matrix_->iterative_solves().unsolved : std::nullopt;
  }

  NewtonMatrix* operator->() { return matrix_.get(); }
  NewtonMatrix& operator*() { return *matrix_; }

 private:
  Dae& dae_;
  ShiftCounts shifts_;
  std::unique_ptr<NewtonMatrix> matrix_;
  bool has_jacobian_ = false;
  bool is_current_ = false;
  bool renews_always_ = false;
  double t_jacobian_ = 0;
  double factored_ = 0;  // the shift; 0: factors do not belong to this Jacobian
};

}  // namespace pleuel
