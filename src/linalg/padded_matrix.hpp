// A small dense matrix whose columns are padded to whole registers.
#pragma once

#include <algorithm>
#include <vector>

#include "pleuel/linalg/simd.hpp"

namespace pleuel {

/// Columns are contiguous and padded with zeros. A vector that belongs to the rows must have
/// padded(rows) finite entries.
class PaddedMatrix {
 public:
  PaddedMatrix() = default;
  PaddedMatrix(int rows, int cols)
      : rows_(rows),
        cols_(cols),
        stride_(padded(rows)),
        value_(static_cast<std::size_t>(stride_) * cols, 0.0) {}

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  double* column(int j) { return value_.data() + static_cast<std::size_t>(j) * stride_; }
  const double* column(int j) const { return value_.data() + static_cast<std::size_t>(j) * stride_; }
  /// All columns, one behind the other.
  double* data() { return value_.data(); }
  const double* data() const { return value_.data(); }
  int n_places() const { return static_cast<int>(value_.size()); }
  void set_zero() { std::fill(value_.begin(), value_.end(), 0.0); }

  /// y += scale · A x, register by register, so that sums stay in registers.
  void multiply_add(double scale, const double* x, double* y) const {
    for (int i = 0; i < stride_; i += lanes) {
      Lanes sum{};
      const double* a = value_.data() + i;
      for (int j = 0; j < cols_; ++j, a += stride_) sum += lanes_at(a) * x[j];
      lanes_at(y + i) += scale * sum;
    }
  }
  /// y = Aᵀ x.
  void multiply_transposed(const double* x, double* y) const {
    for (int j = 0; j < cols_; ++j) y[j] = dot(column(j), x, stride_);
  }

  /// Of vectors with a whole number of registers.
  static double dot(const double* a, const double* b, int n) {
    Lanes sum{};
    for (int i = 0; i < n; i += lanes) sum += lanes_at(a + i) * lanes_at(b + i);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }

 private:
  int rows_ = 0, cols_ = 0, stride_ = 0;
  std::vector<double> value_;
};

}  // namespace pleuel
