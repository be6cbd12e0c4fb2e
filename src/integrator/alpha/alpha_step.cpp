#include "pleuel/integrator/alpha/alpha_step.hpp"

#include <cmath>
#include <limits>

#include "pleuel/integrator/newton/newton_loop.hpp"

namespace pleuel {
namespace {

std::optional<Annihilator::Kind> splitting_of(const AlphaOptions& options) {
  if (options.iteration == AlphaIteration::cs || options.iteration == AlphaIteration::cm)
    return options.splitting;
  return std::nullopt;
}

/// Step sizes that differ by less are equal: rounding changes the last step of the interval.
constexpr double same_step = 1e-10;

/// Rounding errors of the largest coordinate that do not justify an iteration.
constexpr double roundings = 100;

/// Increment of θ (radians for rotations) for difference quotients. Its error of 1e-7 does not
/// affect Newton's method.
constexpr double tangent_difference = 1e-7;

bool is_same(double a, double b) { return std::abs(a - b) <= same_step * std::abs(b); }

}  // namespace

void AlphaState::resize(const SystemInfo& info) {
  q.setZero(info.n_q());
  for (Vector* x : {&v, &phi, &a}) x->setZero(info.n_v());
  for (Vector* x : {&s, &sigma, &b}) x->setZero(info.n_s());
  lambda.setZero(info.n_lambda());
}

AlphaStep::AlphaStep(const MechanicalSystem& system, const AlphaOptions& options, const NewtonOptions& newton,
                     Statistics& statistics)
    : info_(system.info()),
      options_(options),
      n_g_(info_.n_lambda()),
      n_s_(info_.n_s()),
      evaluator_(system.make_evaluator()),
      matrix_(system, *evaluator_, n_g_ > 0 ? splitting_of(options) : std::nullopt),
      split_(matrix_.annihilator()),
      at_q_(matrix_.matrices()),
      at_free_(at_q_),
      saddle_(system, at_q_),
      flow_(info_),
      newton_(newton),
      statistics_(statistics) {
  for (Vector* x : {&q_, &q_free_, &delta_q_}) x->setZero(info_.n_q());
  for (Vector* x : {&theta_hat_, &v_hat_, &a_, &x_, &theta_, &v_free_, &v_, &w_, &phi_, &free_, &dynamics_,
                    &balanced_, &delta_x_, &zero_v_, &side_})
    x->setZero(info_.n_v());
  for (Vector* x : {&eta_, &nu_, &lambda_, &position_, &velocity_, &acceleration_, &delta_nu_, &eta_before_,
                    &zero_g_, &side_g_, &rest_})
    x->setZero(n_g_);
  for (Vector* x : {&s_hat_, &b_, &s_, &internal_, &delta_s_, &side_s_}) x->setZero(n_s_);
}

void AlphaStep::restart() {
  saddle_.restart();
  newton_.restart();
  is_linearized_ = false;
}

bool AlphaStep::solve_saddle(const SaddleParts& parts, Vector& x, Vector& y) {
  const long factorizations = saddle_.factorizations(), solves = saddle_.solves();
  const bool is_regular = !saddle_.solve_kept(parts, x, y);
  statistics_.factorizations += saddle_.factorizations() - factorizations;
  statistics_.solves += saddle_.solves() - solves;
  return is_regular;
}

/// φ and λ at (t, q, v, s_) from [M Gᵀ; G 0] (φ, λ) = (f, −γ); at_q_ must belong to q. With a = λ =
/// 0 the rows are −f and γ.
bool AlphaStep::find_accelerations(double t, const Vector& q, const Vector& v, Vector& phi, Vector& lambda) {
  evaluator_->rows({.t = t, .q = q, .v = v, .a = zero_v_, .lambda = zero_g_, .s = s_},
                   {.dynamics = side_, .acceleration = acceleration_});
  ++statistics_.rhs;
  phi = -side_;
  lambda = -acceleration_;
  return solve_saddle(here(), phi, lambda);
}

bool AlphaStep::start(AlphaState& state) {
  s_ = state.s;
  evaluator_->configuration_matrices(state.t, state.q, at_q_);
  return find_accelerations(state.t, state.q, state.v, state.phi, state.lambda) && find_state_rates(state);
}

bool AlphaStep::resume(double h, AlphaState& state) {
  set_scales(h);
  is_linearized_ = false;
  const auto here = [&](const Vector& lambda) -> Motion {
    return {.t = state.t, .q = state.q, .v = state.v, .a = state.phi, .lambda = lambda, .s = state.s};
  };
  matrix_.linearize(*evaluator_, here(state.lambda));
  if (!info_.has_identity_kinematics()) take_kinematics();
  ++statistics_.jacobians;
  ++statistics_.factorizations;
  if (matrix_.factor(scales_)) return false;
  evaluator_->rows(here(state.lambda), {.dynamics = side_, .acceleration = acceleration_});
  ++statistics_.rhs;
  side_ = -side_;
  side_g_ = -acceleration_;
  side_s_.setZero();
  matrix_.solve({side_, side_g_, side_s_}, {delta_x_, delta_nu_, delta_s_});
  ++statistics_.solves;
  state.phi += delta_x_;
  if (is_split()) {
    evaluator_->rows(here(zero_g_), {.dynamics = side_});
    split_->balance(matrix_.matrices().G, side_, state.lambda);
  } else {
    state.lambda += delta_nu_;
  }
  return find_state_rates(state);
}

/// σ, and a = φ, b = σ of the recursions. False if a number is not finite.
bool AlphaStep::find_state_rates(AlphaState& state) {
  if (n_s_ > 0) {
    evaluator_->rows(
        {.t = state.t, .q = state.q, .v = state.v, .a = state.phi, .lambda = state.lambda, .s = state.s},
        {.internal = state.sigma});
  }
  state.a = state.phi;
  state.b = state.sigma;
  return state.phi.allFinite() && state.lambda.allFinite() && state.sigma.allFinite();
}

void AlphaStep::set_scales(double h) {
  const AlphaCoefficients& c = options_.coefficients;
  scales_ = {
      .q = c.beta_hat() * h * h, .v = c.gamma_hat() * h, .s = options_.state_coefficients.gamma_hat() * h};
}

void AlphaStep::begin(const AlphaState& from, double h, double ratio) {
  const AlphaCoefficients& c = options_.coefficients;
  t_ = from.t;
  t_new_ = from.t + h;
  h_ = h;
  set_scales(h);
  // a_n belongs to t_n + (α_m − α_f) h of the previous step. a_n − φ_n grows with h; it is adapted
  // to the current h so that changes of the step keep order 2.
  a_ = from.phi + ratio * (from.a - from.phi);
  theta_hat_ = h * from.v + h * h * (c.q_from_a() * a_ + c.q_from_phi() * from.phi);
  v_hat_ = from.v + h * (c.v_from_a() * a_ + c.v_from_phi() * from.phi);
  if (n_s_ > 0) {
    const FirstOrderCoefficients& d = options_.state_coefficients;
    b_ = from.sigma + ratio * (from.b - from.sigma);
    s_hat_ = from.s + h * (d.s_from_b() * b_ + d.s_from_sigma() * from.sigma);
  }
}

void AlphaStep::predict(const AlphaState& from) {
  switch (options_.predictor) {
    case AlphaPredictor::position:
      theta_.setZero();
      x_ = -theta_hat_ / scales_.q;
      break;
    case AlphaPredictor::velocity:
      theta_ = h_ * from.v;
      x_ = (theta_ - theta_hat_) / scales_.q;
      break;
    case AlphaPredictor::acceleration:
      x_ = from.phi;
      theta_ = theta_hat_ + scales_.q * x_;
      break;
  }
  s_ = from.s;
  w_.setZero();
  eta_.setZero();
  if (is_projected())
    nu_.setZero();
  else
    nu_ = from.lambda;
}

void AlphaStep::place(const Vector& theta, const AlphaState& from, Vector& q) {
  flow_.advance(*evaluator_, t_, h_, from.q, theta, q);
}

/// w and η for the current q and x; v = v̂ + γ̂h x + w.
bool AlphaStep::project_velocity() {
  v_free_ = v_hat_ + scales_.v * x_;
  if (!projects_velocity()) {
    v_ = v_free_;
    return true;
  }
  evaluator_->rows({.t = t_new_, .q = q_, .v = v_free_, .a = zero_v_, .lambda = zero_g_, .s = s_},
                   {.velocity = velocity_});
  eta_before_ = eta_;
  eta_ = -velocity_;
  if (!meet_constraints(v_free_, w_, eta_)) return false;
  v_ = v_free_ + w_;
  return true;
}

/// The smallest x with G x = c in the metric A of the masses or of the step: A x + Gᵀy = 0. y holds
/// c on entry. x is added to `whole`, whose rounding errors limit the accuracy of G x = c.
bool AlphaStep::meet_constraints(const Vector& whole, Vector& x, Vector& y) {
  x.setZero();
  if (!has_step_metric()) return solve_saddle(directions(), x, y);
  bend(rounding_of_constraints(whole), x, y);
  return true;
}

/// ε times the terms of G x.
double AlphaStep::rounding_of_constraints(const Vector& x) const {
  const FixedMatrix& G = at_q_.G;
  double sum = 0;
  for (int j = 0; j < G.cols; ++j)
    for (int k = G.start[j]; k < G.start[j + 1]; ++k) sum += std::abs(G.value[k] * x[j]);
  return std::numeric_limits<double>::epsilon() * sum;
}

/// Uses the factors of the step's matrix; x = 0 if there are none. If they belong to another q, the
/// remainder of c is solved for again.
void AlphaStep::bend(double rounding, Vector& x, Vector& y) {
  rest_ = y;
  y.setZero();
  if (!is_linearized_) return;
  side_s_.setZero();
  double last = std::numeric_limits<double>::infinity(), size = rest_.norm();
  while (size > rounding && size < last) {  // NaN also ends the loop
    matrix_.solve({zero_v_, rest_, side_s_}, {delta_x_, delta_nu_, delta_s_});
    ++statistics_.solves;
    x += delta_x_;
    y += delta_nu_;
    at_q_.G.multiply_add(-1.0, delta_x_.data(), rest_.data());
    last = size;
    size = rest_.norm();
  }
  if (!is_split()) return;
  side_.setZero();
  matrix_.multiply_add(x.data(), side_.data());
  split_->balance(at_q_.G, side_, y);
}

/// Computes the residuals dynamics_, position_, internal_.
bool AlphaStep::evaluate() {
  if (is_projected()) return evaluate_projected();
  evaluator_->rows({.t = t_new_, .q = q_, .v = v_, .a = x_, .lambda = is_split() ? zero_g_ : nu_, .s = s_},
                   {.dynamics = dynamics_, .internal = internal_, .position = position_});
  ++statistics_.rhs;
  if (is_split()) balance();
  return true;
}

/// ν from the forces at the current q, and the remaining forces.
void AlphaStep::balance() {
  split_->balance(at_q_.G, dynamics_, nu_);
  at_q_.G.multiply_transposed_add(1.0, nu_.data(), dynamics_.data());
}

bool AlphaStep::evaluate_projected() {
  evaluator_->rows({.t = t_new_, .q = q_, .v = v_, .a = zero_v_, .lambda = zero_g_, .s = s_},
                   {.internal = internal_, .position = position_});
  if (!find_accelerations(t_new_, q_, v_, phi_, lambda_)) return false;
  const MotionMatrices& m = options_.projection == ProjectionPlace::uncorrected ? at_free_ : at_q_;
  free_ = x_ - phi_;
  dynamics_.setZero();
  m.M.multiply_add(1.0, free_.data(), dynamics_.data());
  m.G.multiply_transposed_add(1.0, nu_.data(), dynamics_.data());
  return true;
}

/// S = H, for an increment of zero.
void AlphaStep::take_kinematics() {
  FixedMatrix& S = matrix_.tangent();
  const FixedMatrix& H = matrix_.matrices().H;
  S.set_zero();
  for (int j = 0; j < H.cols; ++j)
    for (int k = H.start[j]; k < H.start[j + 1]; ++k) S.value[S.slot(H.row[k], j)] = H.value[k];
}

/// ∂q/∂θ by difference quotients, one column of all blocks at a time; outside of blocks it is H.
void AlphaStep::find_tangent(const AlphaState& from) {
  take_kinematics();
  FixedMatrix& S = matrix_.tangent();
  int n_columns = 0;
  for (const KinematicBlock& b : info_.kinematic_blocks) n_columns = std::max(n_columns, b.n_v);
  for (int column = 0; column < n_columns; ++column) {
    side_ = theta_;
    for (const KinematicBlock& b : info_.kinematic_blocks)
      if (column < b.n_v) side_[b.first_v + column] += tangent_difference;
    place(side_, from, q_free_);
    for (const KinematicBlock& b : info_.kinematic_blocks)
      for (int i = 0; column < b.n_v && i < b.n_q; ++i)
        S.value[S.slot(b.first_q + i, b.first_v + column)] =
            (q_free_[b.first_q + i] - q_[b.first_q + i]) / tangent_difference;
  }
}

bool AlphaStep::prepare_matrix(const AlphaState& from) {
  if (is_linearized_ && is_same(factored_.v, scales_.v)) return true;
  if (!is_linearized_) {
    side_g_ = nu_ + lambda_;  // λ_ is zero except for `projected`
    const Vector& lambda = options_.iteration == AlphaIteration::cm ? zero_g_ : side_g_;
    const Vector& a = is_projected() ? phi_ : x_;
    matrix_.linearize(*evaluator_, {.t = t_new_, .q = q_, .v = v_, .a = a, .lambda = lambda, .s = s_});
    if (!info_.has_identity_kinematics()) find_tangent(from);
    ++statistics_.jacobians;
    is_linearized_ = true;
    matrix_age_ = 0;
  }
  ++statistics_.factorizations;
  factored_ = scales_;
  is_linearized_ = !matrix_.factor(scales_);
  return is_linearized_;
}

std::optional<double> AlphaStep::iterate(const AlphaState& from, const AlphaWeights& weights) {
  place(theta_, from, q_);
  const bool needs_matrices = n_g_ > 0 || !info_.has_identity_kinematics();
  if (needs_matrices) evaluator_->configuration_matrices(t_new_, q_, at_q_);
  if (is_projected() && options_.projection == ProjectionPlace::uncorrected) {
    // q̃ of the previous iterate; in the first iteration there is none, and φ of q_n is used.
    free_ = theta_hat_ + scales_.q * phi_;
    place(free_, from, q_free_);
    evaluator_->configuration_matrices(t_new_, q_free_, at_free_);
  }
  if (!project_velocity()) return {};
  if (options_.jacobian_age == 0 || renews_always_) is_linearized_ = false;
  if (is_split() && !is_linearized_) split_->choose(at_q_.G);
  if (!evaluate() || !prepare_matrix(from)) return {};

  side_ = -dynamics_;
  side_g_ = -position_ / scales_.q;
  if (n_s_ > 0) side_s_ = internal_ - (s_ - s_hat_) / scales_.s;
  matrix_.solve({side_, side_g_, side_s_}, {delta_x_, delta_nu_, delta_s_}, SolveAccuracy::allowed);
  ++statistics_.solves;
  ++statistics_.iterations;
  x_ += delta_x_;
  theta_ += scales_.q * delta_x_;
  if (!is_split()) nu_ += delta_nu_;
  if (n_s_ > 0) s_ += delta_s_;
  side_ = scales_.q * delta_x_;
  to_coordinates(side_, delta_q_);
  return increment_norm(weights);
}

/// True if the last increment moved q only by rounding errors. v and the multipliers then have
/// these errors times powers of 1/h, whatever the tolerance.
bool AlphaStep::is_rounding() const {
  return delta_q_.size() > 0 && delta_q_.cwiseAbs().maxCoeff() <= roundings *
                                                                      std::numeric_limits<double>::epsilon() *
                                                                      q_.cwiseAbs().maxCoeff();
}

AlphaStep::Result AlphaStep::solve(const AlphaState& from, double h, double ratio,
                                   const AlphaWeights& weights, AlphaState& to) {
  begin(from, h, ratio);
  predict(from);
  phi_ = from.phi;
  lambda_ = is_projected() ? from.lambda : zero_g_;
  newton_.begin_step(ratio);
  if (options_.jacobian_age > 0 && ++matrix_age_ >= options_.jacobian_age) is_linearized_ = false;
  bool is_singular = false;
  const auto increment = [&] {
    const auto norm = iterate(from, weights);
    is_singular = !norm;
    return norm.value_or(std::numeric_limits<double>::quiet_NaN());
  };
  const NewtonVerdict verdict = NewtonLoop(newton_, IndexScaling::scaled, matrix_)
                                    .run(
                                        increment, [] { return 0.0; }, [] {});
  if (is_singular) return Result::singular;
  if (verdict == NewtonVerdict::not_finite) return Result::not_finite;
  return verdict == NewtonVerdict::converged || is_rounding() ? finish(from, to) : Result::newton;
}

/// The mean square of all weighted increments of the unknowns.
double AlphaStep::increment_norm(const AlphaWeights& weights) const {
  double sum = weights.q.cwiseProduct(delta_q_).squaredNorm() +
               scales_.v * scales_.v * weights.v.cwiseProduct(delta_x_).squaredNorm() +
               weights.s.cwiseProduct(delta_s_).squaredNorm();
  Eigen::Index count = delta_q_.size() + delta_x_.size() + delta_s_.size();
  if (has_multiplier_unknowns()) {
    sum += weights.lambda.cwiseProduct(delta_nu_).squaredNorm();
    count += n_g_;
    if (projects_velocity()) {
      sum += weights.lambda.cwiseProduct(eta_ - eta_before_).squaredNorm() / (scales_.v * scales_.v);
      count += n_g_;
    }
  }
  return count > 0 ? std::sqrt(sum / static_cast<double>(count)) : 0;
}

AlphaStep::Worst AlphaStep::worst(const AlphaWeights& weights) const {
  Worst worst;
  const auto look = [&](Part part, const Vector& weight, const Vector& increment, double scale) {
    for (Eigen::Index i = 0; i < increment.size(); ++i) {
      const double size = std::abs(scale * weight[i] * increment[i]);
      if (size > worst.size || !std::isfinite(size)) worst = {part, static_cast<int>(i), size};
    }
  };
  look(Part::q, weights.q, delta_q_, 1);
  look(Part::v, weights.v, delta_x_, scales_.v);
  look(Part::s, weights.s, delta_s_, 1);
  if (has_multiplier_unknowns()) look(Part::lambda, weights.lambda, delta_nu_, 1);
  return worst;
}

AlphaStep::BadRow AlphaStep::bad_row() const {
  const auto first = [](const Vector& rows) {
    for (Eigen::Index i = 0; i < rows.size(); ++i)
      if (!std::isfinite(rows[i])) return static_cast<int>(i);
    return -1;
  };
  if (const int i = first(dynamics_); i >= 0) return {Row::dynamics, i};
  if (const int i = first(position_); i >= 0) return {Row::position, i};
  if (const int i = first(internal_); i >= 0) return {Row::internal, i};
  return {};
}

/// φ and λ of index 1 from x and ν, which satisfy M x + Gᵀν = f: φ = x + d, λ = ν + κ with A
/// d + Gᵀκ = 0, G φ + γ = 0. With A = M this equals [M Gᵀ; G 0] (φ, λ) = (f, −γ) in exact
/// arithmetic. But f amplifies rounding errors of q by the square of the highest frequency; x,
/// found from the increment of q, does not. With A = K the difference is (M − K) d = O(h²), since
/// d = O(h).
bool AlphaStep::correct_acceleration(AlphaState& to) {
  evaluator_->rows({.t = t_new_, .q = q_, .v = v_, .a = x_, .lambda = zero_g_, .s = s_},
                   {.acceleration = acceleration_});
  if (is_split() && !evaluate()) return false;  // ν of the last iterate
  to.lambda = -acceleration_;
  if (!meet_constraints(x_, to.phi, to.lambda)) return false;
  to.phi += x_;
  to.lambda += nu_ + lambda_;  // λ_ is zero except for `projected`
  return true;
}

/// The state at the end of the step, with φ and λ according to the options.
AlphaStep::Result AlphaStep::finish(const AlphaState& from, AlphaState& to) {
  place(theta_, from, q_);
  if (n_g_ > 0 || !info_.has_identity_kinematics()) evaluator_->configuration_matrices(t_new_, q_, at_q_);
  if (!project_velocity()) return Result::singular;
  to.t = t_new_;
  to.q = q_;
  to.v = v_;
  to.s = s_;
  if (n_g_ == 0 || options_.iteration == AlphaIteration::index3 ||
      (!is_projected() && options_.multiplier == AlphaMultiplier::nu)) {
    to.phi = x_;
    to.lambda = nu_;
  } else if (!is_projected() && options_.multiplier == AlphaMultiplier::mu) {
    to.phi = x_ + w_ / scales_.v;
    to.lambda = nu_ + eta_ / scales_.v;
  } else if (!correct_acceleration(to)) {
    return Result::singular;
  }
  const AlphaCoefficients& c = options_.coefficients;
  to.a = c.a_from_new() * to.phi + c.a_from_phi() * from.phi + c.a_from_a() * a_;
  if (n_s_ > 0) {
    const FirstOrderCoefficients& d = options_.state_coefficients;
    to.sigma = (s_ - s_hat_) / scales_.s;
    to.b = d.b_from_new() * to.sigma + d.b_from_sigma() * from.sigma + d.b_from_b() * b_;
  }
  const bool is_finite = to.q.allFinite() && to.v.allFinite() && to.phi.allFinite() && to.lambda.allFinite();
  return is_finite ? Result::converged : Result::not_finite;
}

void AlphaStep::to_coordinates(ConstVec theta, Vec q) const {
  if (info_.has_identity_kinematics()) {
    q = theta;
    return;
  }
  q.setZero();
  at_q_.H.multiply_add(1.0, theta.data(), q.data());
}

void AlphaStep::filter(Vec d) {
  side_.setZero();
  matrix_.matrices().M.multiply_add(1.0, d.data(), side_.data());
  side_s_.setZero();
  matrix_.solve({side_, zero_g_, side_s_}, {delta_x_, delta_nu_, delta_s_});
  ++statistics_.solves;
  d = delta_x_;
}

void AlphaStep::filter_states(Vec d) { matrix_.filter_states(d); }

}  // namespace pleuel
