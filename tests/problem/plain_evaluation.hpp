// Evaluates an author's struct of equations directly, in double and in complex numbers.
#pragma once

#include <Eigen/Core>
#include <complex>

#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/mechanics/configuration.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel::testing {

template <class S>
using VectorOf = Eigen::Matrix<S, Eigen::Dynamic, 1>;
template <class S>
using MatrixOf = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

template <class S>
struct DenseSink {
  MatrixOf<S>& A;
  void add(int i, int j, const S& value) { A(i, j) += value; }
};

/// Functions of the equations as values. Derivatives are taken with a complex step: for an analytic
/// function that is real on the real axis f'(x) = Im f(x + iη)/η + O(η²), free of cancellation, so
/// exact to rounding for η = 1e-30.
template <class Equations>
class Plain {
 public:
  static constexpr bool is_constrained =
      requires(const Equations e, Configuration<double> x, Vector v, Vector out) {
    e.constraint_rate(x, v, out);
  };
  explicit Plain(Equations equations) : equations_(std::move(equations)), info_(equations_.info()) {}

  int n_v() const { return info_.n_v(); }
  int n_lambda() const { return info_.n_lambda(); }
  const Equations& equations() const { return equations_; }

  template <class S>
  auto at(const S& t, const VectorOf<S>& q) const {
    const ConstView<S> q_view(q.data(), q.size());
    if constexpr (requires { equations_.at(t, q_view); }) {
      return equations_.at(t, q_view);
    } else {
      return Configuration<S>{t, q_view};
    }
  }

  template <class S = double>
  MatrixOf<S> mass(const S& t, const VectorOf<S>& q) const {
    MatrixOf<S> M = MatrixOf<S>::Zero(n_v(), n_v());
    equations_.mass(at(t, q), DenseSink<S>{M});
    return M;
  }
  template <class S = double>
  VectorOf<S> force(const S& t, const VectorOf<S>& q, const VectorOf<S>& v) const {
    VectorOf<S> f = VectorOf<S>::Zero(n_v());
    equations_.force(at(t, q), v, f);
    return f;
  }
  template <class S = double>
  VectorOf<S> constraint(const S& t, const VectorOf<S>& q) const {
    VectorOf<S> g(n_lambda());
    equations_.constraint(at(t, q), g);
    return g;
  }
  template <class S = double>
  MatrixOf<S> jacobian(const S& t, const VectorOf<S>& q) const {
    MatrixOf<S> G = MatrixOf<S>::Zero(n_lambda(), n_v());
    if constexpr (is_constrained) equations_.constraint_jacobian(at(t, q), DenseSink<S>{G});
    return G;
  }
  template <class S = double>
  VectorOf<S> rate(const S& t, const VectorOf<S>& q, const VectorOf<S>& v) const {
    VectorOf<S> out(n_lambda());
    if constexpr (is_constrained) equations_.constraint_rate(at(t, q), v, out);
    return out;
  }
  Vector curvature(double t, const Vector& q, const Vector& v) const {
    Vector out(n_lambda());
    if constexpr (is_constrained) equations_.constraint_curvature(at(t, q), v, out);
    return out;
  }
  template <class S = double>
  S potential(const S& t, const VectorOf<S>& q) const {
    return equations_.potential_energy(at(t, q));
  }
  double dissipated(double t, const Vector& q, const Vector& v) const {
    if constexpr (requires { equations_.dissipated_power(at(t, q), v); }) {
      return equations_.dissipated_power(at(t, q), v);
    } else {
      return 0;
    }
  }
  double supplied(double t, const Vector& q, const Vector& v) const {
    if constexpr (requires { equations_.supplied_power(at(t, q), v); }) {
      return equations_.supplied_power(at(t, q), v);
    } else {
      return 0;
    }
  }

  /// (a, λ) of M a + Gᵀλ = f, G a = −γ.
  Vector accelerations_and_multipliers(double t, const Vector& q, const Vector& v) const {
    const int n = n_v(), m = n_lambda();
    Matrix A = Matrix::Zero(n + m, n + m);
    const Matrix G = jacobian(t, q);
    A.topLeftCorner(n, n) = mass(t, q);
    A.topRightCorner(n, m) = G.transpose();
    A.bottomLeftCorner(m, n) = G;
    Vector b(n + m);
    b << force(t, q, v), -curvature(t, q, v);
    return solved(A, b);
  }

 private:
  Equations equations_;
  SystemInfo info_;
};

inline constexpr double complex_step = 1e-30;

inline VectorOf<Complex> shifted(const Vector& x, const Vector& direction) {
  return x.cast<Complex>() + Complex(0, complex_step) * direction.cast<Complex>();
}
inline Complex shifted(double x, double direction) { return {x, complex_step * direction}; }

/// Derivative at 0 of ε ↦ function(t + ε dt, q + ε dq).
template <class Function>
auto derivative(const Function& function, double t, double dt, const Vector& q, const Vector& dq) {
  const auto value = function(shifted(t, dt), shifted(q, dq));
  if constexpr (std::is_same_v<decltype(value), const Complex>) {
    return value.imag() / complex_step;
  } else {
    return (value.imag() / complex_step).eval();
  }
}

/// T + V.
template <class Equations>
double energy(const Plain<Equations>& system, double t, const Vector& q, const Vector& v) {
  return 0.5 * v.dot(system.mass(t, q) * v) + system.potential(t, q);
}

}  // namespace pleuel::testing
