// Points of curves, close enough to each other that straight lines between them follow dense
// output.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pleuel/io/thinned_columns.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// Rows over time: the samples of a run, the ends of steps that have none, and between these as
/// many points of dense output as the straight lines need to stay within 1/500 of the range, so
/// far, of each watched column: less than a pixel of a chart. Ends of steps that deviate less than
/// that from the line between their neighbours are left out.
///
/// The deviation of the line from t₁ to t₂ is estimated by |x[t₀, t₁, t₂]| (t₂ − t₁)²/4 with the
/// divided differences of this and the previous three points. Where that exceeds half the tolerance
/// a point is computed at two fifths of the interval, where neither a parabola nor an antisymmetric
/// cubic has its zero; where it deviates, both parts are treated alike, seven times at most.
/// Intervals below 1/2000 of the run, a quarter of a pixel, stay as they are, and all once columns
/// are thinned.
///
/// Ends of steps are left out only within such intervals. A line from the last point taken (t₁, x₁)
/// passes all that were left out if its slope is between the largest (x − τ − x₁)/(t − t₁) and the
/// smallest (x + τ − x₁)/(t − t₁) of them, with the tolerance τ.
class CurveSampler {
 public:
  /// Writes the row at t; false where it cannot be computed.
  using Evaluate = std::function<bool(double t, Vec row)>;

  /// Units of all columns; the numbers of those watched; the length of the run; see ThinnedColumns.
  CurveSampler(const std::vector<std::string>& units, const std::vector<int>& watched, double length,
               int most_points);

  /// A sample of the run, in or at the end of the next step.
  void add(double t, ConstVec row);
  /// An accepted step, within which rows can be computed.
  void step(double begin, double end, const Evaluate& evaluate);
  /// Takes what is left; nothing may be added after that.
  void finish();

  long n_samples() const { return n_samples_; }
  const ThinnedColumns& columns() const { return columns_; }

 private:
  struct Point {
    double t = 0;
    Vector row;
  };
  /// What the tolerance of a watched column depends on.
  struct Range {
    int column;
    std::size_t unit;
    double low, high;
    double least_slope = 0, most_slope = 0;  // of lines that pass held_ and the points left out
  };
  void hold_end(double begin, double end, const Evaluate& evaluate);
  void settle_held(const Point& next);
  bool passes_held(const Point& next) const;
  void follow(const Point& next, double begin, const Evaluate& evaluate);
  void refine(const Point& from, const Point& to, std::size_t depth, const Evaluate& evaluate);
  void emit(const Point& point);
  double tolerance(const Range& range) const;
  bool is_straight(const Point& next) const;

  double shortest_;  // interval that is divided
  std::vector<Range> watched_;
  std::vector<double> largest_;  // by unit
  ThinnedColumns columns_;
  std::vector<Point> waiting_;
  std::size_t n_waiting_ = 0;
  std::vector<Point> middle_;      // by depth
  Point last_, before_, earlier_;  // points taken
  Point held_, end_;               // the last end of a step, and the next
  bool is_held_ = false;           // held_ is neither taken nor left out yet
  long n_left_out_ = 0;            // since the last point taken
  long n_taken_ = 0;               // since the last jump
  long n_samples_ = 0;
};

}  // namespace pleuel
