#include "pleuel/mechanics/formulation/equilibrium.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "pleuel/base/iteration_control.hpp"
#include "pleuel/base/left_domain.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/mechanics/advised_system.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/counted_system.hpp"
#include "pleuel/mechanics/formulation/static_newton.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/mechanics/revolution_counter.hpp"

namespace pleuel {
namespace {

constexpr int most_iterations = 500;                      // the iteration first descends
constexpr double first_damping = 1;                       // κ, in units of the largest stiffness
constexpr double no_damping = 1e-6;                       // smaller κ count as zero
constexpr double most_damping = 1e14;                     // no step could be taken
constexpr double longest_step = 0.5;                      // of 1 + max |q|
constexpr double converged = 1e-13;                       // of 1 + max |q|
constexpr double nearly_there = StopRule().rounding;      // of 1 + max |q|
constexpr double runaway = 1e8;                           // of 1 + max |q₀|
constexpr double first_load = 1.0 / 16;                   // step of μ
constexpr double least_load = 1e-5;                       // smallest step of μ
constexpr int most_loads = 2000;                          // steps of μ
constexpr int few_iterations = 5, most_corrections = 12;  // of Newton's in a step of μ
constexpr double corrected = 1e-9;                        // of 1 + max |q|, within the path
constexpr double fixed_states =                           // α for which T and therefore δs vanish
    std::numeric_limits<double>::infinity();

/// The iteration's state: y = (q, λ, s₀) and the last correction.
class Search {
 public:
  Search(const StaticEquations& of, double t, ConstVec q0, ConstVec s0)
      : system_(counted(of.shared_system(), t)),
        equations_(system_, of),
        revolutions_(system_.get(), RevolutionCounter::Rates::none),
        newton_(equations_, {.real = 1}),
        t_(t),
        l_(equations_.layout()),
        y_(Vector::Zero(l_.n_unknowns)),
        no_rates_(Vector::Zero(l_.n_unknowns)),
        rows_(l_.n_unknowns),
        step_(l_.n_unknowns),
        second_(l_.n_unknowns),
        trial_(l_.n_unknowns) {
    y_.head(l_.n_q) = q0;
    y_.tail(l_.n_s) = s0;
    equations_.evaluator().restore_invariants(part(Vec(y_), 0, l_.n_q));
    revolutions_.renew(equations_.motion(t_, view(y_)));
  }

  /// Increases the loads in steps. False if a step became too short.
  bool increase_loads() {
    evaluate(y_);
    first_rows_ = rows_;
    Vector last = y_, before = y_;
    double mu = 0, mu_before = 0, step = first_load;
    for (int n = 0; mu < 1; ++n) {
      if (step < least_load || n == most_loads) return false;
      const double next = std::min(1.0, mu + step), slope = mu > 0 ? (next - mu) / (mu - mu_before) : 0;
      y_ = last + slope * (last - before);
      equations_.evaluator().restore_invariants(part(Vec(y_), 0, l_.n_q));
      const int iterations = correct(next);
      n_corrections_ += iterations;
      if (iterations == 0) {
        step *= 0.5;
        continue;
      }
      before = std::exchange(last, y_);
      mu_before = std::exchange(mu, next);
      if (iterations <= few_iterations) step *= 2;
      if (iterations > 2 * few_iterations) step *= 0.5;
    }
    damping_ = 0;
    return true;
  }

  /// Returns the number of iterations.
  int run() {
    const double limit = runaway * (1 + largest_q());
    // Steps may grow when leaving an unstable equilibrium; divergence is detected by `runaway`.
    IterationControl control({.most_iterations = most_iterations,
                              .tolerance = converged,
                              .divergence = std::numeric_limits<double>::infinity()});
    for (;;) {
      newton_.linearize(t_, view(y_), view(no_rates_));
      take_step();
      const IterationState state = control.check(length(step_) / (1 + largest_q()));
      const bool is_damped = step_damping_ != 0;
      if (state == IterationState::success && !is_damped) return n_corrections_ + control.iterations();
      if (!(largest_q() < limit)) fail_runaway();
      if (state == IterationState::failure) fail(control.fault("relative increment"));
      if (is_damped) control.forget_last();
    }
  }

  const Vector& y() const { return y_; }
  bool is_slow() const { return is_slow_; }
  const StaticEquations& equations() const { return equations_; }

 private:
  double length(const Vector& x) const { return x.head(l_.n_q).cwiseAbs().maxCoeff<Eigen::PropagateNaN>(); }
  double largest_q() const { return length(y_); }

  void evaluate(const Vector& y) {
    equations_.residual(t_, view(y), view(no_rates_), rows_);
    rows_.tail(l_.n_s).setZero();  // s is constant
  }

  /// Newton's step for the rows and the last point of linearisation, with κ = `stiffness` added to
  /// the matrix. Returns the pivot if that is singular.
  auto find_step(double stiffness) {
    newton_.add_stiffness(stiffness);
    auto singular = newton_.factor_real(0, fixed_states, 1.0);
    if (!singular) newton_.solve_real(0, view(std::as_const(rows_)), step_);
    return singular;
  }

  /// y = trial, unless an angle would turn too far in one step.
  bool move_to_trial() {
    if (revolutions_.accept(equations_.motion(t_, view(trial_)))) return false;
    y_ = trial_;
    equations_.evaluator().restore_invariants(part(Vec(y_), 0, l_.n_q));
    return true;
  }

  /// Newton's method at a part of the loads. Returns the number of iterations; 0: it does not
  /// converge.
  int correct(double mu) {
    double last = std::numeric_limits<double>::infinity();
    try {
      for (int n = 1; n <= most_corrections; ++n) {
        newton_.linearize(t_, view(y_), view(no_rates_));
        evaluate(y_);
        rows_ -= (1 - mu) * first_rows_;
        if (find_step(0)) return 0;
        const double size = length(step_), scale = 1 + largest_q();
        // The first increments of bending may grow, because it stretches the beam.
        if (!(size <= longest_step * scale) || (n > few_iterations && !(size <= 0.5 * last))) return 0;
        trial_ = y_ + step_;
        if (!move_to_trial()) return 0;
        if (size <= corrected * scale) return n;
        last = size;
      }
    } catch (const LeftDomain&) {
      return 0;
    }
    return 0;
  }

  /// Takes one accepted step from the point of linearisation and adapts the damping.
  void take_step() {
    for (;;) {
      evaluate(y_);
      const double force = rows_.head(l_.n_v).cwiseAbs().maxCoeff();
      const double unit = std::max(newton_.largest_stiffness(), force / (1 + largest_q()));
      const double stiffness = damping_ * (unit > 0 ? unit : 1);
      if (const auto singular = find_step(stiffness)) {
        if (damping_ == 0 && was_undamped_) fail_loose(singular->unknown);
        was_undamped_ |= damping_ == 0;
        damping_ = std::max(10 * no_damping, 4 * damping_);
        if (damping_ > most_damping) fail_loose(singular->unknown);
        continue;
      }
      angles_ = newton_.last_angles(0);
      step_damping_ = damping_;
      if (is_downhill() && is_good(stiffness)) return;
      damping_ = std::max(4 * damping_, 10 * no_damping);
      if (damping_ > most_damping) fail("finds no step that brings it nearer to equilibrium");
    }
  }

  /// δθᵀ(K + κI) δθ ≥ 0, evaluated with the rows of the step. A step with negative curvature would
  /// approach an unstable equilibrium. For steps of the size of rounding errors the sign is
  /// meaningless.
  bool is_downhill() const {
    const double curvature = rows_.segment(l_.lambda, l_.n_g).dot(step_.segment(l_.lambda, l_.n_g)) -
                             rows_.head(l_.n_v).dot(angles_);
    return !(curvature < 0) || length(step_) <= nearly_there * (1 + largest_q());
  }

  /// Takes the step if Newton's method for the damped equations contracts; the contraction
  /// determines the next damping.
  bool is_good(double stiffness) {
    const double size = length(step_), scale = 1 + largest_q();
    if (!(size <= longest_step * scale)) return false;
    trial_ = y_ + step_;
    try {
      evaluate(trial_);
    } catch (const LeftDomain&) {
      return false;
    }
    rows_.head(l_.n_v) += stiffness * angles_;
    newton_.solve_real(0, view(std::as_const(rows_)), second_);
    const double rest = length(second_);
    const bool is_rounding = rest <= converged * scale || (size <= nearly_there * scale && rest <= size);
    if (!(rest <= 0.5 * size || is_rounding)) return false;
    if (!move_to_trial()) return false;
    damping_ *= next_damping(size, rest, is_rounding);
    if (damping_ < no_damping) damping_ = 0;
    return true;
  }

  /// Factor of κ after a step and the next increment for the same κ. Their ratio is proportional to
  /// the length of the step, which grows at most like 1/κ: the next ratio is at most about 1/4.
  double next_damping(double size, double rest, bool is_rounding) const {
    if (size <= converged * (1 + largest_q())) return 0;
    if (is_rounding || rest < 0.05 * size) return std::min(0.1, 4 * rest / size);
    return rest < 0.25 * size ? 0.4 : 1;
  }

  const SystemInfo& info() const { return system_->info(); }
  std::string who() const { return "system '" + info().name + "' at t = " + number_text(t_); }
  /// `unknown`: index in (q, λ, s), or −1 if it is not known.
  [[noreturn]] void fail_loose(int unknown) {
    evaluate(y_);
    if (!rows_.allFinite()) fail("meets forces that are not finite");
    std::string where, remedy = "hold every coordinate by a stiffness or a constraint";
    if (unknown >= l_.s) {
      where = " at the internal state '" + info().s[unknown - l_.s].name + "'";
      remedy = "check the sizes and the material that its rate depends on";
    } else if (unknown >= l_.lambda) {
      where = " at constraint '" + info().constraints[unknown - l_.lambda] + "'";
      remedy = "remove it, since it repeats others";
    } else if (unknown >= 0) {
      where =
          " at coordinate '" + info().q[unknown].name + "', which neither a stiffness nor a constraint holds";
      remedy = "hold it, or take a formulation of the equations of motion";
    }
    throw NoConsistentState("no equilibrium of " + who() +
                            " is determined: the matrix of the equilibrium is singular" + where + "; " +
                            remedy);
  }
  [[noreturn]] void fail_runaway() const {
    Eigen::Index i = 0;
    y_.head(l_.n_q).cwiseAbs().maxCoeff(&i);
    throw NoConsistentState("no equilibrium of " + who() + " is near the start: coordinate '" +
                            info().q[i].name + "' runs off, it has reached " + number_text(y_[i]) + " " +
                            info().q[i].unit + "; hold it by a stiffness or a constraint");
  }
  [[noreturn]] void fail(const std::string& what) {
    is_slow_ = true;
    evaluate(y_);
    Eigen::Index i = 0;
    for (Eigen::Index k = 0; k < l_.n_v; ++k)
      if (!(std::abs(rows_[k]) <= std::abs(rows_[i]))) i = k;  // also for NaN
    throw NoConsistentState("no equilibrium of " + who() + " was found: the search " + what +
                            "; the forces on '" + info().v[i].name + "' are out of balance by " +
                            number_text(rows_[i]) + "; start nearer to an equilibrium");
  }

  std::shared_ptr<const MechanicalSystem> system_;
  StaticEquations equations_;
  RevolutionCounter revolutions_;
  StaticNewton newton_;
  double t_;
  const StaticLayout& l_;
  Vector y_, no_rates_, rows_, step_, second_, trial_;
  Vector first_rows_;               // r(q₀, 0)
  Vector angles_;                   // δθ of the step
  double damping_ = first_damping;  // κ of the next step
  double step_damping_ = 0;         // of the last one
  int n_corrections_ = 0;           // while the loads increased
  bool was_undamped_ = false;       // the last matrix was undamped and singular
  bool is_slow_ = false;            // it failed, but nothing ran off or was loose
};

/// The nearest position at which the constraints hold, if it is another one.
std::optional<Vector> assembled_position(const MechanicalSystem& system, double t, ConstVec q0, ConstVec s0) {
  try {
    const Vector at_rest = Vector::Zero(system.info().n_v());
    InitialState start = consistent_initial_state(system, t, q0, view(at_rest), s0);
    if (start.position_moved > 0) return std::move(start.q);
  } catch (const NoConsistentState&) {  // the search from q0 states why
  } catch (const RedundantConstraints&) {
  }
  return std::nullopt;
}

}  // namespace

InitialState static_equilibrium(std::shared_ptr<const MechanicalSystem> system, double t, ConstVec q0,
                                ConstVec v0, ConstVec s0) {
  return static_equilibrium(StaticEquations(std::move(system)), t, q0, v0, s0);
}

InitialState static_equilibrium(const StaticEquations& equations, double t, ConstVec q0, ConstVec v0,
                                ConstVec s0) {
  const SystemInfo& info = equations.system().info();
  check_start(info, q0, v0, s0);
  std::optional<Search> search(std::in_place, equations, t, q0, s0);
  InitialState result;
  try {
    result.iterations = search->run();
  } catch (const NoConsistentState&) {
    if (!search->is_slow()) throw;
    search.emplace(equations, t, q0, s0);
    if (!search->increase_loads()) {
      const std::optional<Vector> assembled = assembled_position(equations.system(), t, q0, s0);
      if (!assembled) throw;
      search.emplace(equations, t, view(*assembled), s0);
    }
    result.iterations = search->run();
  }
  const Motion at = search->equations().motion(t, view(search->y()));
  result.q = at.q;
  refuse_wrong_solution(equations.system(), t, result.q);
  result.v = Vector::Zero(info.n_v());
  result.a = Vector::Zero(info.n_v());
  result.lambda = at.lambda;
  result.s = s0;
  result.position_moved = (result.q - q0).norm();
  result.velocity_moved = v0.norm();
  return result;
}

}  // namespace pleuel
