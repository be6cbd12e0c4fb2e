// The Newton matrix of formulations with relaxed rows.
#pragma once

#include <memory>

#include "pleuel/mechanics/formulation/planned_newton.hpp"

namespace pleuel {

/// A NullSpaceNewton or StaggeredNewton, until a linearisation shows that constraints depend on
/// directions that no velocity reaches (condition (*) of NullSpacePlan). From then on a
/// MechanicalNewton, which makes no such assumption. A system of that kind shows it at its first
/// linearisation; nothing is allocated later.
template <class Reduced>
class RelaxedNewton final : public NewtonMatrix {
 public:
  RelaxedNewton(EquationsOfMotion& dae, const ShiftCounts& shifts);

  void linearize(double t, ConstVec y, ConstVec ydot) override;
  [[nodiscard]] std::optional<SingularMatrix> factor_real(int k, double alpha, double beta) override {
    return current_->factor_real(k, alpha, beta);
  }
  [[nodiscard]] std::optional<SingularMatrix> factor_complex(int k, Complex alpha, Complex beta) override {
    return current_->factor_complex(k, alpha, beta);
  }
  void solve_real(int k, ConstVec rhs, Vec x) override { current_->solve_real(k, rhs, x); }
  void solve_complex(int k, ConstVec rhs_re, ConstVec rhs_im, Vec x_re, Vec x_im) override {
    current_->solve_complex(k, rhs_re, rhs_im, x_re, x_im);
  }
  void multiply_E(ConstVec x, Vec out) const override { current_->multiply_E(x, out); }
  int factored_size() const override { return current_->factored_size(); }
  bool is_reentrant() const override { return current_->is_reentrant(); }
  void forget() override;
  bool is_iterative() const override { return current_->is_iterative(); }
  void allow_error(double relative) override { current_->allow_error(relative); }
  IterativeSolves iterative_solves() const override { return current_->iterative_solves(); }

 private:
  void begin();

  EquationsOfMotion& dae_;
  ShiftCounts shifts_;
  std::unique_ptr<NewtonMatrix> current_;
  Reduced* reduced_ = nullptr;  // current_, or nullptr if that is a MechanicalNewton
};

extern template class RelaxedNewton<NullSpaceNewton>;
extern template class RelaxedNewton<StaggeredNewton>;

}  // namespace pleuel
