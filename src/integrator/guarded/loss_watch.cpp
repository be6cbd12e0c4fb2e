#include "pleuel/integrator/guarded/loss_watch.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/limits.hpp"

namespace pleuel {
namespace {

// Relative to the longest step: distance of the difference quotient for the rate of σ.
constexpr double difference = 0.05;
// Inverse iterations for σ in a difference quotient. Measured.
constexpr int for_rates = 4;
// Decay of the fastest rate per evaluation: 1/e in 20 evaluations.
constexpr double forgetting = 0.95;
// Fraction of the time in which σ could vanish: rates may double until the next evaluation.
constexpr double caution = 0.5;
// Largest number of steps between evaluations. Measured.
constexpr double most_steps = 16;
// If σ may vanish within this number of steps, the rate is needed: more than SingularGuard needs,
// 2 · 1.6.
constexpr double near_steps = 4;
// Joints of a tree with larger sines are independent, and stay so for some steps.
constexpr double independent = 0.2;

}  // namespace

LossWatch::LossWatch(const MechanicalSystem& system) : sine_(system) {
  q_.setZero(system.info().n_q());
  qdot_ = q_;
}

void LossWatch::start() {
  has_last_ = false;
  interval_ = next_ = tree_sine_ = 0;
}

LossSight LossWatch::sight(const Motion& at, double longest) {
  return with_rate(at, longest, sine_.at(at.t, at.q, for_rates));
}

LossSight LossWatch::with_rate(const Motion& at, double longest, double sine) {
  const double dt = difference * longest;
  sine_.rates(at, qdot_);
  q_ = at.q + dt * qdot_;
  return {at.t, sine, (sine_.at(at.t + dt, q_, for_rates) - sine) / dt};
}

/// Sets the time of the next look by the change of the sine since the last one.
bool LossWatch::is_independent_tree(const Motion& at, double longest) {
  if (!sine_.is_tree()) return false;
  const double sine = sine_.tree_sine(at.t, at.q);
  const double elapsed = at.t - last_;
  const double change = tree_sine_ > 0 && elapsed > 0 ? std::abs(sine - tree_sine_) / elapsed : infinity;
  tree_sine_ = sine;
  if (sine < independent) return false;
  has_last_ = false;
  last_ = at.t;
  interval_ =
      std::min({caution * (sine - independent) / change, 2 * interval_ + longest, most_steps * longest});
  next_ = at.t + interval_;
  return true;
}

std::optional<LossSight> LossWatch::look(const Motion& at, double longest) {
  if ((has_last_ || tree_sine_ > 0) && at.t < next_) return {};
  if (is_independent_tree(at, longest)) return {};
  const double sine = sine_.at(at.t, at.q);
  const double change = sine_.change();
  const double elapsed = has_last_ ? at.t - last_ : 0;
  const bool is_later = elapsed > 0;
  if (is_later) fastest_ = std::max(forgetting * fastest_, std::abs(sine - last_sine_) / elapsed);
  previous_ = has_last_ ? last_ : at.t;
  last_ = at.t;
  last_sine_ = sine;
  has_last_ = true;
  const double reach = fastest_ > 0 ? sine / fastest_ : infinity;
  // σ falls with the fastest observed rate, and faster as the constraints rotate: σ = r t + σ ω²
  // t²/2.
  const double turning = is_later ? sine * change / elapsed : 0;
  const double slope = fastest_ + std::sqrt(fastest_ * fastest_ + 2 * turning * turning);
  double safe = !is_later ? 0 : slope > 0 ? caution * 2 * sine / slope : infinity;
  // Combinations that are not followed fall no faster than G changes.
  if (is_later && change > 0) safe = std::min(safe, sine_.others() * elapsed / change);
  interval_ = std::min({safe, 2 * interval_ + longest, most_steps * longest});
  next_ = at.t + interval_;
  if (reach > std::max(near_steps * longest, elapsed)) return {};
  return with_rate(at, longest, sine_.is_exact() ? sine : sine_.more(for_rates - 2));
}

}  // namespace pleuel
