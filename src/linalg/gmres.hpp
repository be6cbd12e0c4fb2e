// The restarted method of generalized minimal residuals.
#pragma once

#include <cmath>
#include <complex>
#include <vector>

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// One cycle of GMRES [SS86] with right preconditioning, real or complex.
///
/// For A d = r it minimises ‖r − A d‖₂ over d = P⁻¹ K, where K is the Krylov space of A P⁻¹ and r,
/// with an orthonormal basis by modified Gram–Schmidt and Givens rotations. The residual of A d = r
/// itself is minimised, whatever P is. All memory is allocated at construction.
template <class Scalar>
class Gmres {
 public:
  /// For n unknowns, with at most `longest` iterations per cycle.
  Gmres(int n, int longest)
      : n_(n),
        longest_(longest),
        basis_(static_cast<std::size_t>(n) * (longest + 1)),
        work_(n),
        hessenberg_(static_cast<std::size_t>(longest) * (longest + 1)),
        cosine_(longest),
        sine_(longest),
        rhs_(longest + 1) {}

  struct Cycle {
    int iterations = 0;
    double residual = 0;  ///< ‖r − A d‖₂, from the recurrence
  };

  /// `product(x, y)` computes y = A x, `precondition(r, z)` z = P⁻¹ r. Ends when the residual is at
  /// most `target`. d is overwritten.
  template <class Product, class Precondition>
  Cycle run(Product product, Precondition precondition, const Scalar* r, double target, Scalar* d) {
    Cycle cycle{.iterations = 0, .residual = norm(r)};
    std::fill_n(d, n_, Scalar(0));
    if (!(cycle.residual > target) || !std::isfinite(cycle.residual)) return cycle;
    for (int i = 0; i < n_; ++i) vector(0)[i] = r[i] / cycle.residual;
    rhs_[0] = cycle.residual;
    int k = 0;
    while (k < longest_ && cycle.residual > target) {
      precondition(vector(k), work_.data());
      product(work_.data(), vector(k + 1));
      const bool is_complete = orthogonalise(k);
      rotate(k);
      ++k;
      cycle.residual = std::abs(rhs_[k]);
      if (is_complete || !std::isfinite(cycle.residual)) break;
    }
    cycle.iterations = k;
    combine(k);
    precondition(work_.data(), d);
    return cycle;
  }

  /// Numbers in memory.
  long n_numbers() const { return static_cast<long>(basis_.size() + work_.size() + hessenberg_.size()); }

 private:
  static Scalar conjugate(Scalar x) {
    if constexpr (std::is_same_v<Scalar, double>)
      return x;
    else
      return std::conj(x);
  }
  Scalar* vector(int k) { return basis_.data() + static_cast<std::size_t>(k) * n_; }
  Scalar& h(int i, int k) { return hessenberg_[static_cast<std::size_t>(k) * (longest_ + 1) + i]; }
  double norm(const Scalar* x) const {
    double sum = 0;
    for (int i = 0; i < n_; ++i) sum += std::norm(x[i]);
    return std::sqrt(sum);
  }

  /// Column k of the Hessenberg matrix. Returns true if the Krylov space is exhausted.
  bool orthogonalise(int k) {
    Scalar* const w = vector(k + 1);
    const double before = norm(w);
    for (int i = 0; i <= k; ++i) {
      const Scalar* const v = vector(i);
      Scalar sum = 0;
      for (int j = 0; j < n_; ++j) sum += conjugate(v[j]) * w[j];
      for (int j = 0; j < n_; ++j) w[j] -= sum * v[j];
      h(i, k) = sum;
    }
    const double length = norm(w);
    h(k + 1, k) = length;
    if (!(length > 1e-15 * before)) return true;
    for (int j = 0; j < n_; ++j) w[j] /= length;
    return false;
  }

  /// Applies the earlier rotations to column k, and a new one that makes it triangular.
  void rotate(int k) {
    for (int i = 0; i < k; ++i) {
      const Scalar a = h(i, k), b = h(i + 1, k);
      h(i, k) = cosine_[i] * a + sine_[i] * b;
      h(i + 1, k) = -conjugate(sine_[i]) * a + cosine_[i] * b;
    }
    const Scalar a = h(k, k), b = h(k + 1, k);
    const double size = std::hypot(std::abs(a), std::abs(b));
    if (size == 0) {
      cosine_[k] = 1;
      sine_[k] = 0;
    } else {
      cosine_[k] = std::abs(a) / size;
      const Scalar phase = std::abs(a) > 0 ? a / std::abs(a) : Scalar(1);
      sine_[k] = phase * conjugate(b) / size;
    }
    h(k, k) = cosine_[k] * a + sine_[k] * b;
    rhs_[k + 1] = -conjugate(sine_[k]) * rhs_[k];
    rhs_[k] = cosine_[k] * rhs_[k];
  }

  /// work = V y for the y of the smallest residual.
  void combine(int k) {
    std::fill(work_.begin(), work_.end(), Scalar(0));
    for (int i = k - 1; i >= 0; --i) {
      Scalar y = rhs_[i];
      for (int j = i + 1; j < k; ++j) y -= h(i, j) * rhs_[j];
      rhs_[i] = y / h(i, i);
      const Scalar* const v = vector(i);
      for (int j = 0; j < n_; ++j) work_[j] += rhs_[i] * v[j];
    }
  }

  int n_, longest_;
  std::vector<Scalar> basis_, work_, hessenberg_;
  std::vector<double> cosine_;
  std::vector<Scalar> sine_, rhs_;
};

}  // namespace pleuel
