// The Jacobian and the factors that a method keeps from step to step.
#pragma once

#include <memory>

#include "pleuel/dae/dae.hpp"
#include "pleuel/dae/statistics.hpp"

namespace pleuel {

/// A NewtonMatrix, and whether its Jacobian and factors may still be used. When they are renewed is
/// the method's decision: it drops the Jacobian, and asks for factors of a shift.
class MatrixKeeper {
 public:
  /// The Dae must outlive this.
  MatrixKeeper(Dae& dae, const ShiftCounts& shifts) : dae_(dae), shifts_(shifts) {}

  /// Makes the matrix, which allocates, and drops what belongs to another time.
  void begin() {
    if (!matrix_) matrix_ = dae_.newton_matrix(shifts_);
    drop();
    is_current_ = false;
  }
  /// As if it were new: pivots too are chosen again.
  void forget() {
    matrix_ = dae_.newton_matrix(shifts_);
    drop();
    is_current_ = false;
  }

  bool has_jacobian() const { return has_jacobian_; }
  /// The Jacobian belongs to the very point that is attempted: there is no better one.
  bool is_current() const { return is_current_; }
  double t_jacobian() const { return t_jacobian_; }
  void age() { is_current_ = false; }
  /// The next attempt begins with a new Jacobian; factors stay until then.
  void drop() { has_jacobian_ = false; }
  void drop_unless_current() { has_jacobian_ = is_current_; }
  /// The last resort of a constant step: a new Jacobian in every iteration, at the present iterate.
  bool renews_always() const { return renews_always_; }
  void renew_always(bool does) { renews_always_ = does; }
  /// Factors are those of another method.
  void drop_factors() { factored_ = 0; }

  /// J at (t, y, ẏ); `is_current` as above. Throws what the model throws; then there is none.
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

  /// Calls `work(matrix)`, which factors, unless the factors are those of this `shift` ≠ 0 already.
  template <class Work>
  [[nodiscard]] std::optional<SingularMatrix> factor(double shift, Work work) {
    if (factored_ == shift) return {};
    factored_ = 0;
    if (auto singular = work(*matrix_)) return singular;
    factored_ = shift;
    return {};
  }

  NewtonMatrix* operator->() { return matrix_.get(); }

 private:
  Dae& dae_;
  ShiftCounts shifts_;
  std::unique_ptr<NewtonMatrix> matrix_;
  bool has_jacobian_ = false;
  bool is_current_ = false;
  bool renews_always_ = false;
  double t_jacobian_ = 0;
  double factored_ = 0;  // the shift; 0: factors are not of this Jacobian
};

}  // namespace pleuel
