// Detects jumps that accumulate in finite time.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace pleuel {

/// Detects Zeno behaviour: infinitely many jumps before a point in time, such as a ball that comes
/// to rest by bouncing. No step passes this point. Either condition is sufficient:
///
/// - the last interval between jumps is below `smallest_part` of the run, and each of the last
///   `n_shrinking` intervals was shorter than the previous one;
/// - more than `most_at_once` consecutive jumps occur without progress in time.
class ZenoWatch {
 public:
  static constexpr double smallest_part = 1e-8;
  static constexpr int n_shrinking = 10;
  static constexpr int most_at_once = 100;

  ZenoWatch(double t_begin, double t_end) : last_(t_begin), span_(t_end - t_begin) {}

  struct Verdict {
    std::string inequality;
    double accumulation = 0;  ///< accumulation point if the intervals form a geometric series
  };
  /// Adds a jump at t; returns a verdict if there are too many.
  std::optional<Verdict> add(double t);
  /// Time since the previous jump; the whole run if there is none.
  double last_interval() const { return intervals_.empty() ? span_ : intervals_.back(); }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.last_, self.has_jumped_, self.n_at_once_, self.intervals_);
  }

 private:
  double last_;
  double span_;
  bool has_jumped_ = false;
  int n_at_once_ = 0;
  std::vector<double> intervals_;  // between the last jumps, without zero intervals
};

}  // namespace pleuel
