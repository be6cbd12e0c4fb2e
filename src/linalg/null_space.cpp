#include "pleuel/linalg/null_space.hpp"

#include <cmath>
#include <limits>

namespace pleuel {

NullSpace::NullSpace(int n_rows, int n_cols)
    : m_(n_rows),
      n_(n_cols),
      work_(n_cols, n_rows),
      pivot_(n_rows, 0),
      free_(n_cols - n_rows, 0),
      is_open_(n_cols, 1.0),
      T_(n_cols, n_cols - n_rows),
      basic_(n_cols, n_rows),
      products_(n_rows, n_cols - n_rows),
      metric_(n_cols - n_rows) {}

std::optional<ZeroPivot> NullSpace::factor(const FixedMatrix& A) {
  work_.set_zero();
  for (int j = 0; j < A.cols; ++j)
    for (int k = A.start[j]; k < A.start[j + 1]; ++k) work_.column(A.row[k])[j] = A.value[k];
  std::fill(is_open_.begin(), is_open_.end(), 1.0);
  const int stride = padded(n_);
  for (int p = 0; p < m_; ++p) {
    double* const row = work_.column(p);
    // The pivot of the row, and the size of its parts in the rows before it.
    int c = 0;
    double largest = 0, scale = 0;
    for (int j = 0; j < n_; ++j) {
      const double size = std::abs(row[j]);
      scale = size > scale || std::isnan(size) ? size : scale;
      if (size * is_open_[j] > largest) {
        largest = size;
        c = j;
      }
    }
    // Also for NaN.
    if (!(largest > std::numeric_limits<double>::epsilon() * scale && std::isfinite(scale)))
      return ZeroPivot{p, scale > 0 ? largest / scale : scale};
    is_open_[c] = 0;
    pivot_[p] = c;
    const double inverse = 1 / row[c];
    row[c] = 1;
    for (int j = 0; j < stride; j += lanes) lanes_at(row + j) *= inverse;
    for (int i = 0; i < m_; ++i) {
      double* const other = work_.column(i);
      const double multiple = other[c];
      if (i == p || multiple == 0) continue;
      other[c] = 0;
      for (int j = 0; j < stride; j += lanes) lanes_at(other + j) -= multiple * lanes_at(row + j);
    }
  }
  // Now row p and column pivot_[i] contain entry (p, i) of the inverse of the pivot columns; free
  // columns contain its product with A.
  basic_.set_zero();
  T_.set_zero();
  for (int i = 0; i < m_; ++i)
    for (int p = 0; p < m_; ++p) basic_.column(i)[pivot_[p]] = work_.column(p)[pivot_[i]];
  int k = 0;
  for (int j = 0; j < n_; ++j) {
    if (is_open_[j] == 0) continue;
    T_.row(j)[k] = 1;
    for (int p = 0; p < m_; ++p) T_.row(pivot_[p])[k] = -work_.column(p)[j];
    free_[k++] = j;
  }
  return std::nullopt;
}

/// Y = basic − T Z with (F T)ᵀ F T Z = (F T)ᵀ F basic.
std::optional<ZeroPivot> NullSpace::minimize(const RowBlock& FT, const PaddedMatrix& FB, PaddedMatrix& Y) {
  metric_.set_zero();
  products_.set_zero();
  const int n = n_free();
  for (int i = 0; i < FT.rows(); ++i) {
    const double* const row = FT.row(i);
    for (int j = 0; j < n; ++j) {
      if (row[j] == 0) continue;
      double* const column = metric_.re() + metric_.place(0, j);
      for (int k = 0; k < FT.stride(); k += lanes) lanes_at(column + k) += row[j] * lanes_at(row + k);
    }
    for (int g = 0; g < m_; ++g)
      if (const double b = FB.column(g)[i]; b != 0) products_.add_to_row(g, b, row);
  }
  if (const auto zero = metric_.factor()) return zero;
  for (int g = 0; g < m_; ++g) {
    std::copy_n(products_.row(g), products_.stride(), metric_.b_re());
    metric_.solve();
    std::copy_n(basic_.column(g), padded(n_), Y.column(g));
    T_.multiply_add(-1.0, metric_.x_re(), Y.column(g));
  }
  return std::nullopt;
}

}  // namespace pleuel
