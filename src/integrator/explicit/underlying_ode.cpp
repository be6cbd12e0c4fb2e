#include "pleuel/integrator/explicit/underlying_ode.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pleuel/linalg/factor_plan.hpp"

namespace pleuel {
namespace {

constexpr double rounding_unit = std::numeric_limits<double>::epsilon();
// Factor between a relative correction and the relative change of the constraints' directions; its
// size is that of curvature times length.
constexpr double curvature = 10;
// An iteration that reduces corrections less does not converge, or only rounding remains.
constexpr double slowest_projection = 0.5;
// In units of the tolerance: corrections that stagnate below are rounding errors of the
// constraints.
constexpr double stagnation = 1e-3;

/// max |w x|
double largest_of(const ConstVec& w, const ConstVec& x) {
  double most = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) most = std::max(most, std::abs(w[i] * x[i]));
  return most;
}

/// The mean of w x.
double weighted_size(const Vector& x, const ConstVec& w) {
  double sum = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) sum += (w[i] * x[i]) * (w[i] * x[i]);
  return std::sqrt(sum / static_cast<double>(std::max<Eigen::Index>(x.size(), 1)));
}

int first_not_finite(const Vector& x) {
  for (Eigen::Index i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i])) return static_cast<int>(i);
  return -1;
}

}  // namespace

UnderlyingOde::UnderlyingOde(const MechanicalSystem& system, Statistics& statistics)
    : system_(system),
      statistics_(statistics),
      evaluator_(system.make_evaluator()),
      n_q_(system.info().n_q()),
      n_v_(system.info().n_v()),
      n_g_(system.info().n_lambda()),
      n_s_(system.info().n_s()),
      is_identity_(system.info().has_identity_kinematics()),
      lambda_(Vector::Zero(n_g_)),
      step_v_(Vector::Zero(n_v_)),
      step_q_(Vector::Zero(n_q_)),
      residual_(lambda_),
      place_(Vector::Zero(size())),
      no_a_(step_v_),
      no_lambda_(lambda_) {}

void UnderlyingOde::forget() {
  // Dense factors keep nothing.
  if (choose_storage(n_v_ + n_g_, 0) == Storage::dense) return;
  evaluator_ = system_.make_evaluator();
  two_points_.reset();
}

std::optional<ZeroPivot> UnderlyingOde::rates(double t, ConstVec x, Vec xdot) {
  ++statistics_.rhs;
  ++statistics_.factorizations;
  ++statistics_.solves;
  return evaluator_->accelerations(
      {.t = t, .q = part(x, 0, n_q_), .v = part(x, n_q_, n_v_), .s = part(x, n_q_ + n_v_, n_s_)},
      {.kinematics = part(xdot, 0, n_q_),
       .a = part(xdot, n_q_, n_v_),
       .lambda = lambda_,
       .internal = part(xdot, n_q_ + n_v_, n_s_)});
}

void UnderlyingOde::kinematics(double t, ConstVec q, ConstVec v, Vec qdot) {
  if (is_identity_)
    qdot = v;
  else
    evaluator_->rows({.t = t, .q = q, .v = v}, {.kinematics = qdot});
}

std::optional<ZeroPivot> UnderlyingOde::half_explicit_rates(double t, ConstVec x,
                                                            const HalfExplicitStage& stage, Vec xdot) {
  if (!two_points_) {
    const MotionMatrices m = evaluator_->matrices({});
    two_points_ = std::make_unique<TwoPoints>(TwoPoints{m, m, SaddleMatrix(system_, m)});
  }
  auto& [here, there, saddle] = *two_points_;
  const ConstVec q = part(x, 0, n_q_);
  const Vec a = part(xdot, n_q_, n_v_);
  evaluator_->configuration_matrices(t, q, here);
  evaluator_->configuration_matrices(stage.t, stage.q, there);
  // With a = λ = 0 the rows are −f.
  evaluator_->rows({.t = t,
                    .q = q,
                    .v = part(x, n_q_, n_v_),
                    .a = no_a_,
                    .lambda = no_lambda_,
                    .s = part(x, n_q_ + n_v_, n_s_)},
                   {.dynamics = a, .internal = part(xdot, n_q_ + n_v_, n_s_)});
  evaluator_->rows({.t = stage.t, .q = stage.q, .v = stage.v}, {.velocity = residual_});
  ++statistics_.rhs;
  ++statistics_.factorizations;
  ++statistics_.solves;
  if (auto zero = saddle.factor({here.M, here.G, there.G})) return zero;
  step_v_ = -a;
  residual_ /= -stage.weight;
  saddle.solve(step_v_, residual_, a, lambda_);
  return std::nullopt;
}

/// (step_v_, residual_) = [M Gᵀ; G 0]⁻¹ (0, −residual_).
void UnderlyingOde::solve_for_residual() {
  std::fill_n(step_v_.data(), n_v_, 0.0);
  for (int i = 0; i < n_g_; ++i) residual_[i] = -residual_[i];
  evaluator_->solve_saddle(step_v_, residual_);
  ++statistics_.solves;
}

ProjectionResult UnderlyingOde::project(double t, Vec x, ConstVec weights) {
  ProjectionResult result;
  if (n_g_ > 0) {
    result = project_position(t, x, weights);
    if (!result.is_converged) return result;
    const double scale = largest_of(part(weights, 0, n_q_), part(ConstVec(x), 0, n_q_));
    const double turned = scale > 0 ? curvature * result.moved / scale : 1;
    const ProjectionResult velocity = project_velocity(t, x, weights, std::min(turned, 1.0));
    result = {velocity.is_converged, std::max(result.moved, velocity.moved)};
  }
  if (!is_identity_) evaluator_->restore_invariants(part(x, 0, n_q_));
  return result;
}

/// Newton's method for g = 0 along M⁻¹Gᵀ with a fixed matrix. It converges linearly, with a rate as
/// small as the first correction, and quadratically from the first to the second iterate.
ProjectionResult UnderlyingOde::project_position(double t, Vec x, ConstVec weights) {
  const Vec q = part(x, 0, n_q_);
  const ConstVec w = part(weights, 0, n_q_);
  const double scale = largest_of(w, q), rounding = rounding_unit * scale;
  ProjectionResult result;
  double last = 0;
  for (int k = 0; k < most_projections; ++k) {
    evaluator_->rows({.t = t, .q = q}, {.position = residual_});
    solve_for_residual();
    const Vector& step = is_identity_ ? step_v_ : step_q_;
    if (!is_identity_) kinematics(t, q, step_v_, step_q_);
    for (int i = 0; i < n_q_; ++i) x[i] += step[i];
    const double size = weighted_size(step, w);
    if (k == 0) result.moved = size;
    if (!std::isfinite(size)) break;
    const double next = k == 0 ? curvature * size * size / scale : size * size / last;
    if (size <= rounding || next <= rounding) return result;
    if (k > 0 && size > slowest_projection * last) break;
    last = size;
  }
  result.is_converged = last <= stagnation;
  return result;
}

/// The same for the linear equations G v + g_t = 0; the matrix has turned by the relative amount
/// `turned`.
ProjectionResult UnderlyingOde::project_velocity(double t, Vec x, ConstVec weights, double turned) {
  const ConstVec q = part(ConstVec(x), 0, n_q_), v = part(ConstVec(x), n_q_, n_v_);
  const ConstVec w = part(weights, n_q_, n_v_);
  const double rounding = rounding_unit * largest_of(w, v);
  ProjectionResult result;
  double last = 0;
  for (int k = 0; k < most_projections; ++k) {
    evaluator_->rows({.t = t, .q = q, .v = v}, {.velocity = residual_});
    solve_for_residual();
    for (int i = 0; i < n_v_; ++i) x[n_q_ + i] += step_v_[i];
    const double size = weighted_size(step_v_, w);
    if (k == 0) result.moved = size;
    if (!std::isfinite(size)) break;
    const double next = k == 0 ? turned * size : size * size / last;
    if (size <= rounding || next <= rounding) return result;
    if (k > 0 && size > slowest_projection * last) break;
    last = size;
  }
  result.is_converged = last <= stagnation;
  return result;
}

void UnderlyingOde::project_difference(double t, ConstVec x, Vec e) {
  place_ = x - e;
  evaluator_->rows({.t = t, .q = {place_.data(), n_q_}, .v = {place_.data() + n_q_, n_v_}},
                   {.velocity = residual_});
  solve_for_residual();
  part(e, n_q_, n_v_) -= step_v_;
}

int UnderlyingOde::bad_row(double t, ConstVec x) {
  Vector dynamics(n_v_), position(n_g_), internal(n_s_);
  evaluator_->rows({.t = t,
                    .q = part(x, 0, n_q_),
                    .v = part(x, n_q_, n_v_),
                    .a = no_a_,
                    .lambda = no_lambda_,
                    .s = part(x, n_q_ + n_v_, n_s_)},
                   {.dynamics = dynamics, .internal = internal, .position = position});
  if (const int i = first_not_finite(dynamics); i >= 0) return n_q_ + n_v_ + i;
  if (const int i = first_not_finite(position); i >= 0) return n_q_ + 2 * n_v_ + i;
  if (const int i = first_not_finite(internal); i >= 0) return n_q_ + 2 * n_v_ + n_g_ + i;
  return -1;
}

}  // namespace pleuel
