// What all methods with Newton's iteration on a Dae share.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "pleuel/integrator/integrator.hpp"
#include "pleuel/integrator/loop/step_method.hpp"
#include "pleuel/integrator/newton/matrix_keeper.hpp"
#include "pleuel/integrator/newton/newton_loop.hpp"

namespace pleuel {

/// The equations, the settings and the kept matrices of an implicit method.
class ImplicitMethod : public StepMethod {
 public:
  ImplicitMethod(const ImplicitMethod&) = delete;  // dense outputs refer to members of their method
  ImplicitMethod& operator=(const ImplicitMethod&) = delete;

  const DaeInfo& info() const final { return dae_.info(); }
  const std::string& name() const final { return name_; }
  std::optional<UnsolvedSystem> unsolved() const final { return matrix_.unsolved(); }
  void forget_matrices() override { matrix_.forget(); }

 protected:
  /// The Dae must outlive this object.
  ImplicitMethod(Dae& dae, const StepSettings& settings, std::string name, const ShiftCounts& shifts)
      : dae_(dae), settings_(settings), matrix_(dae, shifts), name_(std::move(name)) {}

  bool is_fixed_step() const { return settings_.fixed_step > 0; }
  /// The attempt whose matrix is singular. If its entries are not finite, the equation that is not
  /// finite at (t, y, ẏ) is named; −1 if only derivatives are not. `rows` is overwritten.
  Attempt singular_attempt(const SingularMatrix& singular, double t, ConstVec y, ConstVec ydot, Vec rows) {
    int bad_row = -1;
    if (!std::isfinite(singular.pivot)) {
      dae_.residual(t, y, ydot, rows);
      bad_row = first_bad_row(rows);
    }
    return {.outcome = AttemptOutcome::singular, .singular = singular, .bad_row = bad_row};
  }

  Dae& dae_;
  StepSettings settings_;
  MatrixKeeper matrix_;

 private:
  std::string name_;
};

}  // namespace pleuel
