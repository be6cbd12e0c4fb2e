// Long columns of numbers made short enough to be looked at, while they come in.
#pragma once

#include <vector>

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// Rows (t, x₁ … xₙ) in bounded memory. Samples are gathered in buckets of 2, 4, 8, …; of each
/// column a bucket keeps its smallest and its largest value, in the order in which they came, as
/// two points at the bucket's first and last time. So up to `most_points` samples are kept as they
/// are, and beyond that no extreme is lost. Where buckets become too many, neighbours are merged
/// two by two. NaN counts as no value.
class ThinnedColumns {
 public:
  ThinnedColumns(int n_columns, int most_points);

  void add(double t, ConstVec row);
  /// Closes the last bucket; nothing may be added after that.
  void finish();

  int n_columns() const { return n_columns_; }
  long n_samples() const { return n_samples_; }
  bool is_thinned() const { return bucket_size_ > 2; }
  const std::vector<double>& times() const { return times_; }
  /// Column after column.
  std::vector<float> values() const;

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
  std::vector<float> points_;  // point after point
};

}  // namespace pleuel
