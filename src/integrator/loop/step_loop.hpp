// The step loop of all methods.
#pragma once

#include <memory>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/integrator/control/recent_steps.hpp"
#include "pleuel/integrator/integrator.hpp"
#include "pleuel/integrator/loop/step_failures.hpp"
#include "pleuel/integrator/loop/step_method.hpp"

namespace pleuel {

/// Takes one accepted step at a time with a StepMethod.
///
///     plan the size, cut it so that t_stop is met exactly
///     repeat  attempt  until accepted:
///         error control   a shorter step, as the method says
///         fixed step      the same step again, if the method can do better
///     accept, plan the next size
///
/// It returns a Failure if the step size falls below the resolution of time, if a matrix stays
/// singular, if the limit of attempts or steps is reached, or if the model throws. A remainder up
/// to 1.01 planned sizes is taken in one step, up to 1.2 in two equal steps.
class StepLoop : public Integrator, public Restorable {
 public:
  /// Throws InvalidInput for invalid settings.
  StepLoop(std::unique_ptr<StepMethod> method, const StepSettings& settings);

  void start(double t, ConstVec y, ConstVec ydot, double t_end) override;
  [[nodiscard]] StepOutcome step(double t_stop) override;

  double t() const override { return t_; }
  ConstVec y() const override { return method_->y(); }
  const DenseOutput& dense_output() const override { return method_->dense_output(); }
  const Statistics& statistics() const override { return method_->statistics(); }
  std::optional<double> local_error(Vec e) const override;
  bool is_limited_by_stability() const override { return method_->is_limited_by_stability(); }
  std::vector<std::string> remarks() const override { return method_->remarks(); }

  StepMethod& method() { return *method_; }
  Restorable* restorable() override { return this; }
  void save(StateWriter& out) override;
  void load(StateReader& in) override;

 private:
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream.section("step loop");
    stream(self.t_, self.span_, self.direction_, self.planned_, self.is_first_, self.settings_.h0,
           self.recent_, self.method_->statistics());
    stream.section("method " + self.method_->name());
  }
  StepOutcome advance(double t_stop);
  void choose_size(double t_stop);
  void set_size(double size);
  void attempt();
  bool is_fixed_step() const { return settings_.fixed_step > 0; }
  double smallest_size() const;
  std::optional<Failure> refusal() const;
  std::optional<Failure> failure_for_good();
  Failure failure_of_attempt() const;
  StepSituation situation() const;
  StepOutcome failed(Failure failure) const;

  std::unique_ptr<StepMethod> method_;
  StepSettings settings_;
  RecentSteps recent_;
  double t_ = 0;
  double span_ = 0;
  double direction_ = 1;
  double planned_ = 0;  // size of the next step, > 0; 0: never started
  bool is_first_ = true;
  Trial trial_;
  Attempt last_;
  LeftDomain left_domain_{""};  // the last exception of the model
  int retries_ = 0;             // of the current step
  int singular_in_a_row_ = 0;
};

}  // namespace pleuel
