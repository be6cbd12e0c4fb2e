// A small dense DAE made of functions, for tests of integrators.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pleuel/dae/dae.hpp"

namespace pleuel {

/// Solves with dense LU of α E − β J, or by least squares on the normal equations when rows
/// outnumber unknowns. E and J are differences of the residual, which is linear in ẏ; or J is what
/// the test gives. Does not allocate after it is made.
class DenseTestDae : public Dae {
 public:
  using Residual = std::function<void(double t, ConstVec y, ConstVec ydot, Vec rows)>;
  using Jacobian = std::function<void(double t, ConstVec y, ConstVec ydot, Matrix& J)>;

  DenseTestDae(DaeInfo info, Residual residual, Jacobian jacobian = {})
      : Dae(std::move(info)), residual_(std::move(residual)), jacobian_(std::move(jacobian)) {}

  void residual(double t, ConstVec y, ConstVec ydot, Vec rows) override { residual_(t, y, ydot, rows); }
  std::unique_ptr<NewtonMatrix> newton_matrix(const ShiftCounts& shifts) override;
  bool project(double t, Vec y) override { return projection && projection(t, y); }

  std::function<bool(double t, Vec y)> projection;

 private:
  friend class DenseTestMatrix;
  Residual residual_;
  Jacobian jacobian_;
};

class DenseTestMatrix : public NewtonMatrix {
 public:
  DenseTestMatrix(DenseTestDae& dae, const ShiftCounts& shifts)
      : dae_(dae), n_(dae.info().n_unknowns()), rows_(dae.info().n_rows()), E_(rows_, n_), J_(rows_, n_) {
    real_.assign(shifts.real, Factors<double>(rows_, n_));
    complex_.assign(shifts.complex, Factors<Complex>(rows_, n_));
    y_ = ydot_ = Vector::Zero(n_);
    low_ = high_ = Vector::Zero(rows_);
  }

  void linearize(double t, ConstVec y, ConstVec ydot) override {
    y_ = y;
    ydot_ = ydot;
    difference(t, ydot_, -1.0, E_);
    if (dae_.jacobian_) {
      dae_.jacobian_(t, y, ydot, J_);
    } else {
      difference(t, y_, 1.0, J_);
    }
  }

  std::optional<SingularMatrix> factor_real(int k, double alpha, double beta) override {
    return real_[k].factor(alpha, E_, beta, J_);
  }
  std::optional<SingularMatrix> factor_complex(int k, Complex alpha, Complex beta) override {
    return complex_[k].factor(alpha, E_, beta, J_);
  }
  void solve_real(int k, ConstVec rhs, Vec x) override {
    real_[k].rhs = rhs;
    x = real_[k].solve();
  }
  void solve_complex(int k, ConstVec rhs_re, ConstVec rhs_im, Vec x_re, Vec x_im) override {
    complex_[k].rhs.real() = rhs_re;
    complex_[k].rhs.imag() = rhs_im;
    const auto& x = complex_[k].solve();
    x_re = x.real();
    x_im = x.imag();
  }
  void multiply_E(ConstVec x, Vec out) const override { out = E_ * x; }
  int factored_size() const override { return n_; }
  void forget() override {}

 private:
  template <class Scalar>
  struct Factors {
    using M = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
    using V = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
    Factors(int rows, int n) : full(rows, n), lu(n, n), rhs(rows), x(n), permutation(n) {}

    // Gaussian elimination by hand: Eigen's allocates.
    std::optional<SingularMatrix> factor(Scalar alpha, const Matrix& E, Scalar beta, const Matrix& J) {
      full = alpha * E.template cast<Scalar>() - beta * J.template cast<Scalar>();
      if (full.rows() == full.cols()) {
        lu = full;
      } else {
        for (int i = 0; i < lu.rows(); ++i) {
          for (int j = 0; j < lu.cols(); ++j) lu(i, j) = full.col(i).dot(full.col(j));
        }
      }
      for (int k = 0; k < lu.rows(); ++k) {
        int pivot = k;
        for (int i = k + 1; i < lu.rows(); ++i) {
          if (std::abs(lu(i, k)) > std::abs(lu(pivot, k))) pivot = i;
        }
        permutation[k] = pivot;
        if (!(std::abs(lu(pivot, k)) > 0)) return SingularMatrix{k, std::abs(lu(pivot, k))};
        for (int j = 0; j < lu.cols(); ++j) std::swap(lu(k, j), lu(pivot, j));
        for (int i = k + 1; i < lu.rows(); ++i) {
          lu(i, k) /= lu(k, k);
          for (int j = k + 1; j < lu.cols(); ++j) lu(i, j) -= lu(i, k) * lu(k, j);
        }
      }
      return {};
    }

    const V& solve() {
      if (full.rows() == full.cols()) {
        x = rhs;
      } else {
        for (int i = 0; i < x.size(); ++i) x[i] = full.col(i).dot(rhs);
      }
      for (int k = 0; k < x.size(); ++k) {
        std::swap(x[k], x[permutation[k]]);
      }
      for (int k = 0; k < x.size(); ++k) {
        for (int i = k + 1; i < x.size(); ++i) x[i] -= lu(i, k) * x[k];
      }
      for (int k = static_cast<int>(x.size()) - 1; k >= 0; --k) {
        x[k] /= lu(k, k);
        for (int i = 0; i < k; ++i) x[i] -= lu(i, k) * x[k];
      }
      return x;
    }

    M full, lu;
    V rhs, x;
    std::vector<int> permutation;
  };

  /// D = sign · ∂residual/∂z by central differences; z is y_ or ydot_.
  void difference(double t, Vector& z, double sign, Matrix& D) {
    const double relative = std::cbrt(std::numeric_limits<double>::epsilon());
    for (int j = 0; j < n_; ++j) {
      const double saved = z[j];
      const double change = relative * std::max(1e-3, std::abs(saved));
      z[j] = saved + change;
      dae_.residual(t, view(std::as_const(y_)), view(std::as_const(ydot_)), view(high_));
      z[j] = saved - change;
      dae_.residual(t, view(std::as_const(y_)), view(std::as_const(ydot_)), view(low_));
      z[j] = saved;
      for (int i = 0; i < rows_; ++i) D(i, j) = sign * (high_[i] - low_[i]) / (2 * change);
    }
  }

  DenseTestDae& dae_;
  int n_;
  int rows_;
  Matrix E_, J_;
  Vector y_, ydot_, low_, high_;
  std::vector<Factors<double>> real_;
  std::vector<Factors<Complex>> complex_;
};

inline std::unique_ptr<NewtonMatrix> DenseTestDae::newton_matrix(const ShiftCounts& shifts) {
  return std::make_unique<DenseTestMatrix>(*this, shifts);
}

/// Unknowns "y1", "y2", … of the given indices, and as many rows "row1", …
inline DaeInfo test_info(const std::string& name, const std::vector<int>& indices, int extra_rows = 0) {
  DaeInfo info;
  info.name = name;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    info.unknowns.push_back({.name = "y" + std::to_string(i + 1), .unit = "1", .index = indices[i]});
    info.constraint_level = std::max(info.constraint_level, indices[i] - 1);
  }
  for (std::size_t i = 0; i < indices.size() + extra_rows; ++i)
    info.rows.push_back("row" + std::to_string(i + 1));
  return info;
}

}  // namespace pleuel
