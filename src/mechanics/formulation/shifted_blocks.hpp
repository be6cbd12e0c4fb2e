// Inverts small diagonal blocks that depend on the shift, and multiplies with them.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/linalg/split.hpp"

namespace pleuel {

/// y = A x for a matrix of fixed pattern with values in Scalar.
template <class Scalar>
void apply(const FixedMatrix& pattern, const std::vector<Scalar>& value, Split x, Split y) {
  constexpr bool is_complex = !std::is_same_v<Scalar, double>;
  std::fill_n(y.re, pattern.rows, 0.0);
  if constexpr (is_complex) std::fill_n(y.im, pattern.rows, 0.0);
  for (int j = 0; j < pattern.cols; ++j)
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
      if constexpr (is_complex) {
        const Complex p = value[k] * Complex(x.re[j], x.im[j]);
        y.re[pattern.row[k]] += p.real();
        y.im[pattern.row[k]] += p.imag();
      } else {
        y.re[pattern.row[k]] += value[k] * x.re[j];
      }
    }
}

/// Block of out := (shift · I − factor · m)⁻¹ on [first, first + size), by Gauss–Jordan elimination
/// with row exchanges in `work` (size × 2 size). The rows of a column of the block are contiguous
/// in the pattern. Returns the column without a pivot, or −1.
template <class Scalar>
int invert_block(int first, int size, Scalar shift, Scalar factor, const FixedMatrix& m,
                 const FixedMatrix& pattern, std::vector<Scalar>& work, std::vector<Scalar>& out) {
  const int width = 2 * size;
  const auto entry = [&](int i, int j) -> Scalar& { return work[i * width + j]; };
  std::fill_n(work.begin(), size * width, Scalar(0));
  for (int i = 0; i < size; ++i) {
    entry(i, i) = shift;
    entry(i, size + i) = Scalar(1);
  }
  for (int j = 0; j < size; ++j)
    for (int k = m.start[first + j]; k < m.start[first + j + 1]; ++k)
      entry(m.row[k] - first, j) -= factor * m.value[k];
  for (int k = 0; k < size; ++k) {
    int p = k;
    for (int i = k + 1; i < size; ++i)
      if (std::abs(entry(i, k)) > std::abs(entry(p, k))) p = i;
    if (!(std::abs(entry(p, k)) > 0)) return k;
    for (int j = 0; j < width && p != k; ++j) std::swap(entry(k, j), entry(p, j));
    const Scalar inverse = Scalar(1) / entry(k, k);
    for (int j = 0; j < width; ++j) entry(k, j) *= inverse;
    for (int i = 0; i < size; ++i) {
      const Scalar multiple = entry(i, k);
      for (int j = 0; j < width && i != k; ++j) entry(i, j) -= multiple * entry(k, j);
    }
  }
  for (int j = 0; j < size; ++j)
    for (int i = 0; i < size; ++i) out[pattern.start[first + j] + i] = entry(i, size + j);
  return -1;
}

}  // namespace pleuel
