// Pictures of a motion at equal distances of time.
#pragma once

#include <functional>
#include <vector>

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// Rows of `n_values` numbers at t₀ + i Δ, taken from dense output while a run goes on. Δ begins
/// far below what the interval needs and is doubled whenever there would be more than `most` rows,
/// every other row then being dropped: a run that ends early, by a failure or a stop, has as many
/// rows as one that reaches its end, between most/2 and most.
class MotionFrames {
 public:
  /// Writes the row of the state y at t.
  using Take = std::function<void(double t, ConstVec y, float* row)>;

  MotionFrames(double t_begin, double t_end, int n_values, int most, Take take);

  /// A step of a run whose states have n_y entries.
  void step(const DenseOutput& dense, Eigen::Index n_y);
  /// The state in which the run ended.
  void finish(double t, ConstVec y);

  const std::vector<double>& times() const { return times_; }
  const std::vector<float>& values() const { return values_; }

 private:
  void add(double t, ConstVec y);
  void drop_every_other();

  double t_begin_, spacing_;
  std::size_t n_values_, most_;
  Take take_;
  std::vector<double> times_;
  std::vector<float> values_;
  Vector y_;
};

}  // namespace pleuel
