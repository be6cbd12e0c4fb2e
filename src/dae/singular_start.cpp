#include "pleuel/dae/singular_start.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/limits.hpp"
#include "pleuel/linalg/decompositions.hpp"

namespace pleuel {
namespace {

constexpr int most_unknowns = 1000;
// Relative to the largest; rows and columns of E scaled to length 1.
constexpr double zero_pivot = 1e-10;
constexpr double singular = 1e-14;  // reciprocal condition
// Relative to 1 + |y|: below this, rounding may end the iteration.
constexpr double nearly_there = 1e-9;
constexpr int most_iterations = 50;
// Several are needed if E depends on y, and therefore J on ẏ.
constexpr int passes_for_derivatives = 3;

/// Reciprocal lengths of the rows; 1 for a zero row.
Vector row_scales(const Matrix& A) {
  Vector scales = A.rowwise().norm();
  for (double& x : scales) x = x > 0 ? 1 / x : 1;
  return scales;
}

class SingularStart {
 public:
  SingularStart(DifferentiatedDae& dae, double t, double span)
      : dae_(dae),
        t_(t),
        span_(span),
        n_(dae.info().n_unknowns()),
        E_(dae.E_pattern()),
        J_(dae.J_pattern()),
        rest_(Vector::Zero(n_)),
        rows_(rest_),
        later_(rest_) {}

  int rank(ConstVec y) {
    split(y, view(std::as_const(rest_)));
    return n_ - static_cast<int>(P_.cols());
  }
  const Matrix& E() const { return dense_; }
  /// Requires rank().
  bool has_index_one() const {
    if (P_.cols() == 0) return true;
    return FullyPivotedLu(P_.transpose() * J_.dense() * Z_).reciprocal_condition() > singular;
  }

  ConsistentStart from(ConstVec y0) {
    ConsistentStart start;
    start.y = y0;
    start.ydot = rest_;
    start.fault = solve_algebraic(start.y);
    if (!start.fault.empty()) return start;
    start.moved = (start.y - y0).norm();
    start.fault = solve_derivative(start.y, start.ydot);
    return start;
  }

 private:
  /// E and J at (y, ẏ), and the null spaces of E.
  void split(ConstVec y, ConstVec ydot) {
    dae_.differentiate(t_, y, ydot, E_, J_);
    dense_ = E_.dense();
    const Vector of_rows = row_scales(dense_);
    const Vector of_columns = row_scales((of_rows.asDiagonal() * dense_).transpose());
    const Matrix scaled = of_rows.asDiagonal() * dense_ * of_columns.asDiagonal();
    const PivotedQr left(scaled, zero_pivot), right(scaled.transpose(), zero_pivot);
    const Eigen::Index n_zero = n_ - std::min(left.rank(), right.rank());
    P_ = of_rows.asDiagonal() * left.Q().rightCols(n_zero);
    Z_ = of_columns.asDiagonal() * right.Q().rightCols(n_zero);
  }

  /// Name of the unknown with the largest entry in a direction of Z.
  std::string name_of(Eigen::Index direction) const {
    Eigen::Index unknown = 0;
    Z_.col(direction).cwiseAbs().maxCoeff(&unknown);
    return "'" + dae_.info().unknowns[static_cast<std::size_t>(unknown)].name + "'";
  }

  std::string solve_algebraic(Vector& y) {
    double last = infinity;
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      split(view(std::as_const(y)), view(std::as_const(rest_)));
      if (P_.cols() == 0) return "";
      dae_.residual(t_, y, rest_, rows_);
      if (!rows_.allFinite() || !J_.dense().allFinite()) return "the equations are not finite";
      const FullyPivotedLu lu(P_.transpose() * J_.dense() * Z_);
      if (!(lu.reciprocal_condition() > singular))
        return "E is singular, and the equations without a derivative do not determine " +
               name_of(lu.last_column()) + ", so the index is above 1: give a consistent y0 and ydot0";
      const Vector step = -(Z_ * lu.solve(P_.transpose() * rows_));
      y += step;
      const double size = (step.array() / (1 + y.array().abs())).abs().maxCoeff();
      if (size <= 4 * epsilon || (size <= nearly_there && size > 0.5 * last)) return "";
      if (!std::isfinite(size)) break;
      last = size;
    }
    Eigen::Index direction = 0;
    (P_.transpose() * rows_).cwiseAbs().maxCoeff(&direction);
    return "E is singular, and Newton's method for the equations without a derivative does not converge in " +
           name_of(direction) + "; give a y0 nearer to a consistent one";
  }

  std::string solve_derivative(const Vector& y, Vector& ydot) {
    for (int iteration = 0; iteration < passes_for_derivatives; ++iteration) {
      split(view(y), view(std::as_const(ydot)));
      const Eigen::Index n_zero = P_.cols();
      Matrix A(n_ + n_zero, n_);
      Vector b(n_ + n_zero);
      A << dense_, P_.transpose() * J_.dense();
      const double tau = std::sqrt(epsilon) * span_;
      dae_.residual(t_, y, ydot, rows_);
      dae_.residual(t_ + tau, y, ydot, later_);
      b.tail(n_zero) = -(P_.transpose() * (later_ - rows_)) / tau;
      dae_.residual(t_, y, rest_, rows_);
      b.head(n_) = rows_;
      const Vector scales = row_scales(A);
      ydot = least_squares(scales.asDiagonal() * A, Vector(scales.cwiseProduct(b)));
    }
    return ydot.allFinite() ? "" : "the derivatives are not finite";
  }

  DifferentiatedDae& dae_;
  double t_, span_;
  int n_;
  FixedMatrix E_, J_;
  Matrix dense_, P_, Z_;
  Vector rest_, rows_, later_;
};

}  // namespace

bool is_singular_otherwise(DifferentiatedDae& dae, double t, ConstVec y) {
  const DaeInfo& info = dae.info();
  if (info.n_unknowns() > most_unknowns) return false;
  SingularStart start(dae, t, 1);
  int n_differential = 0;
  const int rank = start.rank(y);
  if (!start.E().allFinite()) return false;  // reported elsewhere
  for (int i = 0; i < info.n_unknowns(); ++i) {
    if (info.unknowns[i].is_differential)
      ++n_differential;
    else if (!start.E().row(i).isZero(0) || !start.E().col(i).isZero(0))
      return true;
  }
  return rank != n_differential || !start.has_index_one();
}

ConsistentStart singular_start(DifferentiatedDae& dae, double t, ConstVec y0, double span) {
  return SingularStart(dae, t, span).from(y0);
}

}  // namespace pleuel
