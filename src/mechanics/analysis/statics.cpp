#include "pleuel/mechanics/analysis/statics.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/iteration_control.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/counted_system.hpp"
#include "pleuel/mechanics/formulation/equilibrium.hpp"
#include "pleuel/mechanics/revolution_counter.hpp"

namespace pleuel {
namespace {

constexpr int most_relaxed = 1500;                    // rows of the dense matrix
constexpr double converged = 1e-13;                   // of 1 + max |(q, s)|
constexpr double nearly_there = StopRule().rounding;  // of the same
constexpr double shortest_step = 1e-3;                // of Newton's
constexpr double undetermined = 1e-15;                // reciprocal condition
constexpr double agreement = 1e-8;                    // of 1 + max |q|, for constraints left out

Motion at_rest(double t, const InitialState& x) {
  return {.t = t, .q = x.q, .v = x.v, .a = x.a, .lambda = x.lambda, .s = x.s};
}

double largest(const Vector& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }

/// Newton's method for (θ, λ, s), starting at an equilibrium with constant s.
class Relaxation {
 public:
  Relaxation(const MechanicalSystem& system, double t)
      : info_(system.info()),
        evaluator_(system.make_evaluator()),
        revolutions_(&system, RevolutionCounter::Rates::none),
        m_(evaluator_->matrices({})),
        t_(t),
        n_v_(info_.n_v()),
        n_g_(info_.n_lambda()),
        n_s_(info_.n_s()),
        rows_(n_v_ + n_g_ + n_s_) {}

  /// The state with σ = 0 if the iteration converges; otherwise `fault` contains the reason.
  std::optional<InitialState> run(InitialState x) {
    auto found = iterate(std::move(x));
    if (!found) revolutions_.go_back();
    return found;
  }
  const std::string& fault() const { return fault_; }

 private:
  std::nullopt_t refuse(std::string why) {
    fault_ = std::move(why);
    return std::nullopt;
  }
  std::optional<InitialState> iterate(InitialState x) {
    if (rows_.size() > most_relaxed)
      return refuse("it has " + std::to_string(rows_.size()) + " equations; up to " +
                    std::to_string(most_relaxed) + " are solved");
    IterationControl control({.tolerance = converged});
    for (;;) {
      evaluate(x);
      const RowPivotedLu lu(matrix(x));
      if (!(lu.reciprocal_condition() > undetermined))
        return refuse("the matrix of the equilibrium is singular: the states are not determined");
      const Vector step = -lu.solve(rows_);
      const double size = length(step), scale = 1 + std::max(largest(x.q), largest(x.s));
      const IterationState state = control.check(size, scale);
      if (state == IterationState::failure) return refuse("Newton's method " + control.fault("increment"));
      double part = 1;
      InitialState next = moved(x, step, part);
      for (;; part *= 0.5, next = moved(x, step, part)) {
        evaluate(next);
        const double rest = length(lu.solve(rows_));
        if (rest <= (1 - 0.5 * part) * size || size <= nearly_there * scale) break;
        if (part < shortest_step)
          return refuse(
              "Newton's method finds no step that brings it nearer to equilibrium: its increment is " +
              number_text(size));
      }
      x = std::move(next);
      revolutions_.renew(at_rest(t_, x));
      ++x.iterations;
      if (state == IterationState::success) return x;
    }
  }
  double length(const Vector& step) const {
    return std::max(largest(step.head(n_v_)), largest(step.tail(n_s_)));
  }
  void evaluate(const InitialState& x) {
    double* const r = rows_.data();
    evaluator_->rows(
        at_rest(t_, x),
        {.dynamics = {r, n_v_}, .internal = {r + n_v_ + n_g_, n_s_}, .position = {r + n_v_, n_g_}});
  }
  Matrix matrix(const InitialState& x) {
    evaluator_->linearize(at_rest(t_, x), m_);
    H_ = info_.has_identity_kinematics() ? Matrix::Identity(info_.n_q(), n_v_) : m_.H.dense();
    const Matrix G = m_.G.dense();
    Matrix J = Matrix::Zero(rows_.size(), rows_.size());
    J.topLeftCorner(n_v_, n_v_) = m_.dynamics_q.dense() * H_;
    J.block(0, n_v_, n_v_, n_g_) = G.transpose();
    J.topRightCorner(n_v_, n_s_) = m_.dynamics_s.dense();
    J.block(n_v_, 0, n_g_, n_v_) = G;
    J.bottomLeftCorner(n_s_, n_v_) = m_.internal_q.dense() * H_;
    J.bottomRightCorner(n_s_, n_s_) = m_.internal_s.dense();
    return J;
  }
  InitialState moved(const InitialState& x, const Vector& step, double part) const {
    InitialState next = x;
    next.q += part * (H_ * step.head(n_v_));
    evaluator_->restore_invariants(next.q);
    next.lambda += part * step.segment(n_v_, n_g_);
    next.s += part * step.tail(n_s_);
    return next;
  }

  const SystemInfo& info_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  RevolutionCounter revolutions_;
  MotionMatrices m_;
  double t_;
  int n_v_, n_g_, n_s_;
  Matrix H_;
  Vector rows_;
  std::string fault_;
};

/// Finds the largest entries and their names.
void measure(const MechanicalSystem& system, double t, Equilibrium& result) {
  const SystemInfo& info = system.info();
  const auto evaluator = system.make_evaluator();
  Vector balance(info.n_v()), loads(info.n_v()), g(info.n_lambda()), rate(info.n_s());
  InitialState x = result.state;
  evaluator->rows(at_rest(t, x), {.dynamics = balance, .internal = rate, .position = g});
  x.lambda.setZero();
  evaluator->rows(at_rest(t, x), {.dynamics = loads});
  Eigen::Index i = 0;
  if (balance.size() > 0) {
    result.force_residual = balance.cwiseAbs().maxCoeff(&i);
    result.worst_force = info.v[i].name;
  }
  result.force_scale = largest(loads);
  result.constraint_residual = largest(g);
  if (rate.size() > 0) {
    result.largest_rate = rate.cwiseAbs().maxCoeff(&i);
    result.worst_rate = info.s[i].name;
  }
}

void judge(const MechanicalSystem& system, double t, Equilibrium& result) {
  try {
    result.modes = modes_about(system, at_rest(t, result.state));
  } catch (const InvalidInput& error) {
    result.no_modes = error.what();
    return;
  } catch (const NoConsistentState& error) {
    result.no_modes = error.what();
    return;
  }
  const auto& modes = result.modes->modes;
  const bool is_free =
      std::any_of(modes.begin(), modes.end(), [](const Mode& m) { return m.kind == ModeKind::rigid; });
  const bool is_open = !result.modes->is_stability_known;
  result.stability = result.modes->is_unstable() ? Stability::unstable
                     : is_open                   ? Stability::unknown
                     : is_free                   ? Stability::indifferent
                                                 : Stability::stable;
}

}  // namespace

const char* name_of(Stability stability) {
  switch (stability) {
    case Stability::stable:
      return "stable";
    case Stability::indifferent:
      return "indifferent";
    case Stability::unstable:
      return "unstable";
    case Stability::unknown:
      return "unknown";
  }
  return "";
}

const char* name_of(StatesAtRest states) {
  switch (states) {
    case StatesAtRest::none:
      return "none";
    case StatesAtRest::at_rest:
      return "at rest";
    case StatesAtRest::held:
      return "held";
  }
  return "";
}

Equilibrium find_equilibrium(const std::shared_ptr<const MechanicalSystem>& given, double t, ConstVec q0,
                             ConstVec s0, Judgement judgement) {
  const auto system = counted(given, t);
  const SystemInfo& info = system->info();
  const Vector v0 = Vector::Zero(info.n_v());
  check_start(info, q0, v0, s0);
  std::shared_ptr<const MechanicalSystem> chosen = system;
  std::optional<ConstraintChoice> choice;
  if (info.n_lambda() > 0) {
    choice.emplace(system);
    choice->choose(t, q0);
    if (!choice->rank().is_full()) chosen = choice->selected();
  }
  Equilibrium result;
  result.state = static_equilibrium(chosen, t, q0, v0, s0);
  if (info.n_s() > 0) {
    Relaxation relaxation(*chosen, t);
    auto relaxed = relaxation.run(result.state);
    result.states = relaxed ? StatesAtRest::at_rest : StatesAtRest::held;
    result.why_held = relaxation.fault();
    if (relaxed) result.state = std::move(*relaxed);
  }
  result.state.position_moved = (result.state.q - q0).norm();
  if (chosen != system) {
    const auto gap = choice->gap(t, result.state.q, v0);
    choice->update(t, result.state.q);
    Vector all(info.n_lambda());
    choice->recover(result.state.lambda, all);
    result.state.lambda = all;
    if (!(gap.position <= agreement * (1 + largest(result.state.q))))
      throw NoConsistentState("the equilibrium of system '" + info.name +
                              "' violates constraints that are redundant at the start but not there; start "
                              "nearer to an equilibrium, and not in a singular configuration");
  }
  measure(*system, t, result);
  if (judgement == Judgement::by_modes) judge(*system, t, result);
  return result;
}

}  // namespace pleuel
