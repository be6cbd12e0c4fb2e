#include "pleuel/io/thinned_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pleuel {
namespace {

/// Updates the extremes (first, second), kept in order of time, with a later value.
void take(float value, float& first, float& second) {
  if (std::isnan(value)) return;
  if (std::isnan(first)) {
    first = second = value;
    return;
  }
  const float low = std::min(first, second), high = std::max(first, second);
  if (value < low) {
    first = high;
    second = value;
  } else if (value > high) {
    first = low;
    second = value;
  }
}

}  // namespace

ThinnedColumns::ThinnedColumns(int n_columns, int most_points)
    : n_columns_(n_columns),
      most_points_(static_cast<std::size_t>(std::max(most_points / 4, 1)) * 4),
      first_(n_columns),
      second_(n_columns) {
  times_.reserve(most_points_);
  points_.reserve(most_points_ * static_cast<std::size_t>(n_columns));
}

void ThinnedColumns::add(double t, ConstVec row) {
  if (n_in_bucket_ == 0) {
    t_first_ = t;
    for (int k = 0; k < n_columns_; ++k) first_[k] = second_[k] = static_cast<float>(row[k]);
  } else {
    // The second sample of a pair is kept unchanged.
    for (int k = 0; k < n_columns_; ++k) {
      const auto value = static_cast<float>(row[k]);
      if (bucket_size_ == 2)
        second_[k] = value;
      else
        take(value, first_[k], second_[k]);
    }
  }
  t_last_ = t;
  ++n_samples_;
  if (++n_in_bucket_ == bucket_size_) close_bucket();
}

void ThinnedColumns::finish() {
  if (n_in_bucket_ > 0) close_bucket();
}

void ThinnedColumns::close_bucket() {
  times_.push_back(t_first_);
  points_.insert(points_.end(), first_.begin(), first_.end());
  if (n_in_bucket_ > 1) {
    times_.push_back(t_last_);
    points_.insert(points_.end(), second_.begin(), second_.end());
  }
  n_in_bucket_ = 0;
  if (times_.size() == most_points_) merge_neighbours();
}

void ThinnedColumns::merge_neighbours() {
  const std::size_t n = static_cast<std::size_t>(n_columns_), n_pairs = times_.size() / 4;
  for (std::size_t i = 0; i < n_pairs; ++i) {
    const double begin = times_[4 * i], end = times_[4 * i + 3];
    times_[2 * i] = begin;
    times_[2 * i + 1] = end;
    for (std::size_t k = 0; k < n; ++k) {
      float first = points_[4 * i * n + k], second = first;
      for (std::size_t j = 1; j < 4; ++j) take(points_[(4 * i + j) * n + k], first, second);
      points_[2 * i * n + k] = first;
      points_[(2 * i + 1) * n + k] = second;
    }
  }
  times_.resize(2 * n_pairs);
  points_.resize(2 * n_pairs * n);
  bucket_size_ *= 2;
}

std::vector<float> ThinnedColumns::values(int first, int n) const {
  const std::size_t n_points = times_.size(), n_all = static_cast<std::size_t>(n_columns_);
  std::vector<float> columns(n_points * static_cast<std::size_t>(n));
  constexpr std::size_t stride = 16;  // rows at a time: a line of the cache of each column
  for (std::size_t begin = 0; begin < n_points; begin += stride)
    for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k)
      for (std::size_t i = begin; i < std::min(begin + stride, n_points); ++i)
        columns[k * n_points + i] = points_[i * n_all + static_cast<std::size_t>(first) + k];
  return columns;
}

std::vector<float> ThinnedColumns::largest() const {
  std::vector<float> largest(static_cast<std::size_t>(n_columns_), 0.0f);
  for (std::size_t i = 0; i < points_.size(); i += largest.size())
    for (std::size_t k = 0; k < largest.size(); ++k) {
      const float x = std::abs(points_[i + k]);
      largest[k] = x > largest[k] && x <= std::numeric_limits<float>::max() ? x : largest[k];
    }
  return largest;
}

}  // namespace pleuel
