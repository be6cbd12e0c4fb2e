#include "pleuel/linalg/incomplete_ldl.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

namespace pleuel {
namespace {

// L may have this number of entries per column besides those by `fill`.
constexpr int kLeastEntries = 8;
constexpr double kLargestDrop = 0.1;
// Pivots of a matrix with unit diagonal below this are results of dropping.
constexpr double kSmallestPivot = 1e-6;
constexpr double kShifts[] = {0, 1e-3, 1e-2, 0.1, 1};

/// a b, without the treatment of infinities of a complex product.
double product(float a, double b) { return static_cast<double>(a) * b; }
Complex product(std::complex<float> a, Complex b) {
  const double re = a.real(), im = a.imag();
  return {re * b.real() - im * b.imag(), re * b.imag() + im * b.real()};
}

}  // namespace

template <class Scalar>
IncompleteLdl<Scalar>::IncompleteLdl(const BlockAnalysis& analysis, const IncompleteLdlOptions& options)
    : a_(analysis),
      options_(options),
      scale_(a_.n_block()),
      inverse_(a_.n_block()),
      start_(a_.n_block() + 1, 0),
      column_(a_.n_block(), Scalar(0)),
      mark_(a_.n_block(), -1),
      next_(a_.n_block()),
      first_column_(a_.n_block()),
      next_column_(a_.n_block()) {
  const int n = a_.n_block();
  // Entries of a supernode are sorted by column.
  column_entry_.assign(n + 1, 0);
  for (const auto& e : a_.entries) ++column_entry_[e.column + 1];
  for (int j = 0; j < n; ++j) column_entry_[j + 1] += column_entry_[j];
  entry_row_.resize(a_.entries.size());
  for (int s = 0; s < a_.tree.n_supernodes(); ++s)
    for (int k = a_.entry_start[s]; k < a_.entry_start[s + 1]; ++k)
      entry_row_[k] = a_.row_of(s, a_.entries[k]);
  const long largest = static_cast<long>(options_.fill * static_cast<double>(a_.entries.size())) +
                       static_cast<long>(kLeastEntries) * n;
  distance_.resize(largest);
  value_.resize(largest);
  rows_.reserve(n);
}

template <class Scalar>
long IncompleteLdl<Scalar>::n_numbers() const {
  return start_.back() * static_cast<long>(sizeof(Distance) + sizeof(Stored)) /
         static_cast<long>(sizeof(Scalar));
}

template <class Scalar>
Scalar IncompleteLdl<Scalar>::entry(const BlockAnalysis::Entry& e, const double* re, const double* im) const {
  const auto at = [&](int k) -> Scalar { return k < 0 ? Scalar(0) : value(k, re, im); };
  return 0.5 * (at(e.lower) + at(e.upper));
}

template <class Scalar>
void IncompleteLdl<Scalar>::find_scales(const double* re, const double* im) {
  std::fill(scale_.begin(), scale_.end(), 0.0);
  for (std::size_t k = 0; k < entry_row_.size(); ++k)
    if (const auto& e = a_.entries[k]; entry_row_[k] == e.column)
      scale_[e.column] = std::abs(entry(e, re, im));
  for (double& s : scale_) s = s > 0 ? 1 / std::sqrt(s) : 1;
}

template <class Scalar>
bool IncompleteLdl<Scalar>::factor(const double* re, const double* im) {
  find_scales(re, im);
  for (;;) {
    is_overfull_ = false;
    for (const double shift : kShifts) {
      if (factor_shifted(re, im, shift)) return true;
      if (is_overfull_) break;
    }
    if (!is_overfull_ || options_.drop >= kLargestDrop) return false;
    options_.drop *= 2;
  }
}

template <class Scalar>
void IncompleteLdl<Scalar>::subtract_product(int first, int end, const double* re, const double* im,
                                             const Scalar* x, Scalar* y) const {
  for_each_entry(first, end, re, im, [&](int row, int column, Scalar value) { y[row] -= value * x[column]; });
}

template <class Scalar>
bool IncompleteLdl<Scalar>::factor_shifted(const double* re, const double* im, double shift) {
  std::fill(first_column_.begin(), first_column_.end(), -1);
  std::fill(mark_.begin(), mark_.end(), -1);
  for (int k = 0; k < a_.n_block(); ++k) {
    rows_.clear();
    column_[k] = 0;
    for (int i = column_entry_[k]; i < column_entry_[k + 1]; ++i) {
      const auto& e = a_.entries[i];
      const int row = entry_row_[i];
      if (row != k && mark_[row] != k) {
        mark_[row] = k;
        column_[row] = 0;
        rows_.push_back(row);
      }
      column_[row] += entry(e, re, im) * (scale_[row] * scale_[k]);
    }
    column_[k] += shift;
    subtract_columns(k);
    if (!(std::abs(column_[k]) >= kSmallestPivot)) return false;
    if (!store(k)) return false;
  }
  return true;
}

/// column −= Σ_j L_kj D_j L_j over the earlier columns with an entry in row k.
template <class Scalar>
void IncompleteLdl<Scalar>::subtract_columns(int k) {
  for (int j = first_column_[k]; j >= 0;) {
    const int following = next_column_[j];
    const long end = start_[j + 1];
    long at = next_[j];
    const Scalar weight = Scalar(value_[at]) / inverse_[j];
    column_[k] -= weight * Scalar(value_[at]);
    next_[j] = ++at;
    if (at < end) wait_for_row(j, k + distance_[at]);
    for (int row = k; at < end; ++at) {
      row += distance_[at];
      if (mark_[row] != k) {
        mark_[row] = k;
        column_[row] = 0;
        rows_.push_back(row);
      }
      column_[row] -= product(value_[at], weight);
    }
    j = following;
  }
}

/// The next entry of column j is in `row`.
template <class Scalar>
void IncompleteLdl<Scalar>::wait_for_row(int j, int row) {
  next_column_[j] = first_column_[row];
  first_column_[row] = j;
}

/// Stores the entries of the column that are not small, divided by its pivot. Returns false if
/// there is no room.
template <class Scalar>
bool IncompleteLdl<Scalar>::store(int k) {
  constexpr int largest = std::numeric_limits<Distance>::max();
  inverse_[k] = 1.0 / column_[k];
  // Relative to the pivot: what L D Lᵀ loses in rows of unit diagonal.
  const double smallest = options_.drop * std::sqrt(std::abs(column_[k]));
  std::erase_if(rows_, [&](int row) { return std::abs(column_[row]) < smallest; });
  std::sort(rows_.begin(), rows_.end());
  long at = start_[k];
  const auto add = [&](int distance, Stored value) {
    is_overfull_ = at == static_cast<long>(value_.size());
    if (is_overfull_) return;
    distance_[at] = static_cast<Distance>(distance);
    value_[at++] = value;
  };
  int last = k;
  for (const int row : rows_) {
    for (; row - last > largest && !is_overfull_; last += largest) add(largest, Stored(0));
    if (!is_overfull_) add(row - last, static_cast<Stored>(column_[row] * inverse_[k]));
    if (is_overfull_) return false;
    last = row;
  }
  start_[k + 1] = at;
  next_[k] = start_[k];
  if (!rows_.empty()) wait_for_row(k, k + distance_[start_[k]]);
  return true;
}

template <class Scalar>
void IncompleteLdl<Scalar>::solve(int first, int end, Scalar* x) const {
  for (int i = first; i < end; ++i) x[i] *= scale_[i];
  for (int j = first; j < end; ++j) {
    const Scalar y = x[j];
    Scalar* to = x + j;
    for (long k = start_[j]; k < start_[j + 1]; ++k) *(to += distance_[k]) -= product(value_[k], y);
  }
  for (int j = end - 1; j >= first; --j) {
    Scalar sum = x[j] * inverse_[j];
    const Scalar* from = x + j;
    for (long k = start_[j]; k < start_[j + 1]; ++k) sum -= product(value_[k], *(from += distance_[k]));
    x[j] = sum;
  }
  for (int i = first; i < end; ++i) x[i] *= scale_[i];
}

template class IncompleteLdl<double>;
template class IncompleteLdl<Complex>;

}  // namespace pleuel
