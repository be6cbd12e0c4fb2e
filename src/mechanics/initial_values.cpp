#include "pleuel/mechanics/initial_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "pleuel/base/error.hpp"
#include "pleuel/linalg/factor.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/elastic_system.hpp"

namespace pleuel {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

std::string text_of(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

/// [M Gᵀ; G 0] at one configuration.
class SaddleMatrix {
 public:
  SaddleMatrix(const MechanicalSystem& system, const MotionMatrices& m)
      : n_v_(system.info().n_v()),
        n_g_(system.info().n_lambda()),
        pattern_(make_pattern(m)),
        lu_(pattern_, choose_storage(pattern_.rows, pattern_.n_entries()), border_of(system, pattern_.rows)) {
  }

  /// Returns the number of the column without pivot, −1 if there is none.
  [[nodiscard]] int factor(const MotionMatrices& m) {
    lu_.set_zero();
    for_each(m.M, [&](int i, int j, double value) { lu_.re()[lu_.place(i, j)] += value; });
    for_each(m.G, [&](int i, int j, double value) {
      lu_.re()[lu_.place(n_v_ + i, j)] += value;
      lu_.re()[lu_.place(j, n_v_ + i)] += value;
    });
    const auto zero = lu_.factor();
    return zero ? zero->column : -1;
  }
  /// Solves for (top, bottom) in place.
  void solve(Vector& top, Vector& bottom) {
    Vec b(lu_.b_re(), n_v_ + n_g_);
    b.head(n_v_) = top;
    b.tail(n_g_) = bottom;
    lu_.solve();
    const ConstVec x(lu_.x_re(), n_v_ + n_g_);
    top = x.head(n_v_);
    bottom = x.tail(n_g_);
  }

 private:
  template <class Visit>
  static void for_each(const FixedMatrix& m, Visit visit) {
    for (int j = 0; j < m.cols; ++j)
      for (int k = m.start[j]; k < m.start[j + 1]; ++k) visit(m.row[k], j, m.value[k]);
  }
  FixedMatrix make_pattern(const MotionMatrices& m) const {
    std::vector<std::pair<int, int>> entries;
    for_each(m.M, [&](int i, int j, double) { entries.emplace_back(i, j); });
    for_each(m.G, [&](int i, int j, double) {
      entries.emplace_back(n_v_ + i, j);
      entries.emplace_back(j, n_v_ + i);
    });
    return FixedMatrix(n_v_ + n_g_, n_v_ + n_g_, entries);
  }

  int n_v_, n_g_;
  FixedMatrix pattern_;
  Factor<double> lu_;
};

[[noreturn]] void fail_singular(const SystemInfo& info, int column, double t) {
  const bool is_constraint = column >= info.n_v();
  const std::string who = is_constraint ? "constraint '" + info.constraints[column - info.n_v()] + "'"
                                        : "coordinate '" + info.v[std::max(column, 0)].name + "'";
  throw NoConsistentState("the saddle matrix [M Gᵀ; G 0] of system '" + info.name +
                          "' is singular at t = " + text_of(t) + ", found at " + who +
                          ": constraints repeat each other there, or a body has neither mass nor constraint; "
                          "remove the repeated constraint or give the body a mass");
}

/// Whether every |gᵢ| is what rounding of q makes of it: at most `units` eps Σⱼ |G_ij| (|q_j| + 1e-3).
bool is_rounding(const Vector& g, const FixedMatrix& g_q, const Vector& q, double units = 4) {
  Vector size = Vector::Zero(g.size());
  for (int j = 0; j < g_q.cols; ++j)
    for (int k = g_q.start[j]; k < g_q.start[j + 1]; ++k)
      size[g_q.row[k]] += std::abs(g_q.value[k]) * (std::abs(q[j]) + 1e-3);
  for (Eigen::Index i = 0; i < g.size(); ++i)
    if (!(std::abs(g[i]) <= units * epsilon * size[i])) return false;
  return true;
}

int worst_constraint(const Vector& g) {
  Eigen::Index i = 0;
  g.cwiseAbs().maxCoeff(&i);
  return static_cast<int>(i);
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

InitialState consistent_initial_state(const MechanicalSystem& system, double t, ConstVec q0, ConstVec v0,
                                      ConstVec s0) {
  constexpr int max_iterations = 50;
  const SystemInfo& info = system.info();
  const auto evaluator = system.make_evaluator();
  MotionMatrices m = evaluator->matrices({});
  SaddleMatrix saddle(system, m);
  const int n_q = info.n_q(), n_v = info.n_v(), n_g = info.n_lambda();
  check_start(info, q0, v0, s0);

  InitialState result{.q = q0, .v = v0, .a = Vector::Zero(n_v), .lambda = Vector::Zero(n_g), .s = s0};
  evaluator->restore_invariants(result.q);
  const auto factor = [&] {
    evaluator->configuration_matrices(t, result.q, m);
    if (result.iterations == 0 && !constraint_rank(m.G).is_full())
      refuse_dependent_constraints(system, t, q0, v0, s0);
    if (const int column = saddle.factor(m); column >= 0) fail_singular(info, column, t);
  };

  // Position: M (θ + δ) + Gᵀμ = 0, G δ = −g, where θ is what q was moved so far, in n_v coordinates.
  Vector g(n_g), moved = Vector::Zero(n_v), top(n_v), bottom(n_g), q_step(n_q);
  double last = std::numeric_limits<double>::infinity();
  bool is_nearest = true;  // nothing moved yet
  for (;; ++result.iterations) {
    factor();
    if (n_g == 0) break;
    evaluator->rows({.t = t, .q = result.q}, {.position = g});
    const bool meets_constraints = is_rounding(g, m.g_q, result.q);
    if (meets_constraints && is_nearest) break;
    const double size = g.cwiseAbs().maxCoeff();
    if (meets_constraints && result.iterations == max_iterations) break;
    if (!std::isfinite(size) || result.iterations == max_iterations) {
      const int i = worst_constraint(g);
      throw NoConsistentState("no state of system '" + info.name + "' near the one given meets constraint '" +
                              info.constraints[i] + "' at t = " + text_of(t) + ": after " +
                              std::to_string(result.iterations) + " iterations g = " + text_of(g[i]) +
                              " remains; start nearer to an assembled position");
    }
    // g itself may round worse than its arguments; then it no longer shrinks.
    if (is_nearest && is_rounding(g, m.g_q, result.q, 1e4) && size > 0.5 * last) break;
    last = size;
    top.setZero();
    m.M.multiply_add(-1.0, moved.data(), top.data());
    bottom = -g;
    saddle.solve(top, bottom);
    moved += top;
    is_nearest = top.norm() <= 4 * epsilon * (1 + result.q.norm());
    if (info.has_identity_kinematics()) {
      result.q += top;
    } else {
      q_step.setZero();
      m.H.multiply_add(1.0, top.data(), q_step.data());
      result.q += q_step;
      evaluator->restore_invariants(result.q);
    }
  }

  // Velocity: M δ + Gᵀμ = 0, G δ = −(G v + g_t).
  if (n_g > 0) {
    evaluator->rows(
        {.t = t, .q = result.q, .v = result.v, .a = result.a, .lambda = result.lambda, .s = result.s},
        {.velocity = g});
    if (!is_rounding(g, m.G, result.v)) {
      top.setZero();
      bottom = -g;
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
  result.position_moved = (result.q - q0).norm();
  result.velocity_moved = (result.v - v0).norm();
  return result;
}

}  // namespace pleuel
