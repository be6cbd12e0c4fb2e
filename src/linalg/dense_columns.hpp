// A small dense matrix for products, its columns padded to whole registers.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/linalg/simd.hpp"

namespace pleuel {

/// The values of a FixedMatrix as a dense matrix. Products run over whole registers: y must have
/// padded(rows) entries.
class DenseColumns {
 public:
  DenseColumns() = default;
  explicit DenseColumns(const FixedMatrix& m)
      : stride_(padded(m.rows)), cols_(m.cols), value_(static_cast<std::size_t>(stride_) * m.cols, 0.0) {
    for (int j = 0; j < m.cols; ++j)
      for (int k = m.start[j]; k < m.start[j + 1]; ++k) place_.push_back(m.row[k] + j * stride_);
  }

  /// Copies the values of the matrix it was created for.
  void take(const FixedMatrix& m) {
    for (std::size_t k = 0; k < place_.size(); ++k) value_[place_[k]] = m.value[k];
  }

  /// y −= A x, register by register, so that sums stay in registers.
  void subtract_product(const double* x, double* y) const {
    for (int i = 0; i < stride_; i += lanes) {
      Lanes sum = lanes_at(y + i);
      const double* a = value_.data() + i;
      for (int j = 0; j < cols_; ++j, a += stride_) sum -= lanes_at(a) * x[j];
      lanes_at(y + i) = sum;
    }
  }
  void subtract_product(const double* x, const double* x_im, double* y, double* y_im) const {
    for (int i = 0; i < stride_; i += lanes) {
      Lanes sum = lanes_at(y + i), sum_im = lanes_at(y_im + i);
      const double* a = value_.data() + i;
      for (int j = 0; j < cols_; ++j, a += stride_) {
        sum -= lanes_at(a) * x[j];
        sum_im -= lanes_at(a) * x_im[j];
      }
      lanes_at(y + i) = sum;
      lanes_at(y_im + i) = sum_im;
    }
  }

 private:
  int stride_ = 0;
  int cols_ = 0;
  std::vector<double> value_;
  std::vector<int> place_;  // of each entry of the FixedMatrix
};

}  // namespace pleuel
