#include "pleuel/linalg/block_ldl.hpp"

#include <algorithm>
#include <cmath>

namespace pleuel {
namespace {

// Columns that are eliminated at a time before others are updated.
constexpr int panel_width = 16;
// Columns of a front that are updated at a time; only their lower part is computed.
constexpr int update_width = 48;
// A pivot below this part of its column is rounding. Entries of L are at most √(condition of S) if
// S is definite; larger ones mean that it is not.
constexpr double smallest_pivot = 1e-14;
constexpr double largest_multiplier = 1e7;

template <class Scalar>
using DenseBlock = Eigen::Map<Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>, 0, Eigen::OuterStride<>>;
template <class Scalar>
using ConstDenseBlock =
    Eigen::Map<const Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>, 0, Eigen::OuterStride<>>;
template <class Scalar>
using DenseColumn = Eigen::Map<Eigen::Matrix<Scalar, Eigen::Dynamic, 1>>;
template <class Scalar>
using LaneRows = Eigen::Map<Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

inline double size_of(double x) { return std::abs(x); }
inline double size_of(Complex x) { return std::max(std::abs(x.real()), std::abs(x.imag())); }

inline double largest_of(const double* x, int n) {
  return n == 0 ? 0 : Eigen::Map<const Vector>(x, n).cwiseAbs().maxCoeff();
}
inline double largest_of(const Complex* x, int n) {
  return largest_of(reinterpret_cast<const double*>(x), 2 * n);
}

}  // namespace

template <class Scalar>
BlockLdl<Scalar>::BlockLdl(const BlockAnalysis& analysis)
    : a_(analysis),
      child_start_(analysis.tree.n_supernodes() + 1, 0),
      panels_(analysis.panel_start.back()),
      inverse_(analysis.n_block()),
      column_size_(analysis.n_block()),
      stack_(analysis.largest_stack),
      front_(static_cast<std::size_t>(analysis.largest_update) * analysis.largest_update),
      unscaled_(analysis.largest_panel),
      work_(analysis.largest_update) {
  const auto& parent = a_.tree.parent;
  for (const int p : parent)
    if (p >= 0) ++child_start_[p + 1];
  for (std::size_t s = 0; s < parent.size(); ++s) child_start_[s + 1] += child_start_[s];
  children_.resize(child_start_.back());
  std::vector<int> next(child_start_.begin(), child_start_.end() - 1);
  for (std::size_t s = 0; s < parent.size(); ++s)
    if (parent[s] >= 0) children_[next[parent[s]]++] = static_cast<int>(s);
}

template <class Scalar>
bool BlockLdl<Scalar>::factor(const double* re, const double* im) {
  double size = 0, difference = 0;
  std::fill(column_size_.begin(), column_size_.end(), 0.0);
  for (const auto& e : a_.entries) {
    const auto part = [&](const double* x) {
      const double lower = e.lower < 0 ? 0 : x[e.lower], upper = e.upper < 0 ? 0 : x[e.upper];
      difference = std::max(difference, std::abs(lower - upper));
      return std::max(std::abs(lower), std::abs(upper));
    };
    double largest = part(re);
    if (is_complex) largest = std::max(largest, part(im));
    size = std::max(size, largest);
    column_size_[e.column] = std::max(column_size_[e.column], largest);
  }
  asymmetry_ = size > 0 ? difference / size : 0;
  top_ = 0;
  for (int s = 0; s < a_.tree.n_supernodes(); ++s) {
    assemble(s, re, im);
    add_children(s);
    if (!eliminate(s)) return false;
    update(s);
    push(s);
  }
  return true;
}

template <class Scalar>
void BlockLdl<Scalar>::assemble(int s, const double* re, const double* im) {
  Scalar* const panel = panels_.data() + a_.panel_start[s];
  std::fill(panel, panels_.data() + a_.panel_start[s + 1], Scalar(0));
  const auto mean = [](const double* x, int lower, int upper) {
    return 0.5 * ((lower < 0 ? 0 : x[lower]) + (upper < 0 ? 0 : x[upper]));
  };
  for (int k = a_.entry_start[s]; k < a_.entry_start[s + 1]; ++k) {
    const auto& e = a_.entries[k];
    if constexpr (is_complex)
      panel[e.place] += Complex(mean(re, e.lower, e.upper), mean(im, e.lower, e.upper));
    else
      panel[e.place] += mean(re, e.lower, e.upper);
  }
  const std::size_t r = a_.tree.n_rows(s);
  std::fill_n(front_.data(), r * r, Scalar(0));
}

/// Adds the updates of the children, which are the last ones on the stack, and removes them.
template <class Scalar>
void BlockLdl<Scalar>::add_children(int s) {
  const SupernodalTree& tree = a_.tree;
  const int m = tree.height(s), n_columns = tree.n_columns(s), n_rows = tree.n_rows(s);
  Scalar* const panel = panels_.data() + a_.panel_start[s];
  for (int c = child_start_[s + 1] - 1; c >= child_start_[s]; --c) {
    const int child = children_[c], r = tree.n_rows(child);
    const int* const at = tree.relative.data() + tree.rows_start[child];
    top_ -= static_cast<std::size_t>(r) * r;
    const Scalar* from = stack_.data() + top_;
    for (int j = 0; j < r; ++j, from += r) {
      // Rows at[i] of the front, counted from the first row of the panel or of the update.
      Scalar* const to =
          at[j] < n_columns
              ? panel + static_cast<std::ptrdiff_t>(at[j]) * m
              : front_.data() + static_cast<std::ptrdiff_t>(at[j] - n_columns) * n_rows - n_columns;
      for (int i = j; i < r; ++i) to[at[i]] += from[i];
    }
  }
}

/// Eliminates the columns of the supernode. `unscaled_` keeps the rows below as L D.
template <class Scalar>
bool BlockLdl<Scalar>::eliminate(int s) {
  const SupernodalTree& tree = a_.tree;
  const int m = tree.height(s), n_columns = tree.n_columns(s), first = tree.first[s];
  Scalar* const panel = panels_.data() + a_.panel_start[s];
  const auto column = [&](int j) { return panel + static_cast<std::ptrdiff_t>(j) * m; };
  for (int begin = 0; begin < n_columns; begin += panel_width) {
    const int end = std::min(begin + panel_width, n_columns);
    for (int j = begin; j < end; ++j) {
      const Scalar pivot = column(j)[j];
      const double size = size_of(pivot);
      failed_ = a_.block_index[tree.order[first + j]];
      if (!(size > smallest_pivot * column_size_[first + j]) || !std::isfinite(size)) return false;
      inverse_[first + j] = Scalar(1) / pivot;
      const int below = m - j - 1;
      DenseColumn<Scalar> l(column(j) + j + 1, below);
      DenseColumn<Scalar> kept(unscaled_.data() + static_cast<std::ptrdiff_t>(j) * m + j + 1, below);
      kept = l;
      l *= inverse_[first + j];
      if (!(largest_of(l.data(), below) <= largest_multiplier)) return false;
      for (int c = j + 1; c < end; ++c)
        DenseColumn<Scalar>(column(c) + c, m - c) -= kept[c - j - 1] * l.tail(m - c);
    }
    if (end == n_columns) break;
    const Eigen::OuterStride<> stride(m);
    const ConstDenseBlock<Scalar> l(column(begin) + end, m - end, end - begin, stride);
    const ConstDenseBlock<Scalar> kept(unscaled_.data() + static_cast<std::ptrdiff_t>(begin) * m + end,
                                       n_columns - end, end - begin, stride);
    DenseBlock<Scalar>(column(end) + end, m - end, n_columns - end, stride).noalias() -= l * kept.transpose();
  }
  return true;
}

/// front_ −= L D Lᵀ of the rows below the supernode, lower part.
template <class Scalar>
void BlockLdl<Scalar>::update(int s) {
  const SupernodalTree& tree = a_.tree;
  const int m = tree.height(s), n_columns = tree.n_columns(s), r = tree.n_rows(s);
  const Scalar* const l = panels_.data() + a_.panel_start[s] + n_columns;
  const Scalar* const kept = unscaled_.data() + n_columns;
  const Eigen::OuterStride<> stride(m);
  for (int j = 0; j < r; j += update_width) {
    const int width = std::min(update_width, r - j);
    DenseBlock<Scalar>(front_.data() + static_cast<std::ptrdiff_t>(j) * r + j, r - j, width,
                       Eigen::OuterStride<>(r))
        .noalias() -= ConstDenseBlock<Scalar>(l + j, r - j, n_columns, stride) *
                      ConstDenseBlock<Scalar>(kept + j, width, n_columns, stride).transpose();
  }
}

template <class Scalar>
void BlockLdl<Scalar>::push(int s) {
  const std::size_t r = a_.tree.n_rows(s);
  for (std::size_t j = 0; j < r; ++j)
    std::copy(front_.begin() + j * r + j, front_.begin() + (j + 1) * r, stack_.begin() + top_ + j * r + j);
  top_ += r * r;
}

template <class Scalar>
void BlockLdl<Scalar>::forward(const BlockAnalysis::Part& part, int n_lanes, Scalar* x) {
  const SupernodalTree& tree = a_.tree;
  if (n_lanes == 0) return;
  if (work_.size() < static_cast<std::size_t>(a_.largest_update) * n_lanes)
    work_.resize(static_cast<std::size_t>(a_.largest_update) * n_lanes);
  for (int s = part.first_node; s < part.end_node; ++s) {
    const int m = tree.height(s), n_columns = tree.n_columns(s), r = tree.n_rows(s);
    const Eigen::OuterStride<> stride(m);
    const Scalar* const panel = panels_.data() + a_.panel_start[s];
    LaneRows<Scalar> own(x + static_cast<std::ptrdiff_t>(tree.first[s] - part.first_row) * n_lanes, n_columns,
                         n_lanes);
    ConstDenseBlock<Scalar>(panel, n_columns, n_columns, stride)
        .template triangularView<Eigen::UnitLower>()
        .solveInPlace(own);
    LaneRows<Scalar> below(work_.data(), r, n_lanes);
    below.noalias() = ConstDenseBlock<Scalar>(panel + n_columns, r, n_columns, stride) * own;
    const int* const rows = tree.rows.data() + tree.rows_start[s];
    for (int i = 0; i < r; ++i)
      DenseColumn<Scalar>(x + static_cast<std::ptrdiff_t>(rows[i] - part.first_row) * n_lanes, n_lanes) -=
          below.row(i).transpose();
  }
}

template <class Scalar>
void BlockLdl<Scalar>::forward(Scalar* x) {
  const SupernodalTree& tree = a_.tree;
  for (int s = 0; s < tree.n_supernodes(); ++s) {
    const int m = tree.height(s), n_columns = tree.n_columns(s), r = tree.n_rows(s);
    const Scalar* const panel = panels_.data() + a_.panel_start[s];
    DenseColumn<Scalar> own(x + tree.first[s], n_columns);
    for (int j = 0; j + 1 < n_columns; ++j)
      own.tail(n_columns - j - 1) -=
          own[j] * Eigen::Map<const Eigen::Matrix<Scalar, Eigen::Dynamic, 1>>(
                       panel + static_cast<std::ptrdiff_t>(j) * m + j + 1, n_columns - j - 1);
    DenseColumn<Scalar> below(work_.data(), r);
    below.noalias() = ConstDenseBlock<Scalar>(panel + n_columns, r, n_columns, Eigen::OuterStride<>(m)) * own;
    const int* const rows = tree.rows.data() + tree.rows_start[s];
    for (int i = 0; i < r; ++i) x[rows[i]] -= below[i];
  }
}

template <class Scalar>
void BlockLdl<Scalar>::divide(Scalar* x) const {
  DenseColumn<Scalar> all(x, a_.n_block());
  all.array() *= Eigen::Map<const Eigen::Array<Scalar, Eigen::Dynamic, 1>>(inverse_.data(), a_.n_block());
}

template <class Scalar>
void BlockLdl<Scalar>::backward(Scalar* x) {
  const SupernodalTree& tree = a_.tree;
  for (int s = tree.n_supernodes() - 1; s >= 0; --s) {
    const int m = tree.height(s), n_columns = tree.n_columns(s), r = tree.n_rows(s);
    const Scalar* const panel = panels_.data() + a_.panel_start[s];
    const int* const rows = tree.rows.data() + tree.rows_start[s];
    DenseColumn<Scalar> below(work_.data(), r), own(x + tree.first[s], n_columns);
    for (int i = 0; i < r; ++i) below[i] = x[rows[i]];
    own.noalias() -=
        ConstDenseBlock<Scalar>(panel + n_columns, r, n_columns, Eigen::OuterStride<>(m)).transpose() * below;
    for (int j = n_columns - 2; j >= 0; --j)
      own[j] -= Eigen::Map<const Eigen::Matrix<Scalar, Eigen::Dynamic, 1>>(
                    panel + static_cast<std::ptrdiff_t>(j) * m + j + 1, n_columns - j - 1)
                    .cwiseProduct(own.tail(n_columns - j - 1))
                    .sum();
  }
}

template class BlockLdl<double>;
template class BlockLdl<Complex>;

}  // namespace pleuel
