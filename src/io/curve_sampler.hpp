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
/// far, of each watched column: less than a pixel of a chart.
///
/// The deviation of the line from t₁ to t₂ is estimated by |x[t₀, t₁, t₂]| (t₂ − t₁)²/4 with the
/// divided differences of this and the previous three points. Where that exceeds half the tolerance
/// a point is computed at two fifths of the interval, where neither a parabola nor an antisymmetric
/// cubic has its zero; where it deviates, both parts are treated alike, seven times at most.
/// Intervals below 1/2000 of the run, a quarter of a pixel, stay as they are, and all once columns
/// are thinned.
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
    double bend = 0;  // the last second divided difference
  };
  void follow(const Point& next, double begin, const Evaluate& evaluate);
  void refine(const Point& from, const Point& to, std::size_t depth, const Evaluate& evaluate);
  void emit(const Point& point);
  double tolerance(const Range& range) const;
  double second_difference(const Range& range, const Point& next) const;
  bool is_straight(const Point& next) const;

  double shortest_;  // interval that is divided
  std::vector<Range> watched_;
  std::vector<double> largest_;  // by unit
  ThinnedColumns columns_;
  std::vector<Point> waiting_;
  std::size_t n_waiting_ = 0;
  std::vector<Point> middle_;  // by depth
  Point last_, before_;        // points taken
  long n_taken_ = 0;           // since the last jump
  long n_samples_ = 0;
};

}  // namespace pleuel
