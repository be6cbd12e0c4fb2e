#include "pleuel/run/defect_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pleuel/base/number_text.hpp"
#include "pleuel/run/run_failure.hpp"

namespace pleuel {
namespace {

// Residuals above this fraction of the smallest row's limit are examined.
constexpr double suspicion = 0.1;

LevelDrift drift_in(const RunPlan& plan) {
  // Methods with their own equations end each step on g = 0.
  if (plan.method->is_mechanical()) return {.position = Drift::held};
  if (!plan.formulation->has_motion()) return {.position = Drift::held};
  return drift_of(
      plan.formulation->rows(OptionValues(plan.formulation->options, plan.request.settings)).constraints);
}

/// Σⱼ |Aᵢⱼ| (atolⱼ + rtolⱼ |xⱼ|), with tolerances of x starting at `first`; at least rounding.
void add_tolerance(const FixedMatrix& A, const ConstVec& x, const Tolerances& tolerances, int first,
                   Vector& out) {
  constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
  out.setZero();
  for (int j = 0; j < A.cols; ++j) {
    const double size = std::abs(x[j]);
    const double tau =
        std::max(tolerances.atol[first + j] + tolerances.rtol[first + j] * size, rounding * size);
    for (int k = A.start[j]; k < A.start[j + 1]; ++k) out[A.row[k]] += std::abs(A.value[k]) * tau;
  }
}

}  // namespace

DefectWatch::DefectWatch(const RunEquations& of, const Start& start)
    : plan_(of.plan),
      dae_(*of.mechanical),
      info_(dae_.system().info()),
      tolerances_(resolve(plan_.request.tolerance, plan_.dae.unknowns)),
      t_begin_(start.t),
      by_q_(Vector::Zero(info_.n_lambda())),
      by_v_(by_q_),
      rows_(by_q_),
      force_(Vector::Zero(info_.n_v())),
      zeros_(Vector::Zero(std::max(info_.n_v(), info_.n_lambda()))) {
  const LevelDrift drift = drift_in(plan_);
  position_.drift = drift.position;
  velocity_.drift = drift.velocity;
  take_rows(dae_.motion(start.t, view(start.y)));
  tools_.reset();
}

DefectWatch::Tools& DefectWatch::tools() {
  if (!tools_) tools_.emplace(dae_.system());
  return *tools_;
}

void DefectWatch::take_rows(const Motion& at) {
  if (info_.n_lambda() == 0) return;
  auto& [evaluator, m] = tools();
  evaluator->configuration_matrices(at.t, at.q, m);
  add_tolerance(m.g_q, at.q, tolerances_, 0, by_q_);
  if (dae_.has_motion()) add_tolerance(m.G, at.v, tolerances_, info_.n_q(), by_v_);
}

double DefectWatch::allowed(const Level& level, Eigen::Index row, double t) const {
  const bool is_position = &level == &position_;
  const double own = is_position ? by_q_[row] : by_v_[row], n = static_cast<double>(n_steps_);
  if (level.drift == Drift::held) return allowed_excess * own;
  if (level.drift == Drift::linear) return allowed_excess * n * own;
  return allowed_excess * n * (own + 0.5 * (t - t_begin_) * by_v_[row]);
}

double DefectWatch::least_allowed(const Level& level, double t) const {
  double least = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < by_q_.size(); ++i) least = std::min(least, allowed(level, i, t));
  return least;
}

void DefectWatch::look(Level& level, double largest, const Motion& at) {
  if (level.drift == Drift::open) return;
  if (!(largest > level.seen && largest > suspicion * least_allowed(level, at.t))) return;
  level.seen = 2 * largest;
  take_rows(at);
  if (&level == &position_)
    tools().evaluator->rows(at, {.position = rows_});
  else
    tools().evaluator->rows(at, {.velocity = rows_});
  for (Eigen::Index i = 0; i < rows_.size(); ++i) {
    const double limit = allowed(level, i, at.t), value = std::abs(rows_[i]);
    if (value > level.worst.ratio * limit)
      level.worst = {value / limit, at.t, value, limit, static_cast<int>(i)};
  }
}

void DefectWatch::step(const MotionMonitor& monitor, double t, ConstVec y) {
  ++n_steps_;
  const Motion at = dae_.motion(t, y);
  look(position_, monitor.last_residuals().position, at);
  if (!dae_.has_motion()) return;
  look(velocity_, monitor.last_residuals().velocity, at);
  look_at_energy(monitor, at);
}

double DefectWatch::energy_limit() const {
  const double rtol = plan_.request.tolerance.rtol;
  return std::max(allowed_excess, static_cast<double>(n_steps_)) *
         (rtol * energy_scale_ + energy_by_tolerance_);
}

void DefectWatch::look_at_energy(const MotionMonitor& monitor, const Motion& at) {
  const double defect = std::abs(monitor.numerical_dissipation()), drift = std::abs(monitor.drift());
  if (drift > 0) energy_scale_ = defect / drift;  // the largest energy so far
  if (!(defect > suspect_defect_ && defect > energy_limit())) return;
  suspect_defect_ = 2 * defect;
  energy_by_tolerance_ = std::max(energy_by_tolerance_, energy_error(at));
  if (defect > energy_.value) energy_ = {.t = at.t, .value = defect};
}

/// |f|·τ(q) + |M v|·τ(v), with H f instead of f if H ≠ I.
double DefectWatch::energy_error(const Motion& at) {
  const double* const zero = zeros_.data();
  const Motion still = {.t = at.t,
                        .q = at.q,
                        .v = at.v,
                        .a = {zero, info_.n_v()},
                        .lambda = {zero, info_.n_lambda()},
                        .s = at.s};
  auto& [evaluator, m] = tools();
  evaluator->rows(still, {.dynamics = force_});
  evaluator->configuration_matrices(at.t, at.q, m);
  double sum = 0;
  const auto tau = [&](int unknown, double value) {
    return tolerances_.atol[unknown] + tolerances_.rtol[unknown] * std::abs(value);
  };
  if (info_.has_identity_kinematics()) {
    for (int j = 0; j < info_.n_q(); ++j) sum += std::abs(force_[j]) * tau(j, at.q[j]);
  } else {
    for (int j = 0; j < m.H.cols; ++j)
      for (int k = m.H.start[j]; k < m.H.start[j + 1]; ++k)
        sum += std::abs(force_[j] * m.H.value[k]) * tau(m.H.row[k], at.q[m.H.row[k]]);
  }
  force_.setZero();
  m.M.multiply_add(1.0, at.v.data(), force_.data());
  for (int j = 0; j < info_.n_v(); ++j) sum += std::abs(force_[j]) * tau(info_.n_q() + j, at.v[j]);
  return sum;
}

std::vector<std::string> DefectWatch::remarks() const {
  std::vector<std::string> list;
  for (const Level* level : {&position_, &velocity_}) {
    const Worst& w = level->worst;
    if (!(w.ratio > 1)) continue;
    list.push_back("constraint '" + info_.constraints[w.row] + "' is off by " + number_text(w.value, 2) +
                   " at " + level->name + " level at " + at_time(w.t) + ", where the tolerances allow " +
                   number_text(w.allowed, 2) +
                   ": do not trust the motion from there on; see whether a smaller tolerance or another "
                   "formulation agrees");
  }
  if (energy_.value > energy_limit())
    list.push_back(
        "the energy is off by " + number_text(energy_.value, 2) + " J at " + at_time(energy_.t) + ", " +
        number_text(energy_.value / energy_scale_, 2) +
        " of the largest in the run, where the tolerances allow " + number_text(energy_limit(), 2) + " J: " +
        (plan_.step.fixed_step > 0 ? "a constant step has no error control; see whether a smaller one agrees"
                                   : "see whether a smaller tolerance or another pair agrees"));
  return list;
}

}  // namespace pleuel
