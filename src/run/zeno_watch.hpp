// Jumps that come faster and faster.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace pleuel {

/// Sees when jumps accumulate before a point of time (Zeno's paradox: a ball that comes to rest by
/// infinitely many bounces), which no step passes. Two signs, each enough:
///
/// - the last interval between jumps is below `smallest_part` of the run, and each of the last
///   `n_shrinking` was shorter
///   than the one before;
/// - more than `most_at_once` jumps in a row without time going on.
class ZenoWatch {
 public:
  static constexpr double smallest_part = 1e-8;
  static constexpr int n_shrinking = 10;
  static constexpr int most_at_once = 100;

  ZenoWatch(double t_begin, double t_end) : last_(t_begin), span_(t_end - t_begin) {}

  struct Verdict {
    std::string inequality;
    double accumulation =
        0;  ///< where the jumps accumulate, if their intervals shrink like a geometric series
  };
  /// A jump at t; a verdict if there are too many.
  std::optional<Verdict> add(double t);
  /// Time since the jump before the last one; the whole run while there is none.
  double last_interval() const { return intervals_.empty() ? span_ : intervals_.back(); }

 private:
  double last_;
  double span_;
  bool has_jumped_ = false;
  int n_at_once_ = 0;
  std::vector<double> intervals_;  // between the last jumps, those without time left out
};

}  // namespace pleuel
