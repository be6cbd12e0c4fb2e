#include "pleuel/integrator/explicit/explicit_runge_kutta.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "pleuel/integrator/control/initial_step.hpp"
#include "pleuel/integrator/failure_report.hpp"
#include "pleuel/integrator/loop/controlled_size.hpp"
#include "pleuel/linalg/simd.hpp"
#include "pleuel/mechanics/formulation/equations_of_motion.hpp"

namespace pleuel {
namespace {

constexpr double kLeastError = 1e-10;
// A tolerance that is zero for a value of zero.
constexpr double kLeastTolerance = 1e-150;
// In units of the tolerance: a longer projection changes the derivative at the end of the step.
constexpr double kNegligibleMove = 1e-2;
// Steps times unknowns from which on a stiff run is stopped.
constexpr double kMostStiffWork = 2e7;
// After a stage outside the domain of the equations.
constexpr double kRetreat = 0.25;
// Share of the second estimate in the error [HNW93, II (10.17)].
constexpr double kSecondShare = 0.01;

// Relative difference of states below which rounding errors decide on the rate between them.
constexpr double kIndistinct = 1e-11;
// Half-explicit methods look for stiffness once in so many steps.
constexpr int kHalfExplicitLooks = 8;

// Of the tolerance, in a strict error test. Without it, dop853 has global errors of 200 to 275
// tolerances on the pendulum and Andrews' squeezer (docs/choice.md).
constexpr double kStrictPart = 0.1;

Lanes absolute(const Lanes& x) { return x < 0 ? -x : x; }
Lanes larger(const Lanes& a, const Lanes& b) { return a > b ? a : b; }

/// Work per Newton iteration plays no part in the step control of explicit methods.
constexpr int kNoIterations = 0;

}  // namespace

FormulationRows explicit_rows(const ExplicitTableau& tableau) {
  return {.name = tableau.is_half_explicit() ? "half-explicit" : "underlying",
          .constraints = {{.acceleration = 1}},
          .constraint_level = 0,
          .index_a = 1};
}

ExplicitRungeKutta::ExplicitRungeKutta(std::string name, const ExplicitTableau& tableau,
                                       std::shared_ptr<const MechanicalSystem> system,
                                       const StepSettings& settings, const ExplicitOptions& options)
    : name_(std::move(name)),
      tableau_(tableau),
      system_(std::move(system)),
      info_(EquationsOfMotion::describe(system_->info(), explicit_rows(tableau))),
      settings_(settings),
      options_(options),
      ode_(*system_, statistics_),
      controller_(options.controller, tableau.error_order, 1),
      dense_output_(tableau, *system_) {
  const Tolerances all = resolve(settings.tolerance, info_.unknowns);
  const int n_qv = ode_.n_q() + ode_.n_v();
  const auto select = [&](const Vector& of_y, Vector& of_x) {
    of_x.setZero(padded(ode_.size()));
    of_x.head(ode_.size()) << of_y.head(n_qv), of_y.tail(ode_.n_s());
  };
  select(all.rtol, rtol_);
  select(all.atol, atol_);
  rtol_a_ = all.rtol.segment(n_qv, ode_.n_v());
  atol_a_ = all.atol.segment(n_qv, ode_.n_v());
  if (!options_.is_strict) return;
  for (Vector* x : {&rtol_, &atol_, &rtol_a_, &atol_a_}) *x *= kStrictPart;
}

double ExplicitRungeKutta::begin(const Begin& at) {
  const int n_qv = ode_.n_q() + ode_.n_v();
  const Eigen::Index n = padded(ode_.size());
  assert(at.y.size() == info_.n_unknowns());
  x_.setZero(n);
  x_.head(ode_.size()) << at.y.head(n_qv), at.y.tail(ode_.n_s());
  for (Vector* x : {&weights_, &x_new_, &place_, &near_end_, &error_}) x->setZero(n);
  second_.setZero(tableau_.second_error.empty() ? 0 : n);
  constrained_.setZero(tableau_.is_half_explicit() ? n_qv : 0);
  stages_.setZero(n, tableau_.n_all_stages());
  t_end_ = at.t + at.direction * at.span;
  controller_.restart();
  stiffness_.restart();
  has_failed_start_ =
      ode_.rates(at.t, of_state(std::as_const(x_)), rates_of(0)).has_value() || !stages_.col(0).allFinite();
  lambda_ = ode_.lambda();
  y_.setZero(at.y.size());
  publish(std::as_const(*this).rates_of(0));
  dense_output_.start(at.t, view(std::as_const(x_)), view(std::as_const(y_)));
  double size = at.given > 0 ? at.given : statistics_.accepted > 0 ? at.previous : 0;
  if (size == 0) {
    Vector rates = Vector::Zero(y_.size());
    rates.head(n_qv) = stages_.col(0).head(n_qv);
    rates.tail(ode_.n_s()) = rates_of(0).tail(ode_.n_s());
    size = initial_step({info_.unknowns, resolve(settings_.tolerance, info_.unknowns),
                         view(std::as_const(y_)), view(std::as_const(rates)), at.span, tableau_.error_order});
  }
  return at.first_size(size);
}

/// y from x_, its derivative and λ.
void ExplicitRungeKutta::publish(ConstVec xdot) {
  const int n_q = ode_.n_q(), n_v = ode_.n_v();
  y_.head(n_q + n_v) = x_.head(n_q + n_v);
  y_.segment(n_q + n_v, n_v) = xdot.segment(n_q, n_v);
  y_.segment(n_q + 2 * n_v, ode_.n_lambda()) = lambda_;
  y_.tail(ode_.n_s()) = x_.segment(n_q + n_v, ode_.n_s());
}

int ExplicitRungeKutta::unknown_of(int component) const {
  const int n_qv = ode_.n_q() + ode_.n_v();
  return component < n_qv ? component : component + ode_.n_v() + ode_.n_lambda();
}

/// out = from + h Σ w k, pack by pack; `from` null: zero.
void ExplicitRungeKutta::sum_stages(const StageWeights& weights, double h, const double* from,
                                    Vector& out) const {
  const Eigen::Index n = x_.size();
  const double* const stages = stages_.data();
  const auto sum = [&](Eigen::Index first, auto n_packs) {
    Lanes sums[n_packs];
    for (int p = 0; p < n_packs; ++p) sums[p] = from ? lanes_at(from + first + p * lanes) : Lanes{};
    for (const StageWeight& w : weights) {
      const double factor = h * w.value;
      const double* const k = stages + w.stage * n + first;
      for (int p = 0; p < n_packs; ++p) sums[p] += factor * lanes_at(k + p * lanes);
    }
    for (int p = 0; p < n_packs; ++p) lanes_at(out.data() + first + p * lanes) = sums[p];
  };
  // Several packs at once hide the latency of an addition.
  constexpr int packs = 4;
  Eigen::Index i = 0;
  for (; i + packs * lanes <= n; i += packs * lanes) sum(i, std::integral_constant<int, packs>());
  for (; i < n; i += lanes) sum(i, std::integral_constant<int, 1>());
}

std::optional<ZeroPivot> ExplicitRungeKutta::stage(int i, const Trial& trial) {
  combine(tableau_.a[i], trial.h, place_);
  if (tableau_.is_half_explicit() && ode_.n_lambda() > 0) return half_explicit_stage(i, trial);
  return ode_.rates(trial.t + tableau_.c[i] * trial.h, of_state(std::as_const(place_)), rates_of(i));
}

/// V̇_i from the velocity constraint at Q̃_i.
std::optional<ZeroPivot> ExplicitRungeKutta::half_explicit_stage(int i, const Trial& trial) {
  const int n_q = ode_.n_q(), n_v = ode_.n_v();
  const double t = trial.t + tableau_.c[i] * trial.h;
  ode_.kinematics(t, {place_.data(), n_q}, {place_.data() + n_q, n_v}, part(rates_of(i), 0, n_q));
  constrained_ = x_.head(n_q + n_v);
  double diagonal = 0;
  for (const StageWeight& w : tableau_.half_a[i]) {
    const auto k = stages_.col(w.stage);
    constrained_.head(n_q) += (trial.h * w.value) * k.head(n_q);
    if (w.stage < i)
      constrained_.tail(n_v) += (trial.h * w.value) * k.segment(n_q, n_v);
    else
      diagonal = trial.h * w.value;
  }
  return ode_.half_explicit_rates(t, of_state(std::as_const(place_)),
                                  {.t = trial.t + tableau_.half_c[i] * trial.h,
                                   .q = {constrained_.data(), n_q},
                                   .v = {constrained_.data() + n_q, n_v},
                                   .weight = diagonal},
                                  rates_of(i));
}

/// Reciprocal tolerances for the larger of the values at both ends.
void ExplicitRungeKutta::update_weights() {
  for (Eigen::Index i = 0; i < x_.size(); i += lanes) {
    const Lanes size = larger(absolute(lanes_at(x_.data() + i)), absolute(lanes_at(x_new_.data() + i)));
    const Lanes tolerance = lanes_at(atol_.data() + i) + lanes_at(rtol_.data() + i) * size;
    lanes_at(weights_.data() + i) = 1 / larger(tolerance, Lanes{} + kLeastTolerance);
  }
}

/// Σ (w e)².
double ExplicitRungeKutta::weighted_square(const Vector& e) const {
  Lanes sum = {};
  for (Eigen::Index i = 0; i < e.size(); i += lanes) {
    const Lanes part = lanes_at(weights_.data() + i) * lanes_at(e.data() + i);
    sum += part * part;
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// The weighted mean of the estimated local errors of q, v and s.
double ExplicitRungeKutta::estimate_error(const Trial& trial) {
  sum_stages(tableau_.error, trial.h, nullptr, error_);
  if (tableau_.is_half_explicit() && ode_.n_lambda() > 0)
    ode_.project_difference(trial.t_new, of_state(std::as_const(x_new_)), of_state(error_));
  const double count = std::max(ode_.size(), 1), first = weighted_square(error_);
  if (tableau_.second_error.empty()) return std::sqrt(first / count);
  sum_stages(tableau_.second_error, trial.h, nullptr, second_);
  const double both = first + kSecondShare * weighted_square(second_);
  return both > 0 ? first / std::sqrt(both * count) : both;  // NaN stays NaN
}

Attempt ExplicitRungeKutta::rejected(double error) const {
  Eigen::Index worst = 0;
  weights_.cwiseProduct(error_).cwiseAbs().maxCoeff(&worst);
  return {
      .outcome = AttemptOutcome::error_test, .error = error, .worst = unknown_of(static_cast<int>(worst))};
}

/// How much larger the error of a is than that of x, in tolerances. Accelerations of half-explicit
/// stages are no function of their place; for them, and if the points hardly differ, it is 0.
double ExplicitRungeKutta::acceleration_growth() const {
  if (tableau_.is_half_explicit() && ode_.n_lambda() > 0) return 0;
  const int n_q = ode_.n_q(), n_v = ode_.n_v(), last = tableau_.n_stages - 1;
  if (n_v == 0 || !((x_new_ - near_end_).norm() > kIndistinct * x_new_.norm())) return 0;
  const double moved = (x_new_ - near_end_).cwiseProduct(weights_).squaredNorm() / ode_.size();
  const auto a = stages_.col(last).segment(n_q, n_v), near_a = stages_.col(last - 1).segment(n_q, n_v);
  double sum = 0;
  for (int i = 0; i < n_v; ++i) {
    const double part =
        (a[i] - near_a[i]) / std::max(atol_a_[i] + rtol_a_[i] * std::abs(a[i]), kLeastTolerance);
    sum += part * part;
  }
  return moved > 0 ? std::sqrt(sum / n_v / moved) : 0;
}

/// The attempt that failed because of a singular matrix in a stage, or of values that are not
/// finite: then the first stage where that is so is to blame.
Attempt ExplicitRungeKutta::fault(const Trial& trial, int stage, const std::optional<ZeroPivot>& zero) {
  if (!zero)
    while (stage + 1 < tableau_.n_stages && stages_.col(stage).allFinite()) ++stage;
  combine(tableau_.a[stage], trial.h, place_);
  const int row = ode_.bad_row(trial.t + tableau_.c[stage] * trial.h, of_state(std::as_const(place_)));
  if (row >= 0 || !zero) return {.outcome = AttemptOutcome::not_finite, .bad_row = row};
  return {.outcome = AttemptOutcome::singular,
          .singular = SingularMatrix{ode_.n_q() + ode_.n_v() + zero->column, zero->magnitude}};
}

Attempt ExplicitRungeKutta::attempt(const Trial& trial) {
  if (has_failed_start_) return {.outcome = AttemptOutcome::no_start};
  if (auto failure = stiff_failure(trial)) return {.outcome = AttemptOutcome::error_test, .failure = failure};
  const int last = tableau_.n_stages - 1;
  for (int i = 1; i < last; ++i) {
    if (const auto zero = stage(i, trial)) return fault(trial, i, zero);
  }
  near_end_.swap(place_);
  combine(tableau_.a[last], trial.h, x_new_);
  update_weights();
  const auto end = [&] { return ode_.rates(trial.t_new, of_state(std::as_const(x_new_)), rates_of(last)); };
  if (tableau_.tests_with_last_stage())
    if (const auto zero = end()) return fault(trial, last, zero);
  double error = 0;
  if (!is_fixed_step()) {
    error = estimate_error(trial);
    if (!std::isfinite(error)) return fault(trial, 1, {});
    if (error >= 1) return rejected(error);
  }
  if (!tableau_.tests_with_last_stage())
    if (const auto zero = end()) return fault(trial, last, zero);
  if (options_.is_strict && !is_fixed_step()) {
    error *= std::max(1.0, acceleration_growth());
    if (!std::isfinite(error)) return fault(trial, 1, {});
    if (error >= 1) return rejected(error);
  }
  if (!stages_.col(last).allFinite()) return fault(trial, 1, {});
  lambda_ = ode_.lambda();
  return finish(trial, error);
}

/// Projects the end of the step.
Attempt ExplicitRungeKutta::finish(const Trial& trial, double error) {
  const ProjectionResult projection =
      ode_.project(trial.t_new, of_state(x_new_), of_state(std::as_const(weights_)));
  const bool is_too_long = !is_fixed_step() && projection.moved > 1;
  if (!projection.is_converged && !is_too_long)
    return {.outcome = AttemptOutcome::newton,
            .newton = {.iterations = UnderlyingOde::most_projections,
                       .max_iterations = UnderlyingOde::most_projections,
                       .error_bound = projection.moved}};
  if (is_too_long) return {.outcome = AttemptOutcome::error_test, .error = projection.moved};
  if (projection.moved > kNegligibleMove) {
    const int last = tableau_.n_stages - 1;
    if (const auto zero = ode_.rates(trial.t_new, of_state(std::as_const(x_new_)), rates_of(last)))
      return fault(trial, last, zero);
    lambda_ = ode_.lambda();
  }
  return {.error = std::max(error, kLeastError)};
}

/// Estimates |λ| from the difference of two derivatives of nearby states: of a mode with Δa = λ²Δq
/// + λΔv, and of the internal states. Zero if the states hardly differ.
double ExplicitRungeKutta::rate_between(const Vector& x, const Vector& near, ConstVec xdot,
                                        ConstVec near_xdot) const {
  const int n_q = ode_.n_q(), n_v = ode_.n_v();
  const auto square_of_difference = [](const double* a, const double* b, int first, int count) {
    double sum = 0;
    for (int i = first; i < first + count; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
  };
  const double q = square_of_difference(x.data(), near.data(), 0, n_q);
  const double v = square_of_difference(x.data(), near.data(), n_q, n_v);
  const double s = square_of_difference(x.data(), near.data(), n_q + n_v, ode_.n_s());
  if (!(q + v + s > kIndistinct * kIndistinct * x.squaredNorm())) return 0;
  const double a = std::sqrt(square_of_difference(xdot.data(), near_xdot.data(), n_q, n_v));
  const double of_motion = a > 0 ? 2 * a / (std::sqrt(v) + std::sqrt(v + 4 * std::sqrt(q) * a)) : 0;
  if (ode_.n_s() == 0) return of_motion;
  const double sdot = square_of_difference(xdot.data(), near_xdot.data(), n_q + n_v, ode_.n_s());
  return std::max(of_motion, std::sqrt(sdot / (q + v + s)));
}

/// See StiffnessWatch. `xdot` and `near_xdot` belong to x_new_ and near_end_.
void ExplicitRungeKutta::look_for_stiffness(const Trial& trial, ConstVec xdot, ConstVec near_xdot) {
  const double fast = rate_between(x_new_, near_end_, xdot, near_xdot);
  if (fast == 0) return;
  stiffness_.look(trial.t, trial.size, trial.size * fast, tableau_.imaginary_stability, [&] {
    return trial.size * rate_between(x_new_, x_, xdot, std::as_const(*this).rates_of(0));
  });
}

void ExplicitRungeKutta::accept(const Trial& trial) {
  const int last = tableau_.n_stages - 1;
  const ConstVec end = std::as_const(*this).rates_of(last);
  if (!tableau_.is_half_explicit() || ode_.n_lambda() == 0) {
    look_for_stiffness(trial, end, std::as_const(*this).rates_of(last - 1));
  } else if (statistics_.accepted % kHalfExplicitLooks == 0) {
    // Accelerations of half-explicit stages are no function of their place.
    if (!ode_.rates(trial.t_new, of_state(std::as_const(near_end_)), of_state(place_)))
      look_for_stiffness(trial, end, of_state(std::as_const(place_)));
  }
  x_.swap(x_new_);
  publish(end);
  dense_output_.take(trial.t_new, view(std::as_const(x_)), view(std::as_const(y_)), stages_);
  stages_.col(0) = dense_output_.stages().col(last);
}

double ExplicitRungeKutta::next_size(const Trial& trial, const Attempt& last) {
  return size_after(trial, last, kNoIterations, controller_);
}

double ExplicitRungeKutta::shorter_size(const Trial& trial, const Attempt& last) {
  if (last.outcome == AttemptOutcome::error_test)
    return size_after_error(trial, last, kNoIterations, controller_);
  return kRetreat * trial.size;
}

/// The failure of a run whose remaining steps, bounded by stability, are too many.
std::shared_ptr<const Failure> ExplicitRungeKutta::stiff_failure(const Trial& trial) const {
  if (!stiffness_.is_stiff() || is_fixed_step() || options_.most_stiff_steps == 0) return {};
  const double left = std::abs(t_end_ - trial.t) / trial.planned;
  const double most = options_.most_stiff_steps > 0 ? static_cast<double>(options_.most_stiff_steps)
                                                    : kMostStiffWork / std::max(ode_.size(), 1);
  if (left <= most) return {};
  Failure failure = failure_of(FailureKind::step_limit, info_);
  failure.method = name_;
  failure.t = trial.t;
  failure.h = trial.h;
  failure.order = order();
  failure.what = "the system is stiff, and explicit methods do not work any longer: the frequency " +
                 number_text(stiffness_.frequency(), 3) + " rad/s allows stable steps of " +
                 number_text(tableau_.imaginary_stability / stiffness_.frequency(), 3) + " s at most";
  failure.inequality =
      "steps to the end = " + number_text(left, 3) + " > stiff_steps = " + number_text(most, 3);
  failure.causes = {"elastic bodies or stiff springs, whose fast oscillations the motion hardly shows"};
  failure.remedy = "take a method for stiff systems, --method radau or alpha; --set stiff_steps=0 goes on";
  return std::make_shared<const Failure>(std::move(failure));
}

/// a and λ are functions of q, v and s: they have no error of their own. The step-size control aims
/// at safety^error_order of the tolerance.
std::optional<double> ExplicitRungeKutta::local_error(Vec e) const {
  const int n_qv = ode_.n_q() + ode_.n_v();
  e.setZero();
  e.head(n_qv) = error_.head(n_qv);
  e.tail(ode_.n_s()) = error_.segment(n_qv, ode_.n_s());
  return std::pow(options_.controller.safety, tableau_.error_order);
}

std::vector<std::string> ExplicitRungeKutta::remarks() const {
  if (!stiffness_.has_found() || !options_.remarks_on_stability) return {};
  return {"stability, not accuracy, limits the steps of '" + name_ + "' from t = " +
          number_text(stiffness_.t(), 4) + " s on: the frequency " + number_text(stiffness_.frequency(), 3) +
          " rad/s allows steps of " + number_text(tableau_.imaginary_stability / stiffness_.frequency(), 3) +
          " s at most; a method for stiff systems, such as radau, takes longer ones"};
}

void ExplicitRungeKutta::forget_matrices() {
  ode_.forget();
  dense_output_.forget();
}

template <class Self, class Stream>
void ExplicitRungeKutta::state(Self& self, Stream& stream) {
  stream(self.x_, self.stages_, self.lambda_, self.y_, self.t_end_, self.has_failed_start_);
  StepController::state(self.controller_, stream);
  StiffnessWatch::state(self.stiffness_, stream);
  ExplicitDenseOutput::state(self.dense_output_, stream);
}

template void ExplicitRungeKutta::state(const ExplicitRungeKutta&, StateWriter&);
template void ExplicitRungeKutta::state(ExplicitRungeKutta&, StateReader&);

}  // namespace pleuel
