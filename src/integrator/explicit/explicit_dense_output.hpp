// The solution within one step of an explicit method.
#pragma once

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/integrator/explicit/explicit_tableau.hpp"
#include "pleuel/integrator/explicit/underlying_ode.hpp"

namespace pleuel {

/// The polynomial of ExplicitTableau for q, v and s. a and λ follow from the saddle matrix at the
/// interpolated q, v and s. Between its ends, g and G v + g_t vanish up to the error of the
/// polynomial. Stages that only the polynomial needs are computed at the first evaluation.
class ExplicitDenseOutput : public DenseOutput {
 public:
  ExplicitDenseOutput(const ExplicitTableau& tableau, const MechanicalSystem& system);

  double begin() const override { return t_; }
  double end() const override { return end_; }
  int order() const override { return tableau_.dense_order; }
  void evaluate(double t, Vec y) const override;
  std::unique_ptr<DenseOutput> copy() const override { return std::make_unique<ExplicitDenseOutput>(*this); }

  /// Constant until the first `take`. Allocates.
  void start(double t, ConstVec x, ConstVec y);
  /// The step from the end of the last one to `end`. `stages` are k_0 … k_{n_stages−1}; they are
  /// exchanged for those of the last step.
  void take(double end, ConstVec x, ConstVec y, Matrix& stages);
  /// Derivatives of the last accepted step, by stage.
  const Matrix& stages() const { return stages_; }
  /// Discards pivots.
  void forget() {
    if (work_->ode) work_->ode->forget();
  }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.t_, self.end_, self.x_, self.x_end_, self.y_, self.y_end_, self.stages_);
    if constexpr (!std::is_const_v<Self>) self.is_prepared_ = false;
  }

 private:
  void prepare() const;
  UnderlyingOde& ode() const;

  const ExplicitTableau& tableau_;
  const MechanicalSystem& system_;
  double t_ = 0, end_ = 0;
  Vector x_, x_end_, y_, y_end_;
  // Evaluation computes what it needs when it is first asked.
  mutable Matrix stages_;
  mutable Matrix terms_;  // Δ, r₃, r₄, …
  mutable Vector place_, rates_;
  mutable bool is_prepared_ = false;
  /// The equations for evaluations inside a step, shared by all copies.
  struct Work {
    Statistics statistics;
    std::unique_ptr<UnderlyingOde> ode;
  };
  std::shared_ptr<Work> work_;
};

}  // namespace pleuel
