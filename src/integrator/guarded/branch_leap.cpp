#include "pleuel/integrator/guarded/branch_leap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pleuel/base/iteration_control.hpp"
#include "pleuel/integrator/radau/radau_transformation.hpp"

namespace pleuel {
namespace {

// Second-order convergence: 3 to 5 iterations suffice if it converges. Measured.
constexpr int most_iterations = 12;
// Relative to the tolerance: the next correction would be its square.
constexpr double converged = 1e-4;
// Relative to the tolerance: allowed rounding error, see BranchCrossing::shortest.
constexpr double tolerable = 0.1;

double weighted(const Vector& e, const Vector& x, const Vector& atol, const Vector& rtol) {
  double sum = 0;
  for (Eigen::Index i = 0; i < e.size(); ++i) {
    const double part = e[i] / (atol[i] + rtol[i] * std::abs(x[i]));
    sum += part * part;
  }
  return sum;
}

}  // namespace

BranchLeap::BranchLeap(const MechanicalSystem& system, int stages)
    : info_(system.info()),
      evaluator_(system.make_evaluator()),
      coefficients_(radau_coefficients(stages)),
      n_q_(info_.n_q()),
      n_v_(info_.n_v()),
      n_s_(info_.n_s()),
      n_g_(info_.n_lambda()),
      n_(n_q_ + n_v_ + n_s_ + 2 * n_g_),
      stage_(stages) {
  for (Stage& x : stage_) {
    x.k = x.q = Vector::Zero(n_q_);
    x.a = x.v = Vector::Zero(n_v_);
    x.r = x.s = Vector::Zero(n_s_);
    x.lambda = x.eta = Vector::Zero(n_g_);
    x.m = evaluator_->matrices({.position = true, .velocity = true});
  }
  rows_.setZero(n_ * stages);
  gradient_.setZero(n_q_);
  make_pattern();
}

/// Calls visit(row, column, value) for each entry of the Newton matrix, always in the same order.
/// Rows of a stage: q̇, dynamics, ṡ, g/h, (G v + g_t)/h; columns: q̇, v̇, ṡ, λ, η.
template <class Visit>
void BranchLeap::for_each_entry(Visit visit) const {
  const int stages = static_cast<int>(stage_.size());
  const int a = n_q_, r = a + n_v_, lambda = r + n_s_, eta = lambda + n_g_;
  for (int i = 0; i < stages; ++i) {
    const MotionMatrices& m = stage_[i].m;
    const int row = i * n_;
    const auto add = [&](const FixedMatrix& x, double scale, int first_row, int first_col) {
      for (int j = 0; j < x.cols; ++j)
        for (int k = x.start[j]; k < x.start[j + 1]; ++k)
          visit(row + first_row + x.row[k], first_col + j, scale * x.value[k]);
    };
    const auto add_transposed = [&](const FixedMatrix& x, int first_row, int first_col) {
      for (int j = 0; j < x.cols; ++j)
        for (int k = x.start[j]; k < x.start[j + 1]; ++k)
          visit(row + first_row + j, first_col + x.row[k], x.value[k]);
    };
    const int own = i * n_;
    for (int k = 0; k < n_q_; ++k) visit(row + k, own + k, 1.0);
    for (int k = 0; k < n_s_; ++k) visit(row + r + k, own + r + k, 1.0);
    add_transposed(m.g_q, 0, own + eta);
    add(m.M, 1.0, a, own + a);
    add_transposed(m.G, a, own + lambda);
    for (int j = 0; j < stages; ++j) {
      const double share = coefficients_.A(i, j), c = h_ * share;
      const int col = j * n_;
      if (info_.has_identity_kinematics()) {
        for (int k = 0; k < n_q_; ++k) visit(row + k, col + a + k, -c);
      } else {
        add(m.H, -c, 0, col + a);
        add(m.kinematics_q, -c, 0, col);
      }
      add(m.dynamics_q, c, a, col);
      add(m.dynamics_v, c, a, col + a);
      add(m.internal_q, -c, r, col);
      add(m.internal_v, -c, r, col + a);
      if (n_s_ > 0) {
        add(m.dynamics_s, c, a, col + r);
        add(m.internal_s, -c, r, col + r);
      }
      add(m.g_q, share, lambda, col);
      add(m.velocity_q, share, eta, col);
      add(m.G, share, eta, col + a);
    }
  }
}

void BranchLeap::make_pattern() {
  std::vector<std::pair<int, int>> entries;
  for_each_entry([&](int i, int j, double) { entries.emplace_back(i, j); });
  const int size = n_ * static_cast<int>(stage_.size());
  const FixedMatrix pattern(size, size, entries);
  lu_ = std::make_unique<Factor<double>>(FactorPlan(pattern));
  for (const auto& [i, j] : entries) place_.push_back(lu_->place(i, j));
}

void BranchLeap::assemble() {
  lu_->set_zero();
  double* const value = lu_->re();
  const int* place = place_.data();
  for_each_entry([&](int, int, double x) { value[*place++] += x; });
}

/// q̇ and v̇ of the stages from v + a τ + j τ²/2; λ and η start from zero.
void BranchLeap::predict(ConstVec a, ConstVec jerk) {
  for (std::size_t i = 0; i < stage_.size(); ++i) {
    const double tau = h_ * coefficients_.c[static_cast<Eigen::Index>(i)];
    Stage& x = stage_[i];
    x.a = a + tau * jerk;
    x.v = from_.v + tau * a + 0.5 * tau * tau * jerk;
    x.q = from_.q;
    x.s = from_.s;
    x.lambda.setZero();
    x.eta.setZero();
  }
  // The rates of orientations depend on q: each pass gains an order of h, up to that of v.
  const int passes = info_.has_identity_kinematics() ? 1 : 3;
  for (int pass = 0; pass < passes; ++pass) {
    for (std::size_t i = 0; i < stage_.size(); ++i) {
      Stage& x = stage_[i];
      const double t = from_.t + h_ * coefficients_.c[static_cast<Eigen::Index>(i)];
      evaluator_->rows({t, x.q, x.v, x.a, x.lambda, x.s}, {.kinematics = x.k, .internal = x.r});
    }
    place_stages();
  }
}

void BranchLeap::place_stages() {
  for (std::size_t i = 0; i < stage_.size(); ++i) {
    Stage& x = stage_[i];
    x.q = from_.q;
    x.v = from_.v;
    x.s = from_.s;
    for (std::size_t j = 0; j < stage_.size(); ++j) {
      const double c = h_ * coefficients_.A(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      x.q += c * stage_[j].k;
      x.v += c * stage_[j].a;
      x.s += c * stage_[j].r;
    }
  }
}

void BranchLeap::residuals() {
  const int a = n_q_, r = a + n_v_, lambda = r + n_s_, eta = lambda + n_g_;
  for (std::size_t i = 0; i < stage_.size(); ++i) {
    Stage& x = stage_[i];
    double* const row = rows_.data() + static_cast<Eigen::Index>(i) * n_;
    const double t = from_.t + h_ * coefficients_.c[static_cast<Eigen::Index>(i)];
    const Motion at{t, x.q, x.v, x.a, x.lambda, x.s};
    evaluator_->rows(at, {.kinematics = {row, n_q_},
                          .dynamics = {row + a, n_v_},
                          .internal = {row + r, n_s_},
                          .position = {row + lambda, n_g_},
                          .velocity = {row + eta, n_g_}});
    gradient_.setZero();
    evaluator_->add_position_gradient(t, x.q, x.eta, gradient_);
    for (int k = 0; k < n_q_; ++k) row[k] = x.k[k] - row[k] + gradient_[k];
    for (int k = 0; k < n_s_; ++k) row[r + k] = x.r[k] - row[r + k];
    for (int k = 0; k < 2 * n_g_; ++k) row[lambda + k] /= h_;
    evaluator_->linearize(at, x.m);
  }
}

/// One Newton correction; returns its size in units of the tolerance, or NaN if it fails.
double BranchLeap::correct(const LeapTolerances& tolerances) {
  residuals();
  if (!rows_.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  assemble();
  if (lu_->factor()) return std::numeric_limits<double>::quiet_NaN();
  Vec(lu_->b_re(), rows_.size()) = rows_;
  lu_->solve();
  const double* x = lu_->x_re();
  std::vector<Stage> before = stage_;
  for (Stage& stage : stage_) {
    for (Vector* part : {&stage.k, &stage.a, &stage.r, &stage.lambda, &stage.eta}) {
      *part -= ConstVec(x, part->size());
      x += part->size();
    }
  }
  place_stages();
  double largest = 0;
  for (std::size_t i = 0; i < stage_.size(); ++i) {
    const Stage &now = stage_[i], &then = before[i];
    const double sum = weighted(now.q - then.q, now.q, tolerances.atol_q, tolerances.rtol_q) +
                       weighted(now.v - then.v, now.v, tolerances.atol_v, tolerances.rtol_v) +
                       weighted(now.s - then.s, now.s, tolerances.atol_s, tolerances.rtol_s);
    largest = std::max(largest, sum);
    if (!std::isfinite(sum)) return std::numeric_limits<double>::quiet_NaN();
  }
  return std::sqrt(largest / (n_q_ + n_v_ + n_s_));
}

/// The defect of the collocation polynomial at the start, as in RadauCoefficients.
double BranchLeap::estimate(ConstVec a, const LeapTolerances& tolerances) {
  Vector qdot(n_q_), sdot(n_s_), vdot = a;
  const Vector zero = Vector::Zero(n_g_);
  evaluator_->rows({from_.t, from_.q, from_.v, a, zero, from_.s}, {.kinematics = qdot, .internal = sdot});
  Vector eq = h_ * qdot, ev = h_ * vdot, es = h_ * sdot;
  for (std::size_t j = 0; j < stage_.size(); ++j) {
    const double d = coefficients_.derivative_at_start[static_cast<Eigen::Index>(j)];
    eq -= d * (stage_[j].q - from_.q);
    ev -= d * (stage_[j].v - from_.v);
    es -= d * (stage_[j].s - from_.s);
  }
  const double gamma0 = 1 / radau_transformation(stages()).gamma;
  const double sum = weighted(eq, from_.q, tolerances.atol_q, tolerances.rtol_q) +
                     weighted(ev, from_.v, tolerances.atol_v, tolerances.rtol_v) +
                     weighted(es, from_.s, tolerances.atol_s, tolerances.rtol_s);
  return gamma0 * std::sqrt(sum / (n_q_ + n_v_ + n_s_));
}

BranchLeap::Outcome BranchLeap::leap(const StateHistory::State& from, ConstVec a, ConstVec jerk, double h,
                                     const LeapTolerances& tolerances) {
  from_ = from;
  h_ = h;
  Outcome outcome;
  predict(a, jerk);
  IterationControl control(
      {.most_iterations = most_iterations, .tolerance = converged, .rounding = tolerable});
  while (control.check(correct(tolerances)) == IterationState::iterate) continue;
  outcome.iterations = control.iterations();
  if (control.state() == IterationState::failure) {
    outcome.fault = control.fault("correction in units of the tolerance");
    return outcome;
  }
  outcome.error = estimate(a, tolerances);
  outcome.verdict = outcome.error <= 1 ? Verdict::done : Verdict::inaccurate;
  return outcome;
}

void BranchLeap::evaluate(double x, ConstVec a0, ConstVec lambda0, StateHistory::State& at, Vector& a,
                          Vector& lambda) const {
  std::vector<double> share(stage_.size());
  coefficients_.lagrange(x, share.data());
  at = from_;
  at.t = from_.t + x * h_;
  a = a0;
  lambda = lambda0;
  for (std::size_t j = 0; j < stage_.size(); ++j) {
    at.q += share[j] * (stage_[j].q - from_.q);
    at.v += share[j] * (stage_[j].v - from_.v);
    at.s += share[j] * (stage_[j].s - from_.s);
    a += share[j] * (stage_[j].a - a0);
    lambda += share[j] * (stage_[j].lambda - lambda0);
  }
}

double BranchLeap::distance_from_nodes(double x) const {
  double least = std::abs(x);
  for (const double c : coefficients_.c) least = std::min(least, std::abs(x - c));
  return least;
}

}  // namespace pleuel
