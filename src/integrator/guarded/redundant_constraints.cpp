#include "pleuel/integrator/guarded/redundant_constraints.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <set>
#include <utility>

#include "pleuel/integrator/failure_report.hpp"
#include "pleuel/mechanics/initial_values.hpp"

namespace pleuel {
namespace {

// In units of the tolerance: accumulated errors of many steps. Measured.
constexpr double drift_limit = 100;
// Largest coefficient of a kept row in a dropped one: one digit of λ is lost.
constexpr double largest_share = 10;
// A sine above the errors of an extrapolated position. Measured.
constexpr double well_apart = 0.1;

/// Removes tolerances for multipliers that are currently not unknowns.
ToleranceRequest known_to(const DaeInfo& info, ToleranceRequest request) {
  std::set<std::string> names;
  for (const Unknown& u : info.unknowns) names.insert({u.name, name_of(u.group)});
  for (auto* map : {&request.rtol_of, &request.atol_of})
    std::erase_if(*map, [&](const auto& entry) { return !names.contains(entry.first); });
  return request;
}

double largest(const ConstVec& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }

}  // namespace

/// The inner dense output in the unknowns of the whole system.
class MinimumNormIntegrator::Piece final : public DenseOutput {
 public:
  explicit Piece(const MinimumNormIntegrator& owner) : owner_(owner) {}
  double begin() const override { return inner().begin(); }
  double end() const override { return inner().end(); }
  int order() const override { return inner().order(); }
  void evaluate(double t, Vec y) const override {
    chosen_.resize(owner_.dae_->info().n_unknowns());
    inner().evaluate(t, chosen_);
    owner_.show(t, view(std::as_const(chosen_)), shown_);
    y = shown_;
  }

 private:
  const DenseOutput& inner() const { return owner_.inner_->dense_output(); }
  const MinimumNormIntegrator& owner_;
  mutable Vector chosen_, shown_;
};

MinimumNormIntegrator::MinimumNormIntegrator(const MechanicalDae& whole, MinimumNormParts parts)
    : whole_(whole),
      parts_(std::move(parts)),
      choice_(parts_.system),
      dense_output_(std::make_unique<Piece>(*this)) {}

MinimumNormIntegrator::~MinimumNormIntegrator() = default;

const DenseOutput& MinimumNormIntegrator::dense_output() const { return *dense_output_; }

void MinimumNormIntegrator::start(double t, ConstVec y, ConstVec /*ydot*/, double t_end) {
  t_end_ = t_end;
  const Motion at = whole_.motion(t, y);
  add_statistics();
  const Vector q = dae_ ? on_kept(at) : Vector(at.q);
  choice_.choose(t, q.size() > 0 ? view(q) : at.q);
  h_ = 0;
  begin(t, at.q, at.v, at.s);
  show(t, inner_->y(), y_);
}

void MinimumNormIntegrator::begin(double t, const Vector& q, const Vector& v, const Vector& s) {
  auto dae = parts_.formulate(choice_.selected());
  const InitialState x = dae->consistent_start(t, q, v, s);
  const Vector y = dae->assemble(x.q, x.v, x.a, x.lambda, x.s);
  auto [integrator, guard] = make_inner(*dae);
  if (guard != nullptr && guard_ != nullptr) guard->go_on_from(*guard_);
  integrator->start(t, view(y), dae->derivative(t, view(y)), t_end_);
  finished_ = statistics_;
  if (inner_) inner_remarks_ = all_remarks_of_inner();
  guard_ = guard;
  inner_ = std::move(integrator);  // destroys the old integrator before the DAE that it refers to
  dae_ = std::move(dae);
  needs_renewal_ = false;
  best_rank_ = std::max(best_rank_, choice_.rank().independent.size());
}

MinimumNormIntegrator::Inner MinimumNormIntegrator::make_inner(MechanicalDae& dae) const {
  StepSettings step = parts_.step;
  step.tolerance = known_to(dae.info(), step.tolerance);
  if (h_ > 0) step.h0 = h_;
  const auto make = [this, &dae](const StepSettings& of) { return parts_.integrate(dae, of); };
  if (choice_.selected()->info().n_lambda() <= 1) return {make(step)};
  auto guard = std::make_unique<SingularGuard>(GuardedParts{dae, choice_.selected(), step, make});
  SingularGuard* const guarded = guard.get();
  return {std::move(guard), guarded};
}

/// With integration errors in the position, a redundant row seems independent by a sine of the size
/// of these errors.
Vector MinimumNormIntegrator::on_kept(const Motion& at) const {
  try {
    return dae_->consistent_start(at.t, at.q, at.v, at.s).q;
  } catch (const NoConsistentState&) {
    return {};
  }
}

bool MinimumNormIntegrator::renew() {
  needs_renewal_ = false;
  const double t = inner_->t();
  const Motion at = dae_->motion(t, inner_->y());
  const Vector v = at.v, s = at.s, q = on_kept(at);
  if (q.size() == 0) return false;
  // With fewer constraints than before, the motion could change its branch.
  if (choice_.rank(t, view(q)).independent.size() < choice_.rank().independent.size()) return false;
  if (!choice_.choose(t, view(q))) return false;
  begin_renewed(t, q, v, s);
  return true;
}

void MinimumNormIntegrator::begin_renewed(double t, const Vector& q, const Vector& v, const Vector& s) {
  begin(t, q, v, s);
  if (renewals_++ == 0) first_renewal_ = t;
  last_renewal_ = t;
}

void MinimumNormIntegrator::choose_for(double t_singular) {
  const double t = inner_->t();
  const Motion at = dae_->motion(t, inner_->y());
  const Vector q = on_kept(at), v = at.v, s = at.s, rates = dae_->derivative(t, inner_->y());
  if (q.size() == 0) return;
  const Vector there = q + (t_singular - t) * dae_->motion(t, view(rates)).q;
  if (choice_.rank(t_singular, view(there), well_apart).independent.size() != best_rank_) return;
  if (choice_.choose(t_singular, view(there), well_apart)) begin_renewed(t, q, v, s);
}

std::vector<std::string> MinimumNormIntegrator::all_remarks_of_inner() const {
  std::vector<std::string> list = inner_remarks_;
  for (std::string& text : guard_ != nullptr ? guard_->remarks_of_method() : inner_->remarks())
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(std::move(text));
  return list;
}

std::vector<std::string> MinimumNormIntegrator::remarks() const {
  std::vector<std::string> list = inner_ ? all_remarks_of_inner() : inner_remarks_;
  if (guard_ != nullptr)
    for (std::string& text : guard_->remarks_of_passages()) list.push_back(std::move(text));
  if (renewals_ == 0) return list;
  std::string text =
      "redundant constraints: another choice of independent ones was taken " + std::to_string(renewals_) +
      (renewals_ == 1 ? " time, at t = " : " times, first at t = ") + number_text(first_renewal_);
  if (renewals_ > 1) text += ", last at t = " + number_text(last_renewal_);
  text += "; the state was projected onto them, and the method restarted";
  list.push_back(std::move(text));
  return list;
}

StepOutcome MinimumNormIntegrator::step(double t_stop) {
  StepOutcome outcome;
  try {
    if (needs_renewal_) renew();
    if (const auto ahead = std::exchange(asks_for_, {})) choose_for(*ahead);
    outcome = inner_->step(t_stop);
    add_statistics();
    if (!outcome.is_ok() && may_be_loss_of_rank(outcome.failure->kind)) {
      h_ = 0;  // steps before the failure do not predict those after it
      if (renew()) {
        outcome = inner_->step(t_stop);
        add_statistics();
      }
    }
    if (outcome.is_ok()) outcome.failure = take_step();
  } catch (const std::exception& error) {
    Failure failure;
    failure.kind = FailureKind::singular_matrix;
    failure.what = std::string("no choice of independent constraints: ") + error.what();
    failure.t = inner_->t();
    outcome.failure = std::move(failure);
  }
  return outcome;
}

std::optional<Failure> MinimumNormIntegrator::take_step() {
  const double t = inner_->t();
  h_ = inner_->dense_output().end() - inner_->dense_output().begin();
  show(t, inner_->y(), y_);  // updates the choice at this point
  const Motion at = dae_->motion(t, inner_->y());
  if (guard_ != nullptr && guard_->has_passed() && is_off_dropped(at)) {
    const ConstraintChoice::Gap gap = choice_.gap(t, at.q, at.v);
    return guard_->left_branch("after it constraints that were redundant before are violated by " +
                               number_text(gap.position) + " at position and " + number_text(gap.velocity) +
                               " at velocity level");
  }
  needs_renewal_ = wants_renewal(at);
  return {};
}

bool MinimumNormIntegrator::wants_renewal(const Motion& at) {
  if (choice_.rank().is_full() && choice_.rank().independent.size() == best_rank_) return false;
  const auto ahead = guard_ != nullptr ? guard_->near_ahead() : std::nullopt;
  const bool is_near = ahead || (guard_ != nullptr && guard_->is_passing());
  if (!std::exchange(is_near_, is_near)) asks_for_ = ahead;
  if (is_near) return false;
  // Started in a singular configuration.
  if (choice_.rank().independent.size() < best_rank_) return true;
  return choice_.largest_share() > largest_share || is_off_dropped(at);
}

/// True if dropped constraints are violated by more than integration errors.
bool MinimumNormIntegrator::is_off_dropped(const Motion& at) {
  const ToleranceRequest& tolerance = parts_.step.tolerance;
  const ConstraintChoice::Gap gap = choice_.gap(at.t, at.q, at.v);
  const auto limit = [&](const ConstVec& x) {
    return drift_limit * (tolerance.atol + tolerance.rtol * largest(x));
  };
  return gap.position > limit(at.q) || gap.velocity > limit(at.v);
}

void MinimumNormIntegrator::show(double t, ConstVec chosen, Vector& y) const {
  const Motion at = dae_->motion(t, chosen);
  const SystemInfo& all = choice_.whole().info();
  Vector lambda(all.n_lambda());
  choice_.update(t, at.q);
  choice_.recover(at.lambda, lambda);
  y = whole_.assemble(at.q, at.v, at.a, view(lambda), at.s);
  // η, if it is an unknown, is last.
  const Eigen::Index n_eta = y.size() - (all.n_q() + 2 * all.n_v() + all.n_lambda() + all.n_s());
  const auto& kept = choice_.rank().independent;
  if (n_eta <= 0) return;
  for (std::size_t i = 0; i < kept.size(); ++i)
    y[y.size() - n_eta + kept[i]] = chosen[chosen.size() - static_cast<Eigen::Index>(kept.size() - i)];
}

std::optional<double> MinimumNormIntegrator::local_error(Vec e) const {
  Vector chosen(dae_->info().n_unknowns());
  const auto part_of_solution = inner_->local_error(view(chosen));
  if (!part_of_solution) return {};
  const Motion part = dae_->motion(inner_->t(), view(std::as_const(chosen)));
  Vector lambda(choice_.whole().info().n_lambda());
  choice_.recover(part.lambda, view(lambda));  // linear in it
  e = whole_.assemble(part.q, part.v, part.a, view(std::as_const(lambda)), part.s);
  return part_of_solution;
}

template <class Self, class Stream>
void MinimumNormIntegrator::state(Self& self, Stream& stream) {
  stream(self.is_near_, self.asks_for_, self.y_, self.t_end_, self.h_, self.needs_renewal_, self.best_rank_,
         self.renewals_, self.first_renewal_, self.last_renewal_, self.inner_remarks_, self.finished_,
         self.statistics_);
}

void MinimumNormIntegrator::save(StateWriter& out) {
  choice_.restore(choice_.rank());  // discards its factors
  out.section("choice of constraints");
  const Vector chosen = inner_->y();
  out(choice_.rank(), inner_->t(), resized(chosen));
  state(std::as_const(*this), out);
  inner_->restorable()->save(out);
}

void MinimumNormIntegrator::load(StateReader& in) {
  in.section("choice of constraints");
  ConstraintRank rank;
  double t = 0;
  Vector chosen;
  in(rank, t, resized(chosen));
  choice_.restore(std::move(rank));
  state(*this, in);
  auto dae = parts_.formulate(choice_.selected());
  auto [integrator, guard] = make_inner(*dae);
  integrator->start(t, view(std::as_const(chosen)), dae->derivative(t, view(std::as_const(chosen))), t_end_);
  integrator->restorable()->load(in);
  guard_ = guard;
  inner_ = std::move(integrator);
  dae_ = std::move(dae);
}

void MinimumNormIntegrator::add_statistics() {
  if (!inner_) return;
  statistics_ = finished_ + inner_->statistics();
}

}  // namespace pleuel
