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
///
/// The basis is stored as `Stored`. In single precision it takes half of the memory; a cycle then
/// reduces the residual by 1e-6 at most, and the next one continues with the true residual.
template <class Scalar, class Stored = Scalar>
class Gmres {
 public:
  /// For n unknowns, with at most `longest` iterations per cycle.
  Gmres(int n, int longest)
      : n_(n),
        longest_(longest),
        basis_(static_cast<std::size_t>(n) * (longest + 1)),
        work_(n),
        next_(n),
        hessenberg_(static_cast<std::size_t>(longest) * (longest + 1)),
        cosine_(longest),
        sine_(longest),
        rhs_(longest + 1),
        trial_(longest) {}

  struct Cycle {
    int iterations = 0;
    double residual = 0;  ///< ‖r − A d‖₂, from the recurrence
    /// The smallest singular value of A P⁻¹ on the Krylov space: ‖(A P⁻¹)⁻¹‖ is at least its
    /// inverse.
    double smallest = 1;
  };

  /// `product(x, y)` computes y = A x, `precondition(r, z)` z = P⁻¹ r. Ends when the residual is at
  /// most `target`. d is overwritten.
  template <class Product, class Precondition>
  Cycle run(Product product, Precondition precondition, const Scalar* r, double target, Scalar* d) {
    Cycle cycle{.iterations = 0, .residual = norm(r)};
    std::fill_n(d, n_, Scalar(0));
    if (!(cycle.residual > target) || !std::isfinite(cycle.residual)) return cycle;
    for (int i = 0; i < n_; ++i) vector(0)[i] = Stored(r[i] / cycle.residual);
    rhs_[0] = cycle.residual;
    int k = 0;
    while (k < longest_ && cycle.residual > target) {
      for (int i = 0; i < n_; ++i) next_[i] = Scalar(vector(k)[i]);
      precondition(next_.data(), work_.data());
      product(work_.data(), next_.data());
      const bool is_complete = orthogonalise(k);
      rotate(k);
      ++k;
      cycle.residual = std::abs(rhs_[k]);
      if (is_complete || !std::isfinite(cycle.residual)) break;
    }
    cycle.iterations = k;
    cycle.smallest = smallest_singular_value(k);
    combine(k);
    precondition(work_.data(), d);
    return cycle;
  }

  /// Memory in numbers of type Scalar.
  long n_numbers() const {
    return static_cast<long>(basis_.size() * sizeof(Stored) / sizeof(Scalar) + 2 * work_.size() +
                             hessenberg_.size());
  }

 private:
  static Scalar conjugate(Scalar x) {
    if constexpr (std::is_same_v<Scalar, double>)
      return x;
    else
      return std::conj(x);
  }
  Stored* vector(int k) { return basis_.data() + static_cast<std::size_t>(k) * n_; }
  Scalar& h(int i, int k) { return hessenberg_[static_cast<std::size_t>(k) * (longest_ + 1) + i]; }
  double norm(const Scalar* x) const {
    double sum = 0;
    for (int i = 0; i < n_; ++i) sum += std::norm(x[i]);
    return std::sqrt(sum);
  }

  /// v* w, by eight sums, which registers add at the same time.
  Scalar inner_product(const Stored* v, const Scalar* w) const {
    constexpr int n_sums = 8;
    double re[n_sums] = {}, im[n_sums] = {};
    int j = 0;
    for (; j + n_sums <= n_; j += n_sums)
      for (int i = 0; i < n_sums; ++i) add_product(v[j + i], w[j + i], re[i], im[i]);
    for (; j < n_; ++j) add_product(v[j], w[j], re[0], im[0]);
    for (int i = 1; i < n_sums; ++i) {
      re[0] += re[i];
      im[0] += im[i];
    }
    if constexpr (std::is_same_v<Scalar, double>)
      return re[0];
    else
      return {re[0], im[0]};
  }
  /// Without the treatment of infinities of a complex product.
  static void add_product(Stored v, Scalar w, double& re, double& im) {
    if constexpr (std::is_same_v<Scalar, double>) {
      re += static_cast<double>(v) * w;
    } else {
      const double vr = v.real(), vi = v.imag();
      re += vr * w.real() + vi * w.imag();
      im += vr * w.imag() - vi * w.real();
    }
  }
  /// y += a v.
  void add(Scalar a, const Stored* v, Scalar* y) const {
    if constexpr (std::is_same_v<Scalar, double>) {
      for (int j = 0; j < n_; ++j) y[j] += a * static_cast<double>(v[j]);
    } else {
      const double ar = a.real(), ai = a.imag();
      for (int j = 0; j < n_; ++j) {
        const double vr = v[j].real(), vi = v[j].imag();
        y[j] = {y[j].real() + ar * vr - ai * vi, y[j].imag() + ar * vi + ai * vr};
      }
    }
  }

  /// Column k of the Hessenberg matrix. Returns true if the Krylov space is exhausted.
  bool orthogonalise(int k) {
    Scalar* const w = next_.data();
    const double before = norm(w);
    for (int i = 0; i <= k; ++i) {
      const Stored* const v = vector(i);
      const Scalar sum = inner_product(v, w);
      add(-sum, v, w);
      h(i, k) = sum;
    }
    const double length = norm(w);
    h(k + 1, k) = length;
    if (!(length > 1e-15 * before)) return true;
    Stored* const v = vector(k + 1);
    for (int j = 0; j < n_; ++j) v[j] = Stored(w[j] / length);
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

  /// Of the triangular matrix R of k columns, by inverse iteration with Rᴴ R.
  double smallest_singular_value(int k) {
    constexpr int n_iterations = 6;
    std::fill_n(trial_.begin(), k, Scalar(1));
    double inverse = 1;
    for (int iteration = 0; iteration < n_iterations; ++iteration) {
      for (int i = 0; i < k; ++i) {  // Rᴴ
        Scalar y = trial_[i];
        for (int j = 0; j < i; ++j) y -= conjugate(h(j, i)) * trial_[j];
        trial_[i] = y / conjugate(h(i, i));
      }
      for (int i = k - 1; i >= 0; --i) {
        Scalar y = trial_[i];
        for (int j = i + 1; j < k; ++j) y -= h(i, j) * trial_[j];
        trial_[i] = y / h(i, i);
      }
      double sum = 0;
      for (int i = 0; i < k; ++i) sum += std::norm(trial_[i]);
      inverse = std::sqrt(sum);
      for (int i = 0; i < k; ++i) trial_[i] /= inverse;
    }
    return 1 / std::sqrt(inverse);
  }

  /// work = V y for the y of the smallest residual.
  void combine(int k) {
    std::fill(work_.begin(), work_.end(), Scalar(0));
    for (int i = k - 1; i >= 0; --i) {
      Scalar y = rhs_[i];
      for (int j = i + 1; j < k; ++j) y -= h(i, j) * rhs_[j];
      rhs_[i] = y / h(i, i);
      const Stored* const v = vector(i);
      add(rhs_[i], v, work_.data());
    }
  }

  int n_, longest_;
  std::vector<Stored> basis_;
  std::vector<Scalar> work_, next_, hessenberg_;
  std::vector<double> cosine_;
  std::vector<Scalar> sine_, rhs_, trial_;
};

}  // namespace pleuel
