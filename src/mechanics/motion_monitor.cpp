#include "pleuel/mechanics/motion_monitor.hpp"

#include <limits>

namespace pleuel {

MotionMonitor::MotionMonitor(const MechanicalDae& dae, std::shared_ptr<const MechanicalSystem> system,
                             double t, ConstVec y)
    : dae_(&dae),
      system_(std::move(system)),
      evaluator_(system_->make_evaluator()),
      constraints_(system_->info()),
      energy_(system_->info()) {
  const Motion at = dae.motion(t, y);
  record_constraints(at);
  energy_.start(*evaluator_, at);
}

MotionMonitor::MotionMonitor(std::shared_ptr<const MechanicalSystem> system, double t, ConstVec q, ConstVec v,
                             ConstVec a, ConstVec lambda, ConstVec s)
    : system_(std::move(system)),
      evaluator_(system_->make_evaluator()),
      constraints_(system_->info()),
      energy_(system_->info()) {
  const Motion at{.t = t, .q = q, .v = v, .a = a, .lambda = lambda, .s = s};
  record_constraints(at);
  energy_.start(*evaluator_, at);
}

Motion MotionMonitor::motion(double t, ConstVec y) const {
  if (dae_ != nullptr) return dae_->motion(t, y);
  const SystemInfo& i = system_->info();
  const int v = i.n_q(), a = v + i.n_v(), lambda = a + i.n_v(), s = lambda + i.n_lambda();
  return {.t = t,
          .q = part(y, 0, i.n_q()),
          .v = part(y, v, i.n_v()),
          .a = part(y, a, i.n_v()),
          .lambda = part(y, lambda, i.n_lambda()),
          .s = part(y, s, i.n_s())};
}

void MotionMonitor::record_constraints(const Motion& at) {
  if (has_motion())
    constraints_.record(*evaluator_, at);
  else
    constraints_.record_equilibrium(*evaluator_, at);
}

void MotionMonitor::record(double t, ConstVec y, const DenseOutput& dense) {
  if (has_motion()) {
    y_.resize(y.size());
    energy_.add_work(
        *evaluator_, dense, [this](double at, ConstVec state) { return motion(at, state); }, y_);
  }
  const Motion at = motion(t, y);
  record_constraints(at);
  energy_.record(*evaluator_, at);
}

void MotionMonitor::jump(double t, ConstVec y) {
  const Motion at = motion(t, y);
  record_constraints(at);
  energy_.jump(*evaluator_, at);
}

double MotionMonitor::drift() const {
  return has_motion() ? energy_.drift() : std::numeric_limits<double>::quiet_NaN();
}

double MotionMonitor::numerical_dissipation() const {
  return has_motion() ? energy_.numerical_dissipation() : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace pleuel
