#include "pleuel/mechanics/analysis/modes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>

#include "pleuel/base/error.hpp"
#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/mechanics/analysis/linear_motion.hpp"
#include "pleuel/mechanics/analysis/slowest_modes.hpp"
#include "pleuel/mechanics/initial_values.hpp"

namespace pleuel {
namespace {

constexpr double zero_rank = 1e-12;      // of the largest pivot of A, balanced
constexpr double tie = 1e-6;             // of shares of the kinetic energy
constexpr double chain_rank = 1e-8;      // of LᵀZ, with columns of length one
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

void normalize(Mode& mode, const Eigen::VectorXcd& momentum) {
  mode.share = mode.theta.conjugate().cwiseProduct(momentum).real().cwiseAbs();
  const double sum = mode.share.sum();
  if (sum > 0) mode.share /= sum;
  const auto largest = [](const auto& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; };
  Complex by = 1;
  Eigen::Index i = 0;
  if (sum > 0 && largest(mode.theta) > zero_rank * largest(mode.s)) {
    const double most = mode.share.maxCoeff();
    while (mode.share[i] < (1 - tie) * most) ++i;
    by = mode.theta[i];
  } else if (largest(mode.s) > 0) {
    mode.s.cwiseAbs().maxCoeff(&i);
    by = mode.s[i];
  }
  for (Eigen::VectorXcd* part : {&mode.theta, &mode.q, &mode.s}) *part /= by;
}

/// Modes of given eigenvalues λ and eigenvectors x.
class FoundModes {
 public:
  explicit FoundModes(const LinearMotion& linear) : linear_(linear) {}

  std::size_t size() const { return values_.size(); }
  void add(ModeKind kind, const Complex& value, const Eigen::VectorXcd& x) {
    kinds_.push_back(kind);
    values_.push_back(value);
    x_.conservativeResize(x.size(), x_.cols() + 2);
    x_.rightCols(2) << x.real(), x.imag();
  }
  std::vector<Mode> modes() const {
    const auto z = x_.topRows(linear_.n_f());
    const Matrix theta = linear_.N * z, q = linear_.shape * z, momentum = linear_.momentum * z;
    const Matrix s = x_.bottomRows(x_.rows() - 2 * linear_.n_f());
    const auto vector = [](const Matrix& parts, std::size_t k) {
      const auto j = static_cast<Eigen::Index>(2 * k);
      Eigen::VectorXcd x(parts.rows());
      x.real() = parts.col(j);
      x.imag() = parts.col(j + 1);
      return x;
    };
    std::vector<Mode> list(size());
    for (std::size_t k = 0; k < size(); ++k) {
      list[k].kind = kinds_[k];
      list[k].eigenvalue = values_[k];
      list[k].theta = vector(theta, k);
      list[k].q = vector(q, k);
      list[k].s = vector(s, k);
      normalize(list[k], vector(momentum, k));
    }
    return list;
  }

 private:
  const LinearMotion& linear_;
  std::vector<ModeKind> kinds_;
  std::vector<Complex> values_;
  Matrix x_;  // real and imaginary parts in columns
};

}  // namespace

bool is_at_rest(const MechanicalSystem& system, const Motion& at) {
  Vector rate(system.info().n_s());
  if (rate.size() > 0) system.make_evaluator()->rows(at, {.internal = rate});
  const auto is_zero = [](const auto& x, double small) {
    return x.size() == 0 || x.cwiseAbs().maxCoeff() <= small;
  };
  // An equilibrium has limited accuracy; its accelerations are unbalanced forces.
  return is_zero(at.v, 0) && is_zero(at.a, 1e-6) && is_zero(rate, 1e-6);
}

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

void ModeSet::keep(std::size_t n) {
  if (n >= modes.size()) return;
  modes.resize(n);
  is_all = false;
}

namespace {

/// D of a motion z̈ = −D z with a diagonal D; nothing for another motion.
std::optional<Vector> uncoupled(const LinearMotion& linear) {
  const Eigen::Index n = linear.n_f();
  if (linear.A.rows() != 2 * n || n == 0) return std::nullopt;
  const Matrix K = linear.A.bottomLeftCorner(n, n);
  if (!K.isDiagonal(0) || !linear.A.topLeftCorner(n, n).isZero(0) ||
      !linear.A.topRightCorner(n, n).isIdentity(0) || !linear.A.bottomRightCorner(n, n).isZero(0))
    return std::nullopt;
  return -K.diagonal();
}

/// Exact to rounding, also for equal frequencies.
ModeSet uncoupled_modes(const LinearMotion& linear, const Vector& D, const ModeLimits& limits) {
  std::vector<int> order(D.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return std::abs(D[i]) < std::abs(D[j]); });
  ModeSet set;
  FoundModes found(linear);
  for (const int i : order) {
    Eigen::VectorXcd x = Eigen::VectorXcd::Zero(2 * D.size());
    x[i] = 1;
    const double rate = std::sqrt(std::abs(D[i]));
    if (D[i] == 0) set.n_zero += 2;
    if (found.size() >= limits.most) continue;
    if (D[i] == 0) found.add(ModeKind::rigid, 0, x);
    if (D[i] > 0) found.add(ModeKind::oscillation, {0, rate}, x);
    if (D[i] >= 0) continue;
    found.add(ModeKind::aperiodic, -rate, x);
    found.add(ModeKind::aperiodic, rate, x);
  }
  set.modes = found.modes();
  for (Mode& mode : set.modes) {
    const double rate = mode.eigenvalue.real();
    mode.trend = rate > 0 ? ModeTrend::growing : rate < 0 ? ModeTrend::decaying : ModeTrend::neutral;
    set.n_growing += rate > 0;
  }
  return set;
}

}  // namespace

ModeSet modes_of(const LinearMotion& linear, const std::string& name, const ModeLimits& limits) {
  const auto n = static_cast<int>(linear.A.rows());
  if (!linear.A.allFinite())
    throw NoConsistentState("system '" + name +
                            "' cannot be linearised: its derivatives there are not all numbers");
  ModeSet set;
  if (n == 0) return set;
  if (const auto D = uncoupled(linear)) return uncoupled_modes(linear, *D, limits);
  Matrix A = linear.A;
  const Vector d = balance(A);
  const ZeroModes zero = zero_modes(A);
  set.n_zero = zero.n_eigenvalues;
  FoundModes found(linear);
  for (Eigen::Index k = 0; k < zero.vectors.cols() && found.size() < limits.most; ++k)
    found.add(ModeKind::rigid, 0, d.cwiseProduct(zero.vectors.col(k)).cast<Complex>());
  const auto solution = eigen_system(A);
  if (!solution) throw NoConsistentState("the eigenvalues of system '" + name + "' did not converge");
  const Eigen::VectorXcd& values = solution->values;
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](int i, int j) { return std::abs(values[i]) < std::abs(values[j]); });
  for (int k = set.n_zero; k < n && found.size() < limits.most; ++k)
    if (const Complex value = values[order[k]]; value.imag() >= 0)
      found.add(value.imag() > 0 ? ModeKind::oscillation : ModeKind::aperiodic, value,
                d.cast<Complex>().cwiseProduct(solution->vectors.col(order[k])));
  set.modes = found.modes();
  const double rest = rounding_rest * std::abs(values[order.back()]);
  for (Mode& mode : set.modes) {
    const double real = mode.eigenvalue.real(), small = limits.rounding * mode.natural_omega() + rest;
    mode.trend = real > small ? ModeTrend::growing : real < -small ? ModeTrend::decaying : ModeTrend::neutral;
    set.n_growing += mode.trend == ModeTrend::growing;
  }
  return set;
}

ModeSet modes_about(const MechanicalSystem& system, const Motion& at, int most) {
  const SystemInfo& info = system.info();
  const bool is_large =
      info.n_v() > most_mode_states || 2 * (info.n_v() - info.n_lambda()) + info.n_s() > most_mode_states;
  if (is_large) return slowest_modes(system, at, most > 0 ? most : usual_slowest);
  const LinearMotion linear = linearize_on_constraints(system, at);
  ModeSet set = modes_of(linear, info.name);
  set.n_degrees_of_freedom = linear.n_f();
  set.is_at_rest = is_at_rest(system, at);
  for (const int i : linear.independent) set.independent.push_back(info.v[i].name);
  if (most > 0) set.keep(static_cast<std::size_t>(most));
  return set;
}

}  // namespace pleuel
