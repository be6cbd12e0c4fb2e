#include "pleuel/driver/rank_loss.hpp"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "pleuel/mechanics/initial_values.hpp"

namespace pleuel {
namespace {

constexpr double near_sine = 0.1;
constexpr double far_sine = 0.12;
constexpr double shrunk = 0.6;  // of the step before
constexpr double free_step = 0.5;
constexpr double free_tolerance = 1e3;
constexpr double leap = 0.8;         // of a free step: from before the position to behind it
constexpr double difference = 1e-3;  // of a free step, for the rate of σ
constexpr std::array passing = {"ggl1", "psi1", "ovd1"};

}  // namespace

bool may_be_loss_of_rank(FailureKind kind) {
  return kind == FailureKind::singular_matrix || kind == FailureKind::newton_divergence ||
         kind == FailureKind::step_collapse || kind == FailureKind::not_finite ||
         kind == FailureKind::retry_limit;
}

bool can_pass_rank_loss(const std::string& formulation) {
  return std::find(passing.begin(), passing.end(), formulation) != passing.end();
}

RankLossIntegrator::RankLossIntegrator(MechanicalDae& dae,
                                       const std::shared_ptr<const MechanicalSystem>& system,
                                       StepSettings step, Makers make)
    : dae_(dae),
      step_(std::move(step)),
      make_(std::move(make)),
      evaluator_(system->make_evaluator()),
      m_(evaluator_->matrices({})),
      inner_(make_.usual(step_)) {}

void RankLossIntegrator::start(double t, ConstVec y, ConstVec ydot, double t_end) {
  t_end_ = t_end;
  if (mode_ == Mode::free) {
    finished_ = statistics_;
    inner_ = make_.usual(step_);
  }
  mode_ = next_ = Mode::usual;
  longest_ = last_ = 0;
  inner_->start(t, y, ydot, t_end);
}

StepOutcome RankLossIntegrator::step(double t_stop) {
  if (next_ != mode_) next_ == Mode::free ? enter() : leave();
  StepOutcome outcome = inner_step(mode_ == Mode::free ? landing(t_stop) : t_stop);
  if (!outcome.is_ok() && mode_ == Mode::usual && longest_ > 0 &&
      may_be_loss_of_rank(outcome.failure->kind) && is_near_loss(near_sine)) {
    enter();
    outcome = inner_step(landing(t_stop));
  }
  for (const Make* make : {&make_.free, &make_.choosing}) {
    if (outcome.is_ok() || mode_ == Mode::usual || !may_be_loss_of_rank(outcome.failure->kind)) break;
    try {
      begin(*make, consistent(), free_settings(longest_));
    } catch (const NoConsistentState&) {
      break;
    }
    outcome = inner_step(t_stop);
  }
  if (!outcome.is_ok()) return outcome;
  const double h = inner_->piece().end() - inner_->piece().begin();
  if (mode_ == Mode::free) {
    if (!is_near_loss(far_sine)) next_ = Mode::usual;
    return outcome;
  }
  longest_ = std::max(longest_, h);
  const bool is_shrunk = h < shrunk * last_ && inner_->t() < t_stop;
  last_ = h;
  if ((passages_ > 0 || is_shrunk) && is_near_loss(near_sine)) next_ = Mode::free;
  return outcome;
}

StepOutcome RankLossIntegrator::inner_step(double t_stop) {
  StepOutcome outcome = inner_->step(t_stop);
  statistics_ = finished_ + inner_->statistics();
  return outcome;
}

double RankLossIntegrator::smallest_sine(double t, ConstVec q) {
  evaluator_->configuration_matrices(t, q, m_);
  const FixedMatrix& G = m_.G;
  std::vector<double> square(G.rows, 0.0);
  for (std::size_t k = 0; k < G.row.size(); ++k) square[G.row[k]] += G.value[k] * G.value[k];
  std::vector<Eigen::Triplet<double>> entries;
  for (int j = 0; j < G.cols; ++j)
    for (int k = G.start[j]; k < G.start[j + 1]; ++k)
      if (G.value[k] != 0) entries.emplace_back(G.row[k], j, G.value[k] / std::sqrt(square[G.row[k]]));
  Eigen::SparseMatrix<double> rows(G.rows, G.cols);
  rows.setFromTriplets(entries.begin(), entries.end());
  // An entry of D is the squared sine of a row to those before it.
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(rows * rows.transpose());
  return factor.info() == Eigen::Success ? std::sqrt(std::max(0.0, factor.vectorD().minCoeff())) : 0.0;
}

bool RankLossIntegrator::is_near_loss(double sine) {
  return smallest_sine(inner_->t(), dae_.motion(inner_->t(), inner_->y()).q) < sine;
}

double RankLossIntegrator::landing(double t_stop) {
  const double t = inner_->t(), h = free_step * longest_, ahead = time_to_loss(difference * h);
  const double half = 0.5 * leap * h;
  if (!(ahead > 0 && ahead < 2 * h)) return t_stop;
  return std::min(t_stop, t + (ahead > 1.2 * half ? ahead - half : ahead + half));
}

double RankLossIntegrator::time_to_loss(double dt) {
  const double t = inner_->t();
  const Vector y = inner_->y();
  const Vector rates = dae_.derivative(t, view(y));
  const Vector q = dae_.motion(t, view(y)).q, qdot = rates.head(q.size());
  const double now = smallest_sine(t, q), then = smallest_sine(t + dt, Vector(q + dt * qdot));
  return then < now ? dt * now / (now - then) : std::numeric_limits<double>::infinity();
}

StepSettings RankLossIntegrator::free_settings(double h) const {
  StepSettings step = step_;
  step.tolerance.rtol = std::max(step.tolerance.rtol, make_.finest_tolerance);
  step.tolerance.atol = std::max(step.tolerance.atol, make_.finest_tolerance);
  const bool has_eta = std::any_of(dae_.info().unknowns.begin(), dae_.info().unknowns.end(),
                                   [](const Unknown& u) { return u.group == Group::eta; });
  for (auto* of : {&step.tolerance.rtol_of, &step.tolerance.atol_of}) {
    of->clear();
    (*of)[name_of(Group::lambda)] = free_tolerance;
    if (has_eta) (*of)[name_of(Group::eta)] = free_tolerance;
  }
  step.h_max = step.h_max > 0 ? std::min(step.h_max, h) : h;
  step.h0 = step.h_max;
  return step;
}

Vector RankLossIntegrator::consistent() const {
  const Motion at = dae_.motion(inner_->t(), inner_->y());
  try {
    const InitialState x = dae_.consistent_start(inner_->t(), at.q, at.v, at.s);
    return dae_.assemble(x.q, x.v, x.a, x.lambda, x.s);
  } catch (const NoConsistentState&) {
    return inner_->y();  // so near to the position that there is nothing better
  }
}

void RankLossIntegrator::enter() {
  mode_ = next_ = Mode::free;
  ++passages_;
  begin(make_.free, inner_->y(), free_settings(free_step * longest_));
}

void RankLossIntegrator::leave() {
  StepSettings step = step_;
  step.h0 = free_step * longest_;
  mode_ = next_ = Mode::usual;
  longest_ = last_ = 0;
  begin(make_.usual, consistent(), step);
}

void RankLossIntegrator::begin(const Make& make, const Vector& y, const StepSettings& step) {
  const double t = inner_->t();
  auto integrator = make(step);
  integrator->start(t, view(y), dae_.derivative(t, view(y)), t_end_);
  finished_ = statistics_;
  inner_ = std::move(integrator);
}

}  // namespace pleuel
