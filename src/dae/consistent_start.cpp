#include "pleuel/dae/consistent_start.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/iteration_control.hpp"
#include "pleuel/base/limits.hpp"
#include "pleuel/dae/singular_start.hpp"
#include "pleuel/dae/stoppable_dae.hpp"

namespace pleuel {
namespace {

constexpr double tiny_part = 1e-20;  // δ relative to the interval
// Each iteration gains the digits that δ ‖J‖ leaves; three suffice up to ‖J‖ = 1e14/span.
constexpr int derivative_iterations = 3;

class Starter {
 public:
  Starter(Dae& dae, double t, double span)
      : dae_(dae),
        t_(t),
        span_(span),
        delta_(tiny_part * span),
        matrix_(dae.newton_matrix({.real = 1, .complex = 0})),
        rows_(Vector::Zero(dae.info().n_rows())),
        later_(rows_),
        increment_(Vector::Zero(dae.info().n_unknowns())),
        rest_(increment_) {}

  ConsistentStart from(ConstVec y0) {
    ConsistentStart start;
    start.y = y0;
    start.ydot = Vector::Zero(y0.size());
    start.fault = solve_algebraic(start.y);
    if (!start.fault.empty()) return start;
    start.moved = (start.y - y0).norm();
    start.fault = solve_derivative(start.y, start.ydot);
    return start;
  }

 private:
  bool is_differential(Eigen::Index i) const { return dae_.info().unknowns[i].is_differential; }

  std::string factor(const Vector& y, const Vector& ydot) {
    matrix_->linearize(t_, y, ydot);
    const auto singular = matrix_->factor_real(0, 1, delta_);
    if (!singular) return "";
    const bool is_named = singular->unknown >= 0;
    return "no row determines " +
           (is_named ? "'" + dae_.info().unknowns[singular->unknown].name + "'" : std::string("an unknown"));
  }

  void solve() { matrix_->solve_real(0, rows_, increment_); }

  std::string solve_algebraic(Vector& y) {
    for (IterationControl control({});;) {
      if (std::string fault = factor(y, rest_); !fault.empty()) return fault;
      dae_.residual(t_, y, rest_, rows_);
      if (!rows_.allFinite()) return "the equations are not finite";
      Eigen::Index worst = 0;
      for (Eigen::Index i = 0; i < rows_.size(); ++i) rows_[i] = is_differential(i) ? 0 : delta_ * rows_[i];
      if (rows_.isZero(0)) return "";
      solve();
      double largest = 0;
      for (Eigen::Index i = 0; i < y.size(); ++i) {
        if (is_differential(i)) continue;
        y[i] += increment_[i];
        const double size = std::abs(increment_[i]) / (1 + std::abs(y[i]));
        if (!(size <= largest)) {
          largest = size;
          worst = i;
        }
      }
      const IterationState state = control.check(largest);
      if (state == IterationState::success) return "";
      if (state == IterationState::failure)
        return "Newton's method for the algebraic rows, at '" + dae_.info().unknowns[worst].name + "', " +
               control.fault("relative increment");
    }
  }

  std::string solve_derivative(const Vector& y, Vector& ydot) {
    if (std::string fault = factor(y, ydot); !fault.empty()) return fault;
    for (int iteration = 0; iteration < derivative_iterations; ++iteration) {
      const double tau = std::sqrt(epsilon) * std::min(span_, (1 + y.norm()) / (1e-300 + ydot.norm()));
      dae_.residual(t_, y, ydot, rows_);
      moved_ = y + tau * ydot;
      dae_.residual(t_ + tau, moved_, ydot, later_);
      for (Eigen::Index i = 0; i < rows_.size(); ++i)
        if (!is_differential(i)) rows_[i] = delta_ * (later_[i] - rows_[i]) / tau;
      solve();
      ydot += increment_;
    }
    return ydot.allFinite() ? "" : "the derivatives are not finite";
  }

  Dae& dae_;
  double t_;
  double span_;
  double delta_;
  std::unique_ptr<NewtonMatrix> matrix_;
  Vector rows_, later_, increment_, rest_, moved_;
};

/// Describes a differential row that ẏ does not solve because E is singular there.
std::string unsolved_row(Dae& dae, double t, const ConsistentStart& start) {
  constexpr double solved = 1e-3, share = 1e-8;  // relative to the row, and to the largest row
  Vector at_rest(dae.info().n_rows()), rows(at_rest);
  dae.residual(t, start.y, Vector(Vector::Zero(start.y.size())), at_rest);
  dae.residual(t, start.y, start.ydot, rows);
  const double largest = at_rest.size() > 0 ? at_rest.cwiseAbs().maxCoeff() : 0;
  for (Eigen::Index i = 0; i < rows.size(); ++i)
    if (dae.info().unknowns[i].is_differential &&
        !(std::abs(rows[i]) <= solved * std::abs(at_rest[i]) + share * largest))
      return "E is singular: no derivative solves the row '" + dae.info().rows[i] +
             "'; mark unknowns whose derivative does not occur as algebraic (is_differential = false), or "
             "give ydot0";
  return "";
}

}  // namespace

ConsistentStart consistent_start(Dae& dae, double t, ConstVec y0, double span) {
  auto* const stoppable = dynamic_cast<StoppableDae*>(&dae);
  auto* const known = dynamic_cast<DifferentiatedDae*>(stoppable != nullptr ? &stoppable->core() : &dae);
  if (known != nullptr && is_singular_otherwise(*known, t, y0)) return singular_start(*known, t, y0, span);
  ConsistentStart start = Starter(dae, t, span).from(y0);
  if (start.fault.empty()) start.fault = unsolved_row(dae, t, start);
  return start;
}

}  // namespace pleuel
