#include "pleuel/linalg/incomplete_ldl.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

namespace pleuel {
namespace {

// Columns may have this number of entries of L besides those by `fill`.
constexpr int kLeastEntries = 8;
// Pivots of a matrix with unit diagonal below this are results of dropping.
constexpr double kSmallestPivot = 1e-6;
constexpr double kShifts[] = {0, 1e-3, 1e-2, 0.1, 1};

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
  long largest = 0;
  for (int j = 0; j < n; ++j) {
    largest += static_cast<long>(options_.fill * column_entry_[j + 1]) + kLeastEntries;
    column_entry_[j + 1] += column_entry_[j];
  }
  row_.resize(largest);
  value_.resize(largest);
  rows_.reserve(n);
}

template <class Scalar>
double IncompleteLdl<Scalar>::n_bytes() const {
  return static_cast<double>(
      row_.size() * (sizeof(int) + sizeof(Stored)) +
      scale_.size() * (2 * sizeof(double) + 2 * sizeof(Scalar) + 2 * sizeof(long) + 5 * sizeof(int)));
}

template <class Scalar>
Scalar IncompleteLdl<Scalar>::entry(const BlockAnalysis::Entry& e, const double* re, const double* im) const {
  const auto at = [&](int k) -> Scalar {
    if (k < 0) return 0;
    if constexpr (std::is_same_v<Scalar, double>)
      return re[k];
    else
      return {re[k], im[k]};
  };
  (void)im;
  return 0.5 * (at(e.lower) + at(e.upper));
}

template <class Scalar>
int IncompleteLdl<Scalar>::row_of(int node, const BlockAnalysis::Entry& e) const {
  const auto& tree = a_.tree;
  const int local = e.place - (e.column - tree.first[node]) * tree.height(node);
  return local < tree.n_columns(node) ? tree.first[node] + local
                                      : tree.rows[tree.rows_start[node] + local - tree.n_columns(node)];
}

template <class Scalar>
void IncompleteLdl<Scalar>::find_scales(const double* re, const double* im) {
  std::fill(scale_.begin(), scale_.end(), 0.0);
  for (int s = 0; s < a_.tree.n_supernodes(); ++s)
    for (int k = a_.entry_start[s]; k < a_.entry_start[s + 1]; ++k)
      if (const auto& e = a_.entries[k]; row_of(s, e) == e.column)
        scale_[e.column] = std::abs(entry(e, re, im));
  for (double& s : scale_) s = s > 0 ? 1 / std::sqrt(s) : 1;
}

template <class Scalar>
bool IncompleteLdl<Scalar>::factor(const double* re, const double* im) {
  find_scales(re, im);
  return std::ranges::any_of(kShifts, [&](double shift) { return factor_shifted(re, im, shift); });
}

template <class Scalar>
bool IncompleteLdl<Scalar>::factor_shifted(const double* re, const double* im, double shift) {
  std::fill(first_column_.begin(), first_column_.end(), -1);
  std::fill(mark_.begin(), mark_.end(), -1);
  for (int s = 0; s < a_.tree.n_supernodes(); ++s)
    for (int k = a_.tree.first[s]; k < a_.tree.first[s + 1]; ++k) {
      rows_.clear();
      column_[k] = 0;
      for (int i = column_entry_[k]; i < column_entry_[k + 1]; ++i) {
        const auto& e = a_.entries[i];
        const int row = row_of(s, e);
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
      store(k);
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
    if (at < end) {
      const int row = row_[at];
      next_column_[j] = first_column_[row];
      first_column_[row] = j;
    }
    for (; at < end; ++at) {
      const int row = row_[at];
      if (mark_[row] != k) {
        mark_[row] = k;
        column_[row] = 0;
        rows_.push_back(row);
      }
      column_[row] -= weight * Scalar(value_[at]);
    }
    j = following;
  }
}

/// Stores the largest entries of the column, divided by its pivot.
template <class Scalar>
void IncompleteLdl<Scalar>::store(int k) {
  inverse_[k] = 1.0 / column_[k];
  // Relative to the pivot: what L D Lᵀ loses in rows of unit diagonal.
  const double smallest = options_.drop * std::sqrt(std::abs(column_[k]));
  std::erase_if(rows_, [&](int row) { return std::abs(column_[row]) < smallest; });
  const auto most =
      static_cast<std::size_t>(options_.fill * (column_entry_[k + 1] - column_entry_[k])) + kLeastEntries;
  if (rows_.size() > most) {
    std::nth_element(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(most), rows_.end(),
                     [&](int i, int j) { return std::abs(column_[i]) > std::abs(column_[j]); });
    rows_.resize(most);
  }
  std::sort(rows_.begin(), rows_.end());
  long at = start_[k];
  for (const int row : rows_) {
    row_[at] = row;
    value_[at++] = static_cast<Stored>(column_[row] * inverse_[k]);
  }
  start_[k + 1] = at;
  next_[k] = start_[k];
  if (rows_.empty()) return;
  next_column_[k] = first_column_[rows_.front()];
  first_column_[rows_.front()] = k;
}

template <class Scalar>
void IncompleteLdl<Scalar>::solve(int first, int end, Scalar* x) const {
  for (int i = first; i < end; ++i) x[i] *= scale_[i];
  for (int j = first; j < end; ++j) {
    const Scalar y = x[j];
    for (long k = start_[j]; k < start_[j + 1]; ++k) x[row_[k]] -= Scalar(value_[k]) * y;
  }
  for (int j = end - 1; j >= first; --j) {
    Scalar sum = x[j] * inverse_[j];
    for (long k = start_[j]; k < start_[j + 1]; ++k) sum -= Scalar(value_[k]) * x[row_[k]];
    x[j] = sum;
  }
  for (int i = first; i < end; ++i) x[i] *= scale_[i];
}

template class IncompleteLdl<double>;
template class IncompleteLdl<Complex>;

}  // namespace pleuel
