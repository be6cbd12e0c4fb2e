#include "pleuel/mechanics/revolution_counter.hpp"

#include <cmath>

namespace pleuel {

RevolutionCounter::RevolutionCounter(const MechanicalSystem* system, Rates rates)
    : state_(system ? system->revolutions() : nullptr), rates_(rates) {
  if (is_empty()) return;
  info_ = &system->info();
  evaluator_ = system->make_evaluator();
  kept_ = *state_;
  theta_ = omega_ = Vector::Zero(info_->n_angles());
}

void RevolutionCounter::evaluate(const Motion& at) { evaluator_->angles(at, theta_, omega_); }

std::optional<DoubtfulRevolution> RevolutionCounter::accept(const Motion& at) {
  if (is_empty()) return {};
  evaluate(at);
  const double h = at.t - state_->t1;
  for (Eigen::Index k = 0; k < theta_.size(); ++k) {
    const double change = theta_[k] - state_->theta1[k];
    const double rate = rates_ == Rates::given ? 0.5 * (omega_[k] + state_->omega1[k]) : state_->omega1[k];
    const double gap = std::abs(change - h * rate);
    if (!(gap < largest_gap)) return DoubtfulRevolution{info_->angles[k].name, gap};
    if (rates_ == Rates::none && h > 0) omega_[k] = change / h;
  }
  state_->t0 = state_->t1;
  state_->theta0 = state_->theta1;
  state_->t1 = at.t;
  state_->theta1 = theta_;
  state_->omega1 = omega_;
  return {};
}

void RevolutionCounter::renew(const Motion& at) {
  if (is_empty()) return;
  evaluate(at);
  state_->t1 = at.t;
  state_->theta1 = theta_;
  state_->omega1 = omega_;
}

void RevolutionCounter::keep() {
  if (!is_empty()) kept_ = *state_;
}

void RevolutionCounter::go_back() {
  if (!is_empty()) *state_ = kept_;
}

}  // namespace pleuel
