// Trials of the stable order, for StabilityLimit.
#include <algorithm>
#include <limits>
#include <new>

#include "pleuel/integrator/bdf/multistep.hpp"

namespace pleuel {

/// Allocates what trials need.
void Multistep::prepare_trials() {
  wants_trial_ = false;
  y_jacobian_ = y_;
  ydot_jacobian_ = ydot_;
  before_trial_ = std::make_unique<Position>(Position{.newton = newton_,
                                                      .age = age_,
                                                      .orders = orders_,
                                                      .history = history_,
                                                      .formula = formula_,
                                                      .errors = errors_,
                                                      .e = e_,
                                                      .y_jacobian = y_,
                                                      .ydot_jacobian = ydot_});
}

void Multistep::compare_with_stable_order(const Trial& last) {
  wants_trial_ = false;
  keep_position();
  long n_steps = 0;
  const bool has_gained = has_gain(last, n_steps);
  orders_.limit().end_trial(has_gained, n_steps, last.size);
}

/// True if the stable order covers a longer distance from here than free orders, in all rounds.
bool Multistep::has_gain(const Trial& last, long& n_steps) {
  for (int round = 0; round < StabilityLimit::n_rounds; ++round) {
    const int n = orders_.limit().n_steps(round);
    orders_.limit().hold_in_trial();
    const Distance stable = try_steps(last, n, std::numeric_limits<double>::infinity());
    n_steps += stable.n_steps;
    if (stable.length == 0) return false;
    const double lost_from = orders_.limit().lost_from(round, stable.length);
    orders_.limit().ignore_in_trial();
    const Distance free = try_steps(last, n, lost_from);
    n_steps += free.n_steps;
    if (free.length >= lost_from) return false;
  }
  return true;
}

/// The distance that `n_steps` steps from here cover, up to `enough`; zero if the equations are not
/// defined on it, or if a held order is hopeless. The position does not change.
Multistep::Distance Multistep::try_steps(const Trial& last, int n_steps, double enough) {
  const bool is_held = orders_.limit().is_holding();
  Distance result;
  try {
    Trial next = {.t = last.t_new, .left = last.left - last.size, .is_first = false};
    double size = orders_.accepted(errors_).factor * last.size;
    const int most = 2 * n_steps;  // attempts
    for (int i = 0; i < most && result.n_steps < n_steps && result.length < enough; ++i) {
      if (settings_.h_max > 0) size = std::min(size, settings_.h_max);
      if (size >= next.left) break;
      next.size = next.planned = size;
      next.h = direction_ * size;
      next.t_new = next.t + next.h;
      const Attempt attempted = attempt(next);
      next.was_rejected = !attempted.is_accepted();
      if (next.was_rejected) {
        size = shorter_size(next, attempted);
        continue;
      }
      accept(next);
      result.length += size;
      ++result.n_steps;
      if (is_held && orders_.limit().is_hopeless(result.length, result.n_steps, last.size)) {
        result.length = 0;
        break;
      }
      size = next_size(next, attempted);
      next.t = next.t_new;
      next.left -= next.size;
    }
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    result.length = 0;  // the run itself may never come there
  }
  return_to_position(last);
  return result;
}

void Multistep::keep_position() {
  Position& p = *before_trial_;
  p.newton = newton_;
  p.age = age_;
  p.orders = orders_;
  p.history = history_;
  p.formula = formula_;
  p.errors = errors_;
  p.n_points = n_points_;
  p.equal_steps = equal_steps_;
  p.error_failures = error_failures_;
  p.e_norm = e_norm_;
  p.e = e_;
  p.has_jacobian = matrix_.has_jacobian();
  p.t_jacobian = matrix_.t_jacobian();
  p.y_jacobian = y_jacobian_;
  p.ydot_jacobian = ydot_jacobian_;
}

/// J is made again at the point where it was made.
void Multistep::return_to_position(const Trial& last) {
  const Position& p = *before_trial_;
  newton_ = p.newton;
  age_ = p.age;
  orders_ = p.orders;
  history_ = p.history;
  formula_ = p.formula;
  errors_ = p.errors;
  n_points_ = p.n_points;
  equal_steps_ = p.equal_steps;
  error_failures_ = p.error_failures;
  e_norm_ = p.e_norm;
  e_ = p.e;
  y_jacobian_ = p.y_jacobian;
  ydot_jacobian_ = p.ydot_jacobian;
  wants_trial_ = false;
  dense_output_.take(last.t, last.t_new, formula_.order, last.t_new);
  matrix_.drop();
  if (p.has_jacobian)
    matrix_.linearize(p.t_jacobian, view(std::as_const(y_jacobian_)), view(std::as_const(ydot_jacobian_)),
                      false, statistics_);
}

}  // namespace pleuel
