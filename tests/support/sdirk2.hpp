// A method that only tests have: what a family must write for StepLoop, as short as it can be.
#pragma once

#include "pleuel/dae/error_norm.hpp"
#include "pleuel/integrator/control/initial_step.hpp"
#include "pleuel/integrator/control/step_controller.hpp"
#include "pleuel/integrator/loop/step_loop.hpp"
#include "pleuel/integrator/method.hpp"
#include "pleuel/integrator/newton/matrix_keeper.hpp"
#include "pleuel/integrator/newton/newton_loop.hpp"

namespace pleuel {

/// SDIRK of two stages and order 2, L-stable [Alexander, SIAM J. Numer. Anal. 14 (1977)]:
///
///     Y_i = y_n + h Σ_{j ≤ i} a_ij Ẏ_j,   residual(t_i, Y_i, Ẏ_i) = 0,   a = [γ 0; 1−γ γ],
///
/// γ = 1 − 1/√2, y_{n+1} = Y_2. Error by the embedded method of order 1 with weights (1 − β, β),
/// β = 2 − 5√2/4.
class Sdirk2 final : public StepMethod {
 public:
  Sdirk2(Dae& dae, const StepSettings& settings)
      : dae_(dae),
        settings_(settings),
        norm_(dae.info().unknowns, resolve(settings.tolerance, dae.info().unknowns), settings.scaling),
        newton_({.max_iterations = 10, .kappa = 1e-3, .gives_up_early = settings.fixed_step == 0}),
        controller_({.largest_growth = 4}, 2, 10),
        matrix_(dae, {.real = 1, .complex = 0}),
        dense_output_(*this) {}

  const DaeInfo& info() const override { return dae_.info(); }
  const std::string& name() const override { return name_; }
  int order() const override { return 2; }
  ConstVec y() const override { return view(y_); }
  const DenseOutput& dense_output() const override { return dense_output_; }
  void forget_matrices() override { matrix_.forget(); }
  void save(StateWriter& out) const override { state(*this, out); }
  void load(StateReader& in) override { state(*this, in); }

  double begin(const Begin& at) override {
    y_ = before_ = at.y;
    for (Vector* x : {&stage_, &first_, &last_, &base_, &increment_}) x->setZero(y_.size());
    rows_.setZero(dae_.info().n_rows());
    t_before_ = t_ = at.t;
    matrix_.begin();
    newton_.restart();
    controller_.restart();
    return at.first_size(initial_step({info().unknowns, norm_.tolerances(), at.y, at.ydot, at.span, 2}));
  }

  Attempt attempt(const Trial& trial) override {
    const double h = trial.h;
    norm_.update(view(std::as_const(y_)), trial.size);
    matrix_.age();
    stage_ = y_;
    base_ = y_;
    if (Attempt first = solve(trial.t + gamma * h, h, first_); !first.is_accepted()) return first;
    base_ = y_ + h * (1 - gamma) * first_;
    Attempt result = solve(trial.t_new, h, last_);
    if (!result.is_accepted() || settings_.fixed_step > 0) return result;
    increment_ = h * ((beta - gamma) * first_ + (gamma - beta) * last_);
    result.error = std::max(norm_(view(std::as_const(increment_))), 1e-10);
    result.worst = norm_.worst(view(std::as_const(increment_)));
    if (result.error >= 1) result.outcome = AttemptOutcome::error_test;
    return result;
  }
  void accept(const Trial& trial) override {
    before_ = y_;
    y_ = stage_;
    dae_.project(trial.t_new, view(y_));
    std::tie(t_before_, t_) = std::pair(trial.t, trial.t_new);
    if (newton_.rate() > 0.05) matrix_.drop();
  }
  double next_size(const Trial& trial, const Attempt& last) override {
    return controller_.accepted(trial.size, last.error, newton_.iterations());
  }
  double shorter_size(const Trial& trial, const Attempt& last) override {
    const bool is_error = last.outcome == AttemptOutcome::error_test;
    if (!is_error) matrix_.drop();
    return is_error ? controller_.rejected(trial.size, last.error, newton_.iterations()) : 0.5 * trial.size;
  }
  bool can_repeat(const Trial&, const Attempt& last) override {
    if (matrix_.is_current() || last.outcome != AttemptOutcome::newton) return false;
    matrix_.drop();
    return true;
  }

 private:
  static constexpr double gamma = 0.29289321881345247560;  // 1 − 1/√2
  static constexpr double beta = 0.23223304703363118900;   // 2 − 5√2/4

  struct Line final : DenseOutput {
    explicit Line(const Sdirk2& method) : m(method) {}
    double begin() const override { return m.t_before_; }
    double end() const override { return m.t_; }
    int order() const override { return 1; }
    void evaluate(double t, Vec y) const override {
      const double x = t == m.t_ ? 1 : (t - m.t_before_) / (m.t_ - m.t_before_);
      y = (1 - x) * m.before_ + x * m.y_;
    }
    const Sdirk2& m;
  };

  /// Y = base + h γ Ẏ with the residual zero, from stage_; Ẏ into `slope`.
  Attempt solve(double t, double h, Vector& slope) {
    const double alpha = 1 / (gamma * h);
    slope = alpha * (stage_ - base_);
    if (!matrix_.has_jacobian())
      matrix_.linearize(t, view(std::as_const(stage_)), view(std::as_const(slope)), true, statistics_);
    const auto singular = matrix_.factor(alpha, [&](NewtonMatrix& matrix) {
      ++statistics_.factorizations;
      return matrix.factor_real(0, alpha, 1.0);
    });
    const auto evaluate = [&] {
      dae_.residual(t, view(std::as_const(stage_)), view(std::as_const(slope)), view(rows_));
      ++statistics_.rhs;
    };
    if (singular) evaluate();
    if (singular) return {AttemptOutcome::singular, 0, singular, -1, first_bad_row(rows_)};
    newton_.begin_step();
    const auto increment = [&] {
      evaluate();
      matrix_->solve_real(0, view(std::as_const(rows_)), view(increment_));
      ++statistics_.solves;
      ++statistics_.iterations;
      stage_ += increment_;
      slope += alpha * increment_;
      return norm_(view(std::as_const(increment_)));
    };
    const NewtonVerdict verdict = NewtonLoop(newton_, IndexScaling::scaled, *matrix_)
                                      .run(
                                          increment, [] { return 0.0; }, [] {});
    return newton_attempt(newton_, verdict, first_bad_row(rows_),
                          norm_.worst(view(std::as_const(increment_))));
  }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.t_, self.t_before_, self.y_, self.before_);
    NewtonControl::state(self.newton_, stream);
    StepController::state(self.controller_, stream);
  }

  Dae& dae_;
  StepSettings settings_;
  const std::string name_ = "sdirk2";
  ErrorNorm norm_;
  NewtonControl newton_;
  StepController controller_;
  MatrixKeeper matrix_;
  Line dense_output_;
  double t_ = 0, t_before_ = 0;
  Vector y_, before_, stage_, first_, last_, base_, increment_, rows_;
};

/// As a catalogue would have it.
inline Method sdirk2_method() {
  return {.name = "sdirk2",
          .title = "SDIRK of order 2",
          .source = "",
          .options = {},
          .traits = {.family = "sdirk", .order = 2, .merit = "because tests ask for it"},
          .refusal = {},
          .make = [](Dae& dae, const StepSettings& settings, const OptionValues&) {
            return std::make_unique<StepLoop>(std::make_unique<Sdirk2>(dae, settings), settings);
          }};
}

}  // namespace pleuel
