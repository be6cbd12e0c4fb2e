// A stiff integrator for tests that is unlike all those of the package.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "pleuel/dae/dae_from.hpp"

namespace pleuel::testing {

/// Extrapolated linearly implicit Euler rule [HW96, IV.9] in extended precision, with sub-step
/// numbers 1, 2, …, 9 and error control by the last two entries of the diagonal, for equations as
/// DaeFrom takes them, with constant E, n unknowns. E and J are exact, as a DAE needs them.
template <class Equations, int n>
class StiffExtrapolation {
  using Real = long double;
  using State = std::array<Real, n>;
  using Table = std::array<State, 9>;

 public:
  StiffExtrapolation(Equations equations, Real tolerance, State smallest)
      : equations_(std::move(equations)), tolerance_(tolerance), smallest_(smallest) {}

  /// y at t_end from y0 at 0, the first step h; gives up after `most_tries`.
  State integrate(State y, Real t_end, Real h) {
    Real t = 0;
    for (int n_tries = 0; t < t_end && n_tries < most_tries; ++n_tries) {
      h = std::min(h, t_end - t);
      const auto [next, error] = step(y, h);
      const Real factor = std::pow(0.1L / std::max(error, Real(1e-12L)), 1.0L / n_rows);
      if (error < 1) {
        y = next;
        t = h >= t_end - t ? t_end : t + h;
        ++n_steps;
      }
      h *= std::isfinite(factor) ? std::clamp(factor, Real(0.2L), Real(4)) : Real(0.2L);
    }
    return y;
  }

  int n_steps = 0;

 private:
  static constexpr int n_rows = 9;
  static constexpr int most_tries = 20000;

  State residual(const State& y, const State& ydot) const {
    State rows;
    equations_.residual(DaePoint<Real>{0, y.data(), ydot.data()}, rows.data());
    return rows;
  }

  /// E − h J at y, by columns.
  std::array<State, n> matrix(const State& y, Real h) const {
    using Number = Dual<2 * n, Real>;
    std::array<Number, n> at, rate, rows;
    for (int j = 0; j < n; ++j) {
      at[j] = Number(y[j]);
      at[j].d[j] = 1;
      rate[j].d[n + j] = 1;
    }
    equations_.residual(DaePoint<Number>{0, at.data(), rate.data()}, rows.data());
    std::array<State, n> columns;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) columns[j][i] = -rows[i].d[n + j] - h * rows[i].d[j];
    return columns;
  }

  static State solve(std::array<State, n> A, State b) {
    for (int k = 0; k < n; ++k) {
      int pivot = k;
      for (int i = k + 1; i < n; ++i)
        if (std::abs(A[k][i]) > std::abs(A[k][pivot])) pivot = i;
      for (int j = 0; j < n; ++j) std::swap(A[j][k], A[j][pivot]);
      std::swap(b[k], b[pivot]);
      for (int i = k + 1; i < n; ++i) {
        const Real l = A[k][i] / A[k][k];
        for (int j = k; j < n; ++j) A[j][i] -= l * A[j][k];
        b[i] -= l * b[k];
      }
    }
    for (int k = n - 1; k >= 0; --k) {
      b[k] /= A[k][k];
      for (int i = 0; i < k; ++i) b[i] -= A[k][i] * b[k];
    }
    return b;
  }

  struct Outcome {
    State y;
    Real error;
  };
  Outcome step(const State& y, Real H) const {
    Table table;
    State before{};
    for (int k = 0; k < n_rows; ++k) {
      const Real h = H / (k + 1);
      const auto A = matrix(y, h);
      State now = y;
      for (int i = 0; i <= k; ++i) {
        State b = residual(now, State{});
        for (Real& x : b) x *= h;
        const State increment = solve(A, b);
        for (int c = 0; c < n; ++c) now[c] += increment[c];
      }
      table[k] = now;
      before = table[0];
      for (int j = k - 1; j >= 0; --j) {
        const Real ratio = Real(k + 1) / (j + 1);
        for (int c = 0; c < n; ++c)
          table[j][c] = table[j + 1][c] + (table[j + 1][c] - table[j][c]) / (ratio - 1);
      }
    }
    Real error = 0;
    for (int c = 0; c < n; ++c) {
      const Real scale = tolerance_ * std::max(std::abs(table[0][c]), smallest_[c]);
      error = std::max(error, std::abs(table[0][c] - before[c]) / scale);
    }
    return {table[0], std::isfinite(error) ? error : Real(1e30L)};
  }

  Equations equations_;
  Real tolerance_;
  State smallest_;
};

}  // namespace pleuel::testing
