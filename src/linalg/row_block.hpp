// Several vectors side by side, for products with sparse matrices.
#pragma once

#include <algorithm>
#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/linalg/padded_matrix.hpp"

namespace pleuel {

/// A dense matrix with few columns. Its rows are contiguous and padded with zeros to whole
/// registers, so that products from the left treat all columns at once.
class RowBlock {
 public:
  RowBlock() = default;
  RowBlock(int rows, int cols)
      : rows_(rows),
        cols_(cols),
        stride_(padded(cols)),
        value_(static_cast<std::size_t>(stride_) * rows, 0.0) {}

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  int stride() const { return stride_; }
  double* row(int i) { return value_.data() + static_cast<std::size_t>(i) * stride_; }
  const double* row(int i) const { return value_.data() + static_cast<std::size_t>(i) * stride_; }
  /// All rows, one behind the other.
  double* data() { return value_.data(); }
  const double* data() const { return value_.data(); }
  int n_places() const { return static_cast<int>(value_.size()); }
  void set_zero() { std::fill(value_.begin(), value_.end(), 0.0); }

  /// row i += c x.
  void add_to_row(int i, double c, const double* x) {
    double* const y = row(i);
    for (int k = 0; k < stride_; k += lanes) lanes_at(y + k) += c * lanes_at(x + k);
  }
  /// This += scale · A X and this += scale · Aᵀ X.
  void add_product(double scale, const FixedMatrix& A, const RowBlock& X) {
    for (int j = 0; j < A.cols; ++j)
      for (int k = A.start[j]; k < A.start[j + 1]; ++k) add_to_row(A.row[k], scale * A.value[k], X.row(j));
  }
  void add_transposed_product(double scale, const FixedMatrix& A, const RowBlock& X) {
    for (int j = 0; j < A.cols; ++j)
      for (int k = A.start[j]; k < A.start[j + 1]; ++k) add_to_row(j, scale * A.value[k], X.row(A.row[k]));
  }
  /// This += A X.
  void add_product(const PaddedMatrix& A, const RowBlock& X) {
    for (int i = 0; i < rows_; ++i)
      for (int k = 0; k < stride_; k += lanes) {
        Lanes sum = lanes_at(row(i) + k);
        const double* x = X.data() + k;
        for (int j = 0; j < X.rows(); ++j, x += stride_) sum += A.column(j)[i] * lanes_at(x);
        lanes_at(row(i) + k) = sum;
      }
  }
  /// This += Aᵀ X.
  void add_transposed_product(const PaddedMatrix& A, const RowBlock& X) {
    for (int j = 0; j < rows_; ++j)
      for (int k = 0; k < stride_; k += lanes) {
        Lanes sum = lanes_at(row(j) + k);
        const double* const a = A.column(j);
        const double* x = X.data() + k;
        for (int i = 0; i < X.rows(); ++i, x += stride_) sum += a[i] * lanes_at(x);
        lanes_at(row(j) + k) = sum;
      }
  }
  /// y += scale · (this) z; z has stride() entries, zero beyond cols().
  void multiply_add(double scale, const double* z, double* y) const {
    for (int i = 0; i < rows_; ++i) y[i] += scale * PaddedMatrix::dot(row(i), z, stride_);
  }
  /// z = (this)ᵀ y; z has stride() entries.
  void multiply_transposed(const double* y, double* z) const {
    std::fill_n(z, stride_, 0.0);
    for (int i = 0; i < rows_; ++i)
      for (int k = 0; k < stride_; k += lanes) lanes_at(z + k) += y[i] * lanes_at(row(i) + k);
  }

 private:
  int rows_ = 0, cols_ = 0, stride_ = 0;
  std::vector<double> value_;
};

}  // namespace pleuel
