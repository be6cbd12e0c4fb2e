#include "pleuel/mechanics/audit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pleuel {
namespace {

// Nodes and weights of Gauss-Legendre quadrature with four points on [0, 1].
struct GaussPoint {
  double node, weight;
};
std::array<GaussPoint, 4> gauss_points() {
  const double inner = std::sqrt(3.0 / 7.0 - 2.0 / 7.0 * std::sqrt(6.0 / 5.0));
  const double outer = std::sqrt(3.0 / 7.0 + 2.0 / 7.0 * std::sqrt(6.0 / 5.0));
  const double heavy = (18.0 + std::sqrt(30.0)) / 72.0, light = (18.0 - std::sqrt(30.0)) / 72.0;
  return {{{0.5 * (1 - outer), light},
           {0.5 * (1 - inner), heavy},
           {0.5 * (1 + inner), heavy},
           {0.5 * (1 + outer), light}}};
}

}  // namespace

MotionAudit::MotionAudit(const MechanicalDae& dae, std::shared_ptr<const MechanicalSystem> system, double t,
                         ConstVec y)
    : dae_(&dae),
      system_(std::move(system)),
      evaluator_(system_->make_evaluator()),
      g_(system_->info().n_lambda()),
      velocity_(system_->info().n_lambda()),
      acceleration_(system_->info().n_lambda()),
      power_(system_->info()) {
  check(dae.motion(t, y));
  initial_energy_ = energy_;
}

MotionAudit::MotionAudit(std::shared_ptr<const MechanicalSystem> system, double t, ConstVec q, ConstVec v,
                         ConstVec a, ConstVec lambda, ConstVec s)
    : system_(std::move(system)),
      evaluator_(system_->make_evaluator()),
      g_(system_->info().n_lambda()),
      velocity_(system_->info().n_lambda()),
      acceleration_(system_->info().n_lambda()),
      power_(system_->info()) {
  const Motion at{.t = t, .q = q, .v = v, .a = a, .lambda = lambda, .s = s};
  check(at);
  initial_energy_ = energy_;
}

Motion MotionAudit::motion(double t, ConstVec y) const {
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

void MotionAudit::check(const Motion& at) {
  if (g_.size() > 0) {
    evaluator_->rows(at, {.position = g_, .velocity = velocity_, .acceleration = acceleration_});
    last_.position = g_.cwiseAbs().maxCoeff();
    residuals_.position = std::max(residuals_.position, last_.position);
  }
  if (!has_motion()) {
    residuals_.velocity = residuals_.acceleration = std::numeric_limits<double>::quiet_NaN();
    last_.velocity = last_.acceleration = std::numeric_limits<double>::quiet_NaN();
  } else if (g_.size() > 0) {
    last_.velocity = velocity_.cwiseAbs().maxCoeff();
    last_.acceleration = acceleration_.cwiseAbs().maxCoeff();
    residuals_.velocity = std::max(residuals_.velocity, last_.velocity);
    residuals_.acceleration = std::max(residuals_.acceleration, last_.acceleration);
  }
  const Energy e = evaluator_->energy(at);
  energy_ = e.total();
  scale_ = std::max({scale_, std::abs(energy_), std::abs(e.kinetic), std::abs(work_)});
}

double MotionAudit::net_power(const Motion& at) {
  const Power p = power_.at(*evaluator_, at);
  return p.supplied - p.dissipated;
}

void MotionAudit::record(double t, ConstVec y, const DenseOutput& dense) {
  if (!has_motion()) return check(motion(t, y));
  y_.resize(y.size());
  const double begin = dense.begin(), h = dense.end() - begin;
  static const std::array<GaussPoint, 4> points = gauss_points();
  for (const GaussPoint& point : points) {
    dense.evaluate(begin + point.node * h, y_);
    work_ += h * point.weight * net_power(motion(begin + point.node * h, y_));
  }
  check(motion(t, y));
}

void MotionAudit::jump(double t, ConstVec y) {
  const double before = energy_;
  check(motion(t, y));
  work_ += energy_ - before;
}

double MotionAudit::drift() const {
  if (!has_motion()) return std::numeric_limits<double>::quiet_NaN();
  return scale_ > 0 ? (energy_ - initial_energy_ - work_) / scale_ : 0.0;
}

double MotionAudit::numerical_dissipation() const {
  return has_motion() ? initial_energy_ + work_ - energy_ : std::numeric_limits<double>::quiet_NaN();
}

double MotionAudit::ratio() const {
  return initial_energy_ != 0 ? energy_ / initial_energy_ : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace pleuel
