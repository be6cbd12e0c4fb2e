#include "pleuel/linalg/sparse_cholesky.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/linalg/fill_reducing_order.hpp"

namespace pleuel {

SparseCholesky::SparseCholesky(const FixedMatrix& A, const FixedMatrix& gram)
    : order_(minimum_degree_order(gram)) {
  find_pattern(gram);
  const int n = size();
  std::vector<int> position(n);
  for (int k = 0; k < n; ++k) position[order_[k]] = k;
  for (int j = 0; j < A.cols; ++j)
    for (int k = A.start[j]; k < A.start[j + 1]; ++k)
      for (int l = k; l < A.start[j + 1]; ++l) {
        const auto [column, row] = std::minmax(position[A.row[k]], position[A.row[l]]);
        const auto first = row_.begin() + start_[column], last = row_.begin() + start_[column + 1];
        product_slot_.push_back(static_cast<int>(std::lower_bound(first, last, row) - row_.begin()));
      }
  value_.assign(row_.size(), 0.0);
  work_.assign(n, 0.0);
}

/// A column of L has the rows of its column of A Aᵀ and those of its children, the columns whose
/// first row below the diagonal it is.
void SparseCholesky::find_pattern(const FixedMatrix& gram) {
  const int n = size();
  std::vector<int> position(n), marked(n, -1);
  for (int k = 0; k < n; ++k) position[order_[k]] = k;
  std::vector<std::vector<int>> children(n);
  start_ = {0};
  for (int k = 0; k < n; ++k) {
    const auto add = [&](int i) {
      if (i < k || marked[i] == k) return;
      marked[i] = k;
      row_.push_back(i);
    };
    add(k);
    for (int p = gram.start[order_[k]]; p < gram.start[order_[k] + 1]; ++p) add(position[gram.row[p]]);
    for (const int child : children[k])
      for (int p = start_[child] + 1; p < start_[child + 1]; ++p) add(row_[p]);
    std::sort(row_.begin() + start_[k], row_.end());
    start_.push_back(static_cast<int>(row_.size()));
    const double length = start_[k + 1] - start_[k];
    n_operations_ += length * (length + 1) / 2;
    if (length > 1) children[row_[start_[k] + 1]].push_back(k);
  }
  row_start_.assign(n + 1, 0);
  for (const int i : row_) ++row_start_[i + 1];
  for (int i = 0; i < n; ++i) row_start_[i + 1] += row_start_[i] - 1;  // without the diagonal
  in_row_.resize(row_start_[n]);
  end_.resize(row_start_[n]);
  std::vector<int> next(row_start_.begin(), row_start_.end() - 1);
  for (int k = 0; k < n; ++k)
    for (int p = start_[k] + 1; p < start_[k + 1]; ++p) {
      const int place = next[row_[p]]++;
      in_row_[place] = p;
      end_[place] = start_[k + 1];
    }
}

std::optional<ZeroPivot> SparseCholesky::factor(const FixedMatrix& A) {
  std::fill(value_.begin(), value_.end(), 0.0);
  const int* slot = product_slot_.data();
  for (int j = 0; j < A.cols; ++j)
    for (int k = A.start[j]; k < A.start[j + 1]; ++k)
      for (int l = k; l < A.start[j + 1]; ++l) value_[*slot++] += A.value[k] * A.value[l];
  for (int k = 0; k < size(); ++k) {
    for (int p = start_[k]; p < start_[k + 1]; ++p) work_[row_[p]] = value_[p];
    for (int r = row_start_[k]; r < row_start_[k + 1]; ++r) {
      const double multiple = value_[in_row_[r]];
      for (int p = in_row_[r]; p < end_[r]; ++p) work_[row_[p]] -= multiple * value_[p];
    }
    const double pivot = work_[k];
    if (!(pivot > 0 && std::isfinite(pivot))) return ZeroPivot{order_[k], pivot};
    const double inverse = 1 / std::sqrt(pivot);
    value_[start_[k]] = inverse;
    for (int p = start_[k] + 1; p < start_[k + 1]; ++p) value_[p] = work_[row_[p]] * inverse;
  }
  return std::nullopt;
}

void SparseCholesky::solve(double* x, double* work) const {
  const int n = size();
  for (int k = 0; k < n; ++k) work[k] = x[order_[k]];
  for (int k = 0; k < n; ++k) {
    const double y = work[k] *= value_[start_[k]];
    for (int p = start_[k] + 1; p < start_[k + 1]; ++p) work[row_[p]] -= value_[p] * y;
  }
  for (int k = n - 1; k >= 0; --k) {
    double sum = work[k];
    for (int p = start_[k] + 1; p < start_[k + 1]; ++p) sum -= value_[p] * work[row_[p]];
    x[order_[k]] = work[k] = sum * value_[start_[k]];
  }
}

void SparseCholesky::solve(Split x, Split work) const {
  const int n = size();
  for (int k = 0; k < n; ++k) {
    work.re[k] = x.re[order_[k]];
    work.im[k] = x.im[order_[k]];
  }
  for (int k = 0; k < n; ++k) {
    const double re = work.re[k] *= value_[start_[k]], im = work.im[k] *= value_[start_[k]];
    for (int p = start_[k] + 1; p < start_[k + 1]; ++p) {
      work.re[row_[p]] -= value_[p] * re;
      work.im[row_[p]] -= value_[p] * im;
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    double re = work.re[k], im = work.im[k];
    for (int p = start_[k] + 1; p < start_[k + 1]; ++p) {
      re -= value_[p] * work.re[row_[p]];
      im -= value_[p] * work.im[row_[p]];
    }
    x.re[order_[k]] = work.re[k] = re * value_[start_[k]];
    x.im[order_[k]] = work.im[k] = im * value_[start_[k]];
  }
}

}  // namespace pleuel
