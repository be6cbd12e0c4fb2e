#include "pleuel/mechanics/analysis/modes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "pleuel/base/error.hpp"
#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/mechanics/analysis/linear_motion.hpp"
#include "pleuel/mechanics/initial_values.hpp"

namespace pleuel {
namespace {

constexpr double zero_rank = 1e-12;      // of the largest pivot of A, balanced
constexpr double chain_rank = 1e-8;      // of LᵀZ, with columns of length one
constexpr double rounding_part = 1e-10;  // of |λ|
constexpr double rounding_rest = 1e-13;  // of the largest |λ|

/// Powers of two d with rows and columns of D⁻¹ A D of about equal norm [PR69]; A is replaced.
Vector balance(Matrix& A) {
  constexpr double radix = 2, enough = 0.95;
  const Eigen::Index n = A.rows();
  Vector d = Vector::Ones(n);
  for (bool is_done = false; !is_done;) {
    is_done = true;
    for (Eigen::Index i = 0; i < n; ++i) {
      double column = A.col(i).lpNorm<1>() - std::abs(A(i, i));
      const double row = A.row(i).lpNorm<1>() - std::abs(A(i, i));
      if (!(column > 0) || !(row > 0)) continue;
      const double sum = column + row;
      double f = 1;
      for (; column < row / radix; column *= radix * radix) f *= radix;
      for (; column >= row * radix; column /= radix * radix) f /= radix;
      if ((column + row) / f >= enough * sum) continue;
      is_done = false;
      d[i] *= f;
      A.col(i) *= f;
      A.row(i) /= f;
    }
  }
  return d;
}

/// Null vectors of A and how many of its eigenvalues are zero.
struct ZeroModes {
  Matrix vectors;
  int n_eigenvalues = 0;
};

ZeroModes zero_modes(const Matrix& A) {
  const Eigen::Index n = A.rows();
  if (n == 0) return {Matrix::Zero(0, 0), 0};
  const PivotedQr qr(A, zero_rank);
  const Eigen::Index rank = A.isZero(0) ? 0 : qr.rank(), nullity = n - rank;
  if (nullity == 0) return {Matrix::Zero(n, 0), 0};
  Matrix right = Matrix::Zero(n, nullity);
  right.bottomRows(nullity).setIdentity();
  if (rank > 0) {
    Matrix top = qr.R().topRightCorner(rank, nullity);
    qr.solve_upper(top);
    right.topRows(rank) = -top;
  }
  // Any basis is valid; short vectors show coordinates that move independently.
  const std::vector<int> order = qr.order();
  Matrix unit(n, nullity);
  for (Eigen::Index k = 0; k < n; ++k) unit.row(order[k]) = right.row(k);
  unit.colwise().normalize();
  const Matrix left = qr.Q().rightCols(nullity);
  const Matrix orthonormal = orthonormalized(unit);
  const PivotedQr chains(left.transpose() * orthonormal, chain_rank);
  // Not relative to the largest pivot: both bases are orthonormal, and LᵀZ may be zero.
  int n_single = 0;
  for (Eigen::Index k = 0; k < nullity; ++k) n_single += std::abs(chains.R()(k, k)) > chain_rank;
  return {unit, static_cast<int>(2 * nullity) - n_single};
}

void normalize(Mode& mode) {
  Eigen::Index i = 0;
  const auto scale = [&](const Complex& by) {
    mode.q /= by;
    mode.s /= by;
  };
  const double all = std::max(mode.q.size() > 0 ? mode.q.cwiseAbs().maxCoeff() : 0.0,
                              mode.s.size() > 0 ? mode.s.cwiseAbs().maxCoeff() : 0.0);
  if (mode.q.size() > 0 && mode.q.cwiseAbs().maxCoeff(&i) > zero_rank * all)
    scale(Complex(mode.q[i]));
  else if (mode.s.size() > 0 && mode.s.cwiseAbs().maxCoeff(&i) > 0)
    scale(Complex(mode.s[i]));
}

Mode mode_of(const LinearMotion& linear, const Complex& eigenvalue, const Eigen::VectorXcd& x) {
  Mode mode;
  mode.eigenvalue = eigenvalue;
  mode.q = linear.shape.cast<Complex>() * x.head(linear.n_f());
  mode.s = x.tail(x.size() - 2 * linear.n_f());
  normalize(mode);
  return mode;
}

bool is_at_rest(const MechanicalSystem& system, const Motion& at) {
  Vector rate(system.info().n_s());
  if (rate.size() > 0) system.make_evaluator()->rows(at, {.internal = rate});
  const auto is_zero = [](const auto& x, double small) {
    return x.size() == 0 || x.cwiseAbs().maxCoeff() <= small;
  };
  // An equilibrium has limited accuracy; its accelerations are unbalanced forces.
  return is_zero(at.v, 0) && is_zero(at.a, 1e-6) && is_zero(rate, 1e-6);
}

}  // namespace

const char* name_of(ModeKind kind) {
  switch (kind) {
    case ModeKind::rigid:
      return "rigid";
    case ModeKind::oscillation:
      return "oscillation";
    case ModeKind::aperiodic:
      return "aperiodic";
  }
  return "";
}

const char* name_of(ModeTrend trend) {
  switch (trend) {
    case ModeTrend::decaying:
      return "decaying";
    case ModeTrend::neutral:
      return "neutral";
    case ModeTrend::growing:
      return "growing";
  }
  return "";
}

double Mode::frequency() const { return omega() / (2 * std::numbers::pi); }

double Mode::damping_ratio() const {
  return eigenvalue == Complex(0) ? std::numeric_limits<double>::quiet_NaN()
                                  : -eigenvalue.real() / std::abs(eigenvalue);
}

bool ModeSet::is_unstable() const {
  return std::any_of(modes.begin(), modes.end(), [](const Mode& m) { return m.trend == ModeTrend::growing; });
}

ModeSet modes_about(const MechanicalSystem& system, const Motion& at) {
  const SystemInfo& info = system.info();
  const auto check_size = [&](int n, const char* what) {
    if (n > most_mode_states)
      throw InvalidInput("the modes of system '" + info.name + "' need dense matrices of order " +
                         std::to_string(n) + " (" + what + "), but at most " +
                         std::to_string(most_mode_states) + " are taken; use a smaller model");
  };
  check_size(info.n_v(), "its velocities");
  check_size(2 * (info.n_v() - info.n_lambda()) + info.n_s(),
             "twice its degrees of freedom, and its internal states");
  const LinearMotion linear = linearize_on_constraints(system, at);
  const auto n = static_cast<int>(linear.A.rows());
  check_size(n, "twice its degrees of freedom, and its internal states");
  if (!linear.A.allFinite())
    throw NoConsistentState("system '" + info.name +
                            "' cannot be linearised: its derivatives there are not all numbers");
  ModeSet set;
  set.n_degrees_of_freedom = linear.n_f();
  set.is_at_rest = is_at_rest(system, at);
  for (const int i : linear.independent) set.independent.push_back(info.v[i].name);
  if (n == 0) return set;

  Matrix A = linear.A;
  const Vector d = balance(A);
  const ZeroModes zero = zero_modes(A);
  set.n_zero = zero.n_eigenvalues;
  for (Eigen::Index k = 0; k < zero.vectors.cols(); ++k) {
    const Vector x = d.cwiseProduct(zero.vectors.col(k));
    set.modes.push_back(mode_of(linear, 0, x.cast<Complex>()));
    set.modes.back().kind = ModeKind::rigid;
  }
  const auto solution = eigen_system(A);
  if (!solution) throw NoConsistentState("the eigenvalues of system '" + info.name + "' did not converge");
  const Eigen::VectorXcd& values = solution->values;
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](int i, int j) { return std::abs(values[i]) < std::abs(values[j]); });
  const double largest = std::abs(values[order.back()]);
  for (int k = set.n_zero; k < n; ++k) {
    const Complex value = values[order[k]];
    if (value.imag() < 0) continue;
    const Eigen::VectorXcd x = d.cast<Complex>().cwiseProduct(solution->vectors.col(order[k]));
    Mode mode = mode_of(linear, value, x);
    mode.kind = value.imag() > 0 ? ModeKind::oscillation : ModeKind::aperiodic;
    const double rounding = rounding_part * std::abs(value) + rounding_rest * largest;
    mode.trend = value.real() > rounding    ? ModeTrend::growing
                 : value.real() < -rounding ? ModeTrend::decaying
                                            : ModeTrend::neutral;
    set.modes.push_back(std::move(mode));
  }
  return set;
}

}  // namespace pleuel
