#include "pleuel/driver/reactions.hpp"

#include <algorithm>
#include <cmath>

namespace pleuel {
namespace {

// Beyond this another choice of constraints is better conditioned, see ConstraintChoice.
constexpr double largest_share = 10;

/// How much larger than the part of the last step's error the sum of those of all steps is.
double error_growth(const std::optional<double>& part, long n_steps) {
  return part.value_or(1) * static_cast<double>(std::max(n_steps, 1L));
}

double largest(const ConstVec& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }

}  // namespace

Reactions::Reactions(const RunPlan& plan) : plan_(plan), dae_(plan.mechanical) {
  if (dae_ == nullptr || !dae_->has_motion() || dae_->system().info().n_lambda() == 0) return;
  const SystemInfo& info = dae_->system().info();
  if (plan.takes_redundant)
    choice_.emplace(plan.problem_case.system);
  else
    saddle_ = std::make_unique<AccelerationSaddle>(dae_->system());
  tolerances_ = resolve(plan.request.tolerance, dae_->info().unknowns);
  std::vector<std::string> units;
  for (const Quantity& x : info.lambda) {
    const auto place = std::find(units.begin(), units.end(), x.unit);
    unit_.push_back(static_cast<int>(place - units.begin()));
    if (place == units.end()) units.push_back(x.unit);
  }
  largest_.assign(units.size(), 0.0);
  for (Vector* x : {&e_, &kept_, &moved_}) x->setZero(dae_->info().n_unknowns());
  for (Vector* x : {&a_, &moved_a_}) x->setZero(info.n_v());
  for (Vector* x : {&lambda_, &moved_lambda_}) x->setZero(info.n_lambda());
}

void Reactions::let_go() {
  if (passage_ == nullptr) return;
  if (!unit_.empty()) kept_step_ = {passage_->local_error(view(kept_)), passage_->statistics().accepted};
  passage_ = nullptr;
}

MotionAt Reactions::motion_for(const std::vector<MotionOutput>& outputs) {
  if (dae_ == nullptr) return {};
  const bool need_forces =
      std::any_of(outputs.begin(), outputs.end(), [](const MotionOutput& x) { return x.depends_on_forces; });
  if (need_forces) return [this](double t, ConstVec y) { return at(t, y); };
  return [dae = dae_](double t, ConstVec y) { return dae->motion(t, y); };
}

Motion Reactions::at(double t, ConstVec y) {
  if (dae_ == nullptr) return {};
  Motion at = dae_->motion(t, y);
  if (unit_.empty() || !solve(at, view(a_), view(lambda_))) return at;
  judge(at, y);
  if (!estimate_->is_from_saddle) return at;
  return {.t = t, .q = at.q, .v = at.v, .a = a_, .lambda = lambda_, .s = at.s, .turns = at.turns};
}

bool Reactions::solve(const Motion& at, Vec a, Vec lambda) {
  if (!choice_) return saddle_->solve(at, a, lambda);
  if (!renew_choice(at)) return false;
  chosen_.resize(choice_->selected()->info().n_lambda());
  if (!saddle_->solve(at, a, view(chosen_))) return false;
  choice_->recover(view(std::as_const(chosen_)), lambda);
  return true;
}

/// The choice at this point, made anew where it has become badly conditioned: at a position put on the constraints kept so far, where those that repeat others do so up to
/// rounding. λ of least norm does not depend on the choice.
bool Reactions::renew_choice(const Motion& at) {
  if (saddle_) {
    choice_->update(at.t, at.q);
    if (choice_->largest_share() <= largest_share) return true;
    try {
      const InitialState x = consistent_initial_state(*choice_->selected(), at.t, at.q, at.v, at.s);
      if (!choice_->choose(at.t, view(x.q))) return true;
    } catch (const NoConsistentState&) {
      return false;
    }
  } else {
    choice_->choose(at.t, at.q);
  }
  choice_->update(at.t, at.q);
  saddle_ = std::make_unique<AccelerationSaddle>(*choice_->selected());
  return true;
}

/// e_ becomes the error of the last step, or one of the tolerance's size.
Reactions::LastStep Reactions::find_error(ConstVec y) {
  LastStep step = kept_step_;
  if (passage_ != nullptr)
    step = {passage_->local_error(view(e_)), passage_->statistics().accepted};
  else
    e_ = kept_;
  if (!step.part) e_ = tolerances_.atol.array() + tolerances_.rtol.array() * y.array().abs();
  return step;
}

/// moved_lambda_ = λ(q + e_q, v + e_v, s + e_s).
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
  return solve({.t = at.t, .q = q, .v = v, .s = s, .turns = at.turns}, view(moved_a_), view(moved_lambda_));
}

void Reactions::judge(const Motion& at, ConstVec y) {
  if (!estimate_) estimate_.emplace();
  ReactionEstimate& x = *estimate_;
  const LastStep step = find_error(y);
  const Motion e = dae_->motion(at.t, e_);
  x.lambda_error.resize(lambda_.size());
  x.lambda_error = step.part ? Vector(e.lambda.cwiseAbs()) : Vector((at.lambda - lambda_).cwiseAbs());
  const double own = largest(view(std::as_const(x.lambda_error)));
  const bool is_known = solve_moved(at);
  moved_lambda_ = (moved_lambda_ - lambda_).cwiseAbs();
  x.is_from_saddle = is_known && largest(view(std::as_const(moved_lambda_))) <= own;
  x.lambda = x.is_from_saddle ? lambda_ : Vector(at.lambda);
  if (x.is_from_saddle) x.lambda_error = error_growth(step.part, step.n_steps) * moved_lambda_;
  for (std::size_t i = 0; i < unit_.size(); ++i)
    largest_[unit_[i]] = std::max(largest_[unit_[i]], std::abs(x.lambda[static_cast<Eigen::Index>(i)]));
  x.error = 0;
  for (std::size_t i = 0; i < unit_.size(); ++i)
    if (largest_[unit_[i]] > 0)
      x.error = std::max(x.error, x.lambda_error[static_cast<Eigen::Index>(i)] / largest_[unit_[i]]);
  x.largest_error = std::max(x.largest_error, x.error);
  if (getenv("X6")) {
    const auto dump = [](const char* n, const Vector& v) {
      fprintf(stderr, "%s", n);
      for (double d : v) fprintf(stderr, " %.17g", d);
      fprintf(stderr, "\n");
    };
    dump("el", e.lambda);
    dump("own", at.lambda);
    dump("sad", lambda_);
    dump("loc", moved_lambda_);
    dump("one", Vector(Vector::Constant(1, step.part.value_or(-1))));
    dump("N", Vector(Vector::Constant(1, double(step.n_steps))));
    // tolerance-sized in direction e
    const auto& unknowns = dae_->info().unknowns;
    const auto size = [&](const Vector& z) {
      double s = 0;
      int n = 0;
      for (Eigen::Index i = 0; i < z.size(); ++i) {
        if (unknowns[i].group != Group::q && unknowns[i].group != Group::v) continue;
        double w = z[i] / (tolerances_.atol[i] + tolerances_.rtol[i] * std::abs(y[i]));
        s += w * w;
        ++n;
      }
      return std::sqrt(s / n);
    };
    const Vector keep = e_;
    dump("size", Vector(Vector::Constant(1, size(keep))));
    e_ = keep / std::max(size(keep), 1e-30);
    (void)solve_moved(at);
    dump("tol", Vector(moved_lambda_ - lambda_));
    e_ = const_cast<MechanicalDae*>(dae_)->derivative(at.t, y);
    e_ = Vector(e_ / std::max(size(e_), 1e-30));
    (void)solve_moved(at);
    dump("pha", Vector(moved_lambda_ - lambda_));
    e_ = keep;
  }
}

}  // namespace pleuel
