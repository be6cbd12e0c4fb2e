// Reduces long columns of numbers for display while they arrive.
#pragma once

#include <vector>

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// Rows (t, x₁ … xₙ) in bounded memory. Samples are collected in buckets of 2, 4, 8, …. For each
/// column, a bucket keeps the smallest and the largest value in their order, as two points at its
/// first and last time. Up to `most_points` samples are kept unchanged; beyond that no extreme is
/// lost. If there are too many buckets, neighbours are merged. NaN counts as no value.
class ThinnedColumns {
 public:
  ThinnedColumns(int n_columns, int most_points);

  void add(double t, ConstVec row);
  /// Closes the last bucket; nothing may be added afterwards.
  void finish();

  int n_columns() const { return n_columns_; }
  long n_samples() const { return n_samples_; }
  bool is_thinned() const { return bucket_size_ > 2; }
  const std::vector<double>& times() const { return times_; }
  /// Column by column.
  std::vector<float> values() const { return values(0, n_columns_); }
  /// n columns from the first on, column by column.
  std::vector<float> values(int first, int n) const;
  /// The largest finite magnitude of each column.
  std::vector<float> largest() const;

 private:
  void close_bucket();
  void merge_neighbours();

  int n_columns_;
  std::size_t most_points_;
  long bucket_size_ = 2;
  long n_in_bucket_ = 0;
  long n_samples_ = 0;
  double t_first_ = 0, t_last_ = 0;
  // of the open bucket, by column: both extremes in the order of time
  std::vector<float> first_, second_;
  std::vector<double> times_;
  std::vector<float> points_;  // point by point
};

}  // namespace pleuel
