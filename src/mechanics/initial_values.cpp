#include "pleuel/mechanics/initial_values.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/iteration_control.hpp"
#include "pleuel/base/limits.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/mechanics/advised_system.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/relative_residual.hpp"
#include "pleuel/mechanics/saddle_matrix.hpp"

namespace pleuel {
namespace {

[[noreturn]] void fail_singular(const MechanicalSystem& system, int column, double t) {
  const SystemInfo& info = system.info();
  const std::string what = "the saddle matrix [M Gᵀ; G 0] of system '" + info.name +
                           "' is singular at t = " + number_text(t) + ", found at ";
  if (column >= info.n_v())
    throw NoConsistentState(what + "constraint '" + info.constraints[column - info.n_v()] +
                            "': at the position that was reached it repeats others, or its derivatives "
                            "vanish; if no position meets all "
                            "constraints, correct them, else start nearer to one that does");
  const AdvisedSystem* const advice = advised(system);
  const std::string why = advice != nullptr ? advice->about_inertia(std::max(column, 0)) : "";
  throw NoConsistentState(
      what + "'" + info.v[std::max(column, 0)].name +
      "': " + (why.empty() ? "it has neither inertia nor a constraint; give its body a mass" : why));
}

/// An iterative solver that does not reach its tolerance leaves values that are not finite.
void want_solved(const SaddleMatrix& saddle, const MechanicalSystem& system, double t) {
  const std::optional<UnsolvedSystem> unsolved = saddle.iterative_solves().unsolved;
  if (!unsolved) return;
  throw NoConsistentState("the iterative solver GMRES does not find the initial accelerations of system '" +
                          system.info().name + "' at t = " + number_text(t) + ": estimated relative error " +
                          number_text(unsolved->error, 3) + " > " + number_text(unsolved->tolerance, 3) +
                          " after " + std::to_string(unsolved->iterations) + " iterations, " +
                          std::to_string(unsolved->size) +
                          " unknowns; take a direct solver: --set solver=auto");
}

/// True if every |gᵢ| can be explained by rounding of q.
bool is_rounding(const Vector& g, const FixedMatrix& g_q, const Vector& q) {
  return relative_residual(g, term_sizes(g_q, q)) <= 4 * epsilon;
}

int worst_constraint(const Vector& g) {
  Eigen::Index i = 0;
  g.cwiseAbs().maxCoeff(&i);
  return static_cast<int>(i);
}

/// The state that is projected, and what evaluates it.
struct Projected {
  const MechanicalSystem& system;
  double t;
  SystemEvaluator& evaluator;
  MotionMatrices& m;
  InitialState& state;
  Vector g = Vector(system.info().n_lambda());

  void position_rows() { evaluator.rows({.t = t, .q = state.q}, {.position = g}); }
  void velocity_rows() {
    evaluator.rows({.t = t, .q = state.q, .v = state.v, .a = state.a, .lambda = state.lambda, .s = state.s},
                   {.velocity = g});
  }
};

[[noreturn]] void fail_far(const Projected& x, const IterationControl& control) {
  const int i = worst_constraint(x.g);
  throw NoConsistentState(
      "no state of system '" + x.system.info().name + "' near the one given meets constraint '" +
      x.system.info().constraints[i] + "' at t = " + number_text(x.t) + ", where g = " + number_text(x.g[i]) +
      " remains: the projection " + control.fault("residual") + "; start nearer to an assembled position");
}

/// W (θ + δ) + Gᵀμ = 0, G δ = −g, where θ is the total change of q so far in n_v coordinates and W
/// the metric. `factor` evaluates the matrices at q and factors the saddle matrix of W;
/// `subtract(θ, top)` computes top −= W θ. Steps up to `settled` times the state may be rounding
/// errors of the solves.
template <class FactorAt, class Subtract>
void project_position(Projected& x, SaddleMatrix& saddle, double settled, FactorAt factor,
                      Subtract subtract) {
  // g may have larger rounding errors than its arguments; it then stops shrinking.
  IterationControl residual({.rounding = 1e4 * epsilon});
  IterationControl increment({.rounding = settled, .divergence = infinity});
  const SystemInfo& info = x.system.info();
  InitialState& state = x.state;
  Vector moved = Vector::Zero(info.n_v()), top(info.n_v()), bottom(info.n_lambda()), q_step(info.n_q());
  bool is_nearest = true;  // nothing moved yet
  for (state.iterations = 0;; ++state.iterations) {
    factor();
    if (x.g.size() == 0) break;
    x.position_rows();
    // Convergence is tested per row in units of its terms; stagnation is judged by the largest row.
    const double relative = relative_residual(x.g, term_sizes(x.m.g_q, state.q));
    const double size = x.g.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
    const IterationState met = residual.check(size, relative > 0 ? size / relative : 1);
    if (met == IterationState::success && is_nearest) break;
    if (met == IterationState::failure) fail_far(x, residual);
    top.setZero();
    subtract(moved, top);
    bottom = -x.g;
    saddle.solve(top, bottom);
    moved += top;
    is_nearest = increment.check(top.norm(), 1 + state.q.norm()) != IterationState::iterate;
    if (info.has_identity_kinematics()) {
      state.q += top;
    } else {
      q_step.setZero();
      x.m.H.multiply_add(1.0, top.data(), q_step.data());
      state.q += q_step;
      x.evaluator.restore_invariants(state.q);
    }
  }
}

/// τ²K.
std::vector<MatrixEntry> stiffness_entries(const StartMetric& metric) {
  std::vector<MatrixEntry> entries;
  for (const auto& body : metric.stiffness)
    for (int j = 0; j < body.K.cols; ++j)
      for (int k = body.K.start[j]; k < body.K.start[j + 1]; ++k)
        entries.push_back(
            {body.first_v + body.K.row[k], body.first_v + j, body.tau_squared() * body.K.value[k]});
  return entries;
}

/// τ² ∂²W/∂θ² of beams; top −= τ² ∂W/∂θ.
std::vector<MatrixEntry> beam_entries(const StartMetric& metric, const Vector& q, Vector& top) {
  std::vector<MatrixEntry> all;
  for (const auto& beam : metric.beams) {
    std::vector<MatrixEntry> K;
    Vector gradient = Vector::Zero(top.size());
    beam.linearize(q, gradient, K);
    top -= beam.tau_squared() * gradient;
    for (const MatrixEntry& e : K) all.push_back({e.i, e.j, beam.tau_squared() * e.value});
  }
  return all;
}

/// Σ w JᵀJ.
std::vector<MatrixEntry> stated_entries(const StartMetric& metric, const Vector& q) {
  std::vector<MatrixEntry> entries;
  for (const auto& stated : metric.stated) {
    const Matrix J = stated.coefficients(q), JtJ = stated.weight * (J.transpose() * J);
    for (std::size_t i = 0; i < stated.velocities.size(); ++i)
      for (std::size_t j = 0; j < stated.velocities.size(); ++j)
        entries.push_back({stated.velocities[i], stated.velocities[j],
                           JtJ(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))});
  }
  return entries;
}

/// top −= Σ w Jᵀ(J v − u).
void subtract_stated(const StartMetric& metric, const Vector& q, const Vector& v, Vector& top) {
  for (const auto& stated : metric.stated) {
    const Vector force =
        stated.weight * (stated.coefficients(q).transpose() * (stated.value(q, v) - stated.given));
    for (std::size_t i = 0; i < stated.velocities.size(); ++i)
      top[stated.velocities[i]] -= force[static_cast<Eigen::Index>(i)];
  }
}

/// The velocities of start_metric.hpp. Each solution is the start of the next, from which only the
/// term with ϑM counts its distance: so the other terms win, however heavy the unstated bodies are.
void project_velocity(const StartMetric& metric, const std::vector<MatrixEntry>& stiffness, Projected& x) {
  constexpr int most_solutions = 50;
  constexpr double settled = 1e-14;  // of the velocities
  const bool prefers_stated = metric.prefers_stated();
  Vector& v = x.state.v;
  const Vector given = v;
  std::vector<MatrixEntry> further = stiffness;
  if (prefers_stated) {
    const auto wishes = stated_entries(metric, x.state.q);
    further.insert(further.end(), wishes.begin(), wishes.end());
  }
  const SaddleParts parts{x.m.M, x.m.G, x.m.G};
  SaddleMatrix saddle(x.system, x.m, further);
  const double share = prefers_stated ? StartMetric::unstated_share : 1;
  if (const auto zero = saddle.factor(parts, share, further)) fail_singular(x.system, zero->column, x.t);
  Vector top(v.size()), bottom(x.g.size());
  bool is_settled = !prefers_stated;
  for (int k = 0; k < most_solutions; ++k) {
    x.velocity_rows();
    if (is_settled && is_rounding(x.g, x.m.G, v)) break;
    top.setZero();
    if (prefers_stated) {
      for (const MatrixEntry& e : stiffness) top[e.i] -= e.value * (v[e.j] - given[e.j]);
      subtract_stated(metric, x.state.q, v, top);
    }
    bottom = -x.g;
    saddle.solve(top, bottom);
    v += top;
    is_settled = !prefers_stated || top.norm() <= settled * v.norm();
  }
}

/// Both projections in a metric other than M.
void project_in(const StartMetric& metric, Projected& x) {
  // Relative to 1 + |q|: rounding of solves with τ²K, whose entries span up to 16 decades. This is
  // far below the accuracy of a given start.
  constexpr double settled = 1e-10;
  const std::vector<MatrixEntry> constant = stiffness_entries(metric);
  std::vector<MatrixEntry> stiffness;  // that of beams depends on q
  Vector of_beams(x.system.info().n_v());
  const auto linearize = [&] {
    of_beams.setZero();
    stiffness = constant;
    const std::vector<MatrixEntry> beams = beam_entries(metric, x.state.q, of_beams);
    stiffness.insert(stiffness.end(), beams.begin(), beams.end());
  };
  linearize();
  const SaddleParts parts{x.m.M, x.m.G, x.m.G};
  SaddleMatrix positions(x.system, x.m, stiffness);
  const auto factor = [&] {
    x.evaluator.configuration_matrices(x.t, x.state.q, x.m);
    linearize();
    if (const auto zero = positions.factor(parts, 1, stiffness)) fail_singular(x.system, zero->column, x.t);
  };
  project_position(x, positions, settled, factor, [&](const Vector& moved, Vector& top) {
    x.m.M.multiply_add(-1.0, moved.data(), top.data());
    for (const MatrixEntry& e : constant) top[e.i] -= e.value * moved[e.j];
    top += of_beams;
  });
  project_velocity(metric, stiffness, x);
}

}  // namespace

void check_start(const SystemInfo& info, ConstVec q0, ConstVec v0, ConstVec s0) {
  std::vector<std::string> faults;
  const auto check = [&](const char* what, Eigen::Index given, int wanted) {
    if (given != wanted)
      faults.push_back("system '" + info.name + "': the start has " + std::to_string(given) + " " + what +
                       "; it must have " + std::to_string(wanted));
  };
  check("coordinates", q0.size(), info.n_q());
  check("velocities", v0.size(), info.n_v());
  check("internal states", s0.size(), info.n_s());
  if (!faults.empty()) throw InvalidInput(faults);
}

bool is_consistent(const MechanicalSystem& system, double t, ConstVec q0, ConstVec v0, ConstVec s0) {
  const SystemInfo& info = system.info();
  check_start(info, q0, v0, s0);
  if (info.n_lambda() == 0) return true;
  const auto evaluator = system.make_evaluator();
  MotionMatrices m = evaluator->matrices({});
  Vector g(info.n_lambda()), rate(info.n_lambda());
  const Vector a = Vector::Zero(info.n_v()), lambda = Vector::Zero(info.n_lambda());
  evaluator->configuration_matrices(t, q0, m);
  evaluator->rows({.t = t, .q = q0, .v = v0, .a = a, .lambda = lambda, .s = s0},
                  {.position = g, .velocity = rate});
  return is_rounding(g, m.g_q, q0) && is_rounding(rate, m.G, v0);
}

InitialState consistent_initial_state(const MechanicalSystem& system, double t, ConstVec q0, ConstVec v0,
                                      ConstVec s0, const StartMetric* metric) {
  const SystemInfo& info = system.info();
  const auto evaluator = system.make_evaluator();
  MotionMatrices m = evaluator->matrices({});
  const int n_v = info.n_v(), n_g = info.n_lambda();
  check_start(info, q0, v0, s0);

  InitialState result{.q = q0, .v = v0, .a = Vector::Zero(n_v), .lambda = Vector::Zero(n_g), .s = s0};
  evaluator->restore_invariants(result.q);
  evaluator->configuration_matrices(t, result.q, m);
  if (!constraint_rank(m.G).is_full()) refuse_dependent_constraints(system, t, q0, v0, s0);
  Projected x{system, t, *evaluator, m, result};
  int iterations = 0;
  if (metric != nullptr && !metric->is_mass() && n_g > 0 && !is_consistent(system, t, result.q, v0, s0)) {
    project_in(*metric, x);
    iterations = result.iterations;
  }

  SaddleMatrix saddle(system, m);
  const auto factor = [&] {
    evaluator->configuration_matrices(t, result.q, m);
    if (const auto zero = saddle.factor({m.M, m.G, m.G})) fail_singular(system, zero->column, t);
  };
  project_position(x, saddle, 0, factor, [&](const Vector& moved, Vector& top) {
    m.M.multiply_add(-1.0, moved.data(), top.data());
  });
  result.iterations += iterations;
  refuse_wrong_solution(system, t, result.q);

  // Velocity: M δ + Gᵀμ = 0, G δ = −(G v + g_t).
  if (n_g > 0) {
    x.velocity_rows();
    if (!is_rounding(x.g, m.G, result.v)) {
      Vector top = Vector::Zero(n_v), bottom = -x.g;
      saddle.solve(top, bottom);
      result.v += top;
    }
  }

  // Acceleration: with a = λ = 0 the rows are −f and γ.
  Vector dynamics(n_v), gamma(n_g);
  evaluator->rows(
      {.t = t, .q = result.q, .v = result.v, .a = result.a, .lambda = result.lambda, .s = result.s},
      {.dynamics = dynamics, .acceleration = gamma});
  result.a = -dynamics;
  result.lambda = -gamma;
  saddle.solve(result.a, result.lambda);
  want_solved(saddle, system, t);
  result.position_moved = (result.q - q0).norm();
  result.velocity_moved = (result.v - v0).norm();
  return result;
}

}  // namespace pleuel
