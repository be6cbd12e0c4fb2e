#include "pleuel/run/reactions.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/limits.hpp"

namespace pleuel {
namespace {

// Errors across the motion count at most this factor more than those along it. Stiff forces would
// amplify them further, but also prevent their accumulation.
constexpr double most_across = 3;
// A mark follows the last one after this fraction (1/n) of the steps so far.
constexpr long marks_per_run = 16;

double largest(const ConstVec& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }

}  // namespace

Reactions::Reactions(const RunEquations& of) : of_(of), plan_(of.plan), dae_(of.mechanical) {
  if (dae_ == nullptr || !dae_->has_motion() || dae_->system().info().n_lambda() == 0) return;
  const SystemInfo& info = dae_->system().info();
  solver_ = std::make_unique<ReactionSolver>(of);
  tolerances_ = resolve(plan_.request.tolerance, dae_->info().unknowns);
  for (Vector* x : {&e_, &kept_, &moved_}) x->setZero(dae_->info().n_unknowns());
  for (Vector* x : {&a_, &moved_a_}) x->setZero(info.n_v());
  for (Vector* x : {&lambda_, &moved_lambda_, &by_step_, &by_tolerance_, &sum_}) x->setZero(info.n_lambda());
}

void Reactions::let_go() {
  if (loop_ == nullptr) return;
  if (lambda_.size() > 0) kept_step_ = {loop_->local_error(view(kept_)), loop_->statistics().accepted};
  loop_ = nullptr;
}

MotionAt Reactions::motion_for(const std::vector<MotionOutput>& outputs) {
  if (dae_ == nullptr) return {};
  const bool need_forces =
      std::any_of(outputs.begin(), outputs.end(), [](const MotionOutput& x) { return x.depends_on_forces; });
  is_asked_for_ = need_forces && lambda_.size() > 0;
  if (need_forces) return [this](double t, ConstVec y) { return at(t, y); };
  return [dae = dae_](double t, ConstVec y) { return dae->motion(t, y); };
}

void Reactions::look(double t, ConstVec y) {
  const long n_steps = is_asked_for_ ? loop_->statistics().accepted : 0;
  if (n_steps > n_seen_ && (n_steps - n_seen_) * marks_per_run >= n_steps) evaluate(t, y, Purpose::mark);
}

Motion Reactions::at(double t, ConstVec y) { return evaluate(t, y, Purpose::sample); }

Motion Reactions::evaluate(double t, ConstVec y, Purpose purpose) {
  if (dae_ == nullptr) return {};
  Motion at = dae_->motion(t, y);
  if (lambda_.size() == 0) return at;
  if (!estimate_) estimate_.emplace().largest_error = not_a_number;
  if (!solver_->solve(at, view(a_), view(lambda_))) {
    estimate_->is_from_saddle = false;
    estimate_->lambda = at.lambda;
    estimate_->lambda_error = Vector::Constant(at.lambda.size(), not_a_number);
    estimate_->error = not_a_number;
    return at;
  }
  judge(at, y, purpose);
  if (!estimate_->is_from_saddle) return at;
  return {.t = t, .q = at.q, .v = at.v, .a = a_, .lambda = lambda_, .s = at.s, .revolutions = at.revolutions};
}

Motion Reactions::seen(double t, ConstVec y) {
  if (dae_ == nullptr) return {};
  const Motion at = dae_->motion(t, y);
  if (!is_asked_for_ || (estimate_ && !estimate_->is_from_saddle)) return at;
  if (!seen_) make_seen();
  if (!seen_->solve(at, view(seen_a_), view(seen_lambda_))) return at;
  return {.t = t,
          .q = at.q,
          .v = at.v,
          .a = view(std::as_const(seen_a_)),
          .lambda = view(std::as_const(seen_lambda_)),
          .s = at.s,
          .revolutions = at.revolutions};
}

void Reactions::make_seen() {
  seen_ = std::make_unique<ReactionSolver>(of_);
  seen_a_.resize(a_.size());
  seen_lambda_.resize(lambda_.size());
}

template <class Self, class Stream>
void Reactions::state(Self& self, Stream& stream) {
  stream.section("reactions");
  stream(self.estimate_, self.largest_, self.n_seen_, self.sum_);
}

void Reactions::save(StateWriter& out) {
  state(std::as_const(*this), out);
  const bool has_seen = seen_ != nullptr;
  out(has_seen);
  if (solver_) solver_->save(out);
  if (seen_) seen_->save(out);
}

void Reactions::load(StateReader& in) {
  state(*this, in);
  bool has_seen = false;
  in(has_seen);
  if (has_seen) make_seen();
  if (solver_) solver_->load(in);
  if (seen_) seen_->load(in);
}

/// Sets e_ to the error of the last step, or to the size of the tolerance.
Reactions::LastStep Reactions::find_error(ConstVec y) {
  LastStep step = kept_step_;
  if (loop_ != nullptr)
    step = {loop_->local_error(view(e_)), loop_->statistics().accepted};
  else
    e_ = kept_;
  if (!step.added) e_ = tolerances_.atol.array() + tolerances_.rtol.array() * y.array().abs();
  return step;
}

/// moved_lambda_ = |λ(q + e_q, v + e_v, s + e_s) − λ(q, v, s)|, the latter in lambda_.
bool Reactions::solve_moved(const Motion& at) {
  const Motion by = dae_->motion(at.t, e_);
  Eigen::Index end = 0;
  const auto move = [&](const ConstVec& x, const ConstVec& by_x) {
    const Eigen::Index first = end;
    end += x.size();
    moved_.segment(first, x.size()) = x + by_x;
    return part(view(std::as_const(moved_)), first, x.size());
  };
  const ConstVec q = move(at.q, by.q), v = move(at.v, by.v), s = move(at.s, by.s);
  const Motion moved{.t = at.t, .q = q, .v = v, .s = s, .revolutions = at.revolutions};
  if (!solver_->solve(moved, view(moved_a_), view(moved_lambda_))) return false;
  moved_lambda_ = (moved_lambda_ - lambda_).cwiseAbs();
  return true;
}

/// Scales e_ such that the root mean square of e_q and e_v is the tolerance, and writes its effect
/// on λ to moved_lambda_. Returns false if that is not possible.
bool Reactions::solve_by_tolerance(const Motion& at, ConstVec y) {
  const std::vector<Unknown>& unknowns = dae_->info().unknowns;
  double sum = 0;
  int n = 0;
  for (Eigen::Index i = 0; i < e_.size(); ++i) {
    const Group group = unknowns[static_cast<std::size_t>(i)].group;
    if (group != Group::q && group != Group::v) continue;
    const double part = e_[i] / (tolerances_.atol[i] + tolerances_.rtol[i] * std::abs(y[i]));
    sum += part * part;
    ++n;
  }
  if (!(sum > 0)) return false;
  e_ *= std::sqrt(n / sum);
  return solve_moved(at);
}

/// Estimates of the method hold for the end of its step.
bool Reactions::is_between_steps(double t) const {
  if (loop_ == nullptr) return false;
  const DenseOutput& dense = loop_->dense_output();
  return t != dense.begin() && t != dense.end();
}

/// Chooses between lambda_ and the method's own, and fills the estimate.
void Reactions::judge(const Motion& at, ConstVec y, Purpose purpose) {
  ReactionEstimate& x = *estimate_;
  const LastStep step = find_error(y);
  x.lambda_error = at.lambda - lambda_;
  if (step.added) x.lambda_error = dae_->motion(at.t, e_).lambda;
  x.lambda_error = x.lambda_error.cwiseAbs();
  const bool is_known = solve_moved(at);
  x.is_from_saddle = is_known && largest(moved_lambda_) <= largest(x.lambda_error);
  if (x.is_from_saddle) x.lambda_error = moved_lambda_;
  x.lambda = lambda_;
  if (!x.is_from_saddle) x.lambda = at.lambda;
  if (is_between_steps(at.t)) x.lambda_error = x.lambda_error.cwiseMax((at.lambda - lambda_).cwiseAbs());
  by_step_.setZero();
  // Waves in deformable bodies may be too fast for the steps; their errors persist.
  if (is_known && step.added && !plan_.problem_case.deformation.empty()) by_step_ = moved_lambda_;
  if (solve_by_tolerance(at, y)) {
    by_tolerance_ = moved_lambda_;
    e_ = dae_->derivative(at.t, y);
    if (solve_by_tolerance(at, y) && most_across * largest(moved_lambda_) < largest(by_tolerance_))
      by_tolerance_ = most_across * moved_lambda_;
    by_step_ = by_step_.cwiseMax(by_tolerance_);
  }
  if (step.n_steps < n_seen_) n_seen_ = 0;
  by_step_ *= static_cast<double>(step.n_steps - n_seen_) * step.added.value_or(1);
  by_step_ += sum_;
  const double largest_so_far = std::max(largest_, largest(x.lambda));
  if (purpose == Purpose::mark) {
    sum_ = by_step_;
    n_seen_ = step.n_steps;
    largest_ = largest_so_far;
  }
  x.lambda_error += by_step_;
  // With a fixed step there is no error estimate of q and v. With redundant constraints, perturbed
  // q and v do not determine the reactions of least norm.
  if (plan_.step.fixed_step > 0 || plan_.takes_redundant) x.lambda_error.setConstant(not_a_number);
  const double error = largest(x.lambda_error);
  x.error = x.lambda_error.allFinite() && error < largest_so_far ? error / largest_so_far : not_a_number;
  x.largest_error = std::fmax(x.largest_error, x.error);
}

}  // namespace pleuel
