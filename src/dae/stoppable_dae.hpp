// A DAE whose evaluation can be stopped.
#pragma once

#include <memory>

#include "pleuel/base/stop_check.hpp"
#include "pleuel/dae/dae.hpp"

namespace pleuel {

/// The same equations; each residual evaluation first checks StopCheck.
class StoppableDae final : public Dae {
 public:
  StoppableDae(std::unique_ptr<Dae> dae, std::shared_ptr<StopCheck> check)
      : Dae(dae->info()), dae_(std::move(dae)), check_(std::move(check)) {}

  void residual(double t, ConstVec y, ConstVec ydot, Vec rows) override {
    check_->look();
    dae_->residual(t, y, ydot, rows);
  }
  void residuals(ConstVec t, const Matrix& y, const Matrix& ydot, Matrix& rows) override {
    check_->look();
    dae_->residuals(t, y, ydot, rows);
  }
  std::unique_ptr<NewtonMatrix> newton_matrix(const ShiftCounts& shifts) override {
    return dae_->newton_matrix(shifts);
  }
  bool project(double t, Vec y) override { return dae_->project(t, y); }
  std::unique_ptr<FreePart> free_part() override { return dae_->free_part(); }
  /// The wrapped equations.
  Dae& core() { return *dae_; }

 private:
  std::unique_ptr<Dae> dae_;
  std::shared_ptr<StopCheck> check_;
};

}  // namespace pleuel
