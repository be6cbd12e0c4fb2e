// Operations on vectors of double or complex numbers that are stored as one or two real arrays.
#pragma once

#include <algorithm>

#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/linalg/split.hpp"

namespace pleuel {

/// y += scale · A x; real and imaginary part in one pass over A.
template <bool is_complex>
void multiply_add(const FixedMatrix& m, double scale, Split x, Split y) {
  if constexpr (!is_complex) {
    m.multiply_add(scale, x.re, y.re);
    return;
  }
  for (int j = 0; j < m.cols; ++j) {
    const double re = scale * x.re[j], im = scale * x.im[j];
    for (int k = m.start[j]; k < m.start[j + 1]; ++k) {
      const int i = m.row[k];
      y.re[i] += m.value[k] * re;
      y.im[i] += m.value[k] * im;
    }
  }
}

/// y += scale · Aᵀ x.
template <bool is_complex>
void multiply_transposed_add(const FixedMatrix& m, double scale, Split x, Split y) {
  if constexpr (!is_complex) {
    m.multiply_transposed_add(scale, x.re, y.re);
    return;
  }
  for (int j = 0; j < m.cols; ++j) {
    double re = 0, im = 0;
    for (int k = m.start[j]; k < m.start[j + 1]; ++k) {
      re += m.value[k] * x.re[m.row[k]];
      im += m.value[k] * x.im[m.row[k]];
    }
    y.re[j] += scale * re;
    y.im[j] += scale * im;
  }
}

/// y = x.
template <bool is_complex>
void copy(Split x, int n, Split y) {
  std::copy_n(x.re, n, y.re);
  if constexpr (is_complex) std::copy_n(x.im, n, y.im);
}

template <bool is_complex>
void set_zero(Split x, int n) {
  std::fill_n(x.re, n, 0.0);
  if constexpr (is_complex) std::fill_n(x.im, n, 0.0);
}

/// y = c x.
inline void assign_scaled(double c, Split x, int n, Split y) {
  for (int i = 0; i < n; ++i) y.re[i] = c * x.re[i];
}
inline void assign_scaled(Complex c, Split x, int n, Split y) {
  const double cr = c.real(), ci = c.imag();
  for (int i = 0; i < n; ++i) {
    const double r = x.re[i], s = x.im[i];
    y.re[i] = r * cr - s * ci;
    y.im[i] = r * ci + s * cr;
  }
}

/// x = c x.
template <class Scalar>
void scale(Scalar c, Split x, int n) {
  assign_scaled(c, x, n, x);
}

/// y += c x.
inline void add_scaled(double c, Split x, int n, Split y) {
  for (int i = 0; i < n; ++i) y.re[i] += c * x.re[i];
}
inline void add_scaled(Complex c, Split x, int n, Split y) {
  const double cr = c.real(), ci = c.imag();
  for (int i = 0; i < n; ++i) {
    y.re[i] += x.re[i] * cr - x.im[i] * ci;
    y.im[i] += x.re[i] * ci + x.im[i] * cr;
  }
}

/// |x|².
template <bool is_complex>
double squared_norm(Split x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += x.re[i] * x.re[i];
  if constexpr (is_complex)
    for (int i = 0; i < n; ++i) sum += x.im[i] * x.im[i];
  return sum;
}

}  // namespace pleuel
