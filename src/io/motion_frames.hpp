// Samples of a motion at equal time intervals.
#pragma once

#include <functional>
#include <vector>

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/linalg/types.hpp"
#include "pleuel/mechanics/drawing.hpp"

namespace pleuel {

/// Position and quaternion (x, y, z, w) of a frame.
inline constexpr int numbers_of_a_place = 7;

/// Writes the numbers of all places.
void copy_places(const std::vector<FramePlace>& places, float* out);

/// Rows of `n_values` numbers at t₀ + i Δ, taken from dense output during a run. Δ starts far below
/// the required value. It is doubled, and every other row dropped, whenever there would be more
/// than `most` rows, or more than a quarter of them before Δ is that of the whole run: most of
/// these rows are dropped again. A run that ends early therefore also has most/8 rows or more.
class MotionFrames {
 public:
  /// Writes the row for the state y at t.
  using Take = std::function<void(double t, ConstVec y, float* row)>;

  MotionFrames(double t_begin, double t_end, int n_values, int most, Take take);

  /// Processes a step of a run whose states have n_y entries.
  void step(const DenseOutput& dense, Eigen::Index n_y);
  /// Adds the final state of the run.
  void finish(double t, ConstVec y);

  const std::vector<double>& times() const { return times_; }
  const std::vector<float>& values() const { return values_; }

 private:
  void add(double t, ConstVec y);
  void drop_every_other();

  double t_begin_, spacing_, last_spacing_;  // the last is that of the whole run
  std::size_t n_values_, most_;
  Take take_;
  std::vector<double> times_;
  std::vector<float> values_;
  Vector y_;
};

}  // namespace pleuel
