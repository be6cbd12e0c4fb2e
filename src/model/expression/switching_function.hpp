// Times at which a formula switches between its pieces.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pleuel/mechanics/time_functions.hpp"
#include "pleuel/model/expression/expression.hpp"

namespace pleuel {

/// The times at which operations that depend only on time switch between pieces: comparisons, step,
/// sign, floor, min, max, abs, smoothstep, the branch cut of atan2.
///
/// Interval arithmetic encloses every operation and its rate over an interval of time
/// (enclosure.hpp). If the enclosure of a deciding argument, a − b or a, contains no level, nothing
/// switches. If its rate has one sign, the argument is monotone, and bisection finds the first
/// double at which it reaches the level; this is exact for arguments linear in t. Otherwise the
/// interval is halved. No switch is missed, however short the time to the next one.
///
/// If `most_looks` intervals do not suffice, the search continues with samples over `skipped` of
/// the run, and reports this.
class SwitchingFunction {
 public:
  static constexpr int most_looks = 500;
  static constexpr double skipped = 1e-3;
  static constexpr int n_samples = 64;

  /// The first input of `formula` is the time.
  SwitchingFunction(std::string label, const Expression& formula);

  const std::string& label() const { return label_; }  ///< "force 'bump', x"
  /// True if there are no switching times that can be computed in advance.
  bool is_empty() const { return switching_.empty(); }
  /// True if an operation jumps depending on measures or other inputs: its times are unknown.
  bool jumps_by_state() const { return jumps_by_state_; }

  /// The first switching time in (begin, end]. Times closer to each other, or to `begin`, than
  /// `rounding` count as one: the latest. `span` is the length of the run. No allocation.
  SwitchSearch search(double begin, double end, double span) const;
  /// 8 ε |t| + ε span.
  static double rounding(double t, double span);

 private:
  struct Look {
    double first;          // time of the first switch, infinite if none
    double merged;         // the latest within rounding of it
    bool is_open = false;  // a deciding argument could not be enclosed
  };
  Look look(double begin, double end, double span) const;
  double first_at_level(int node, double begin, double end, double level, bool is_rising) const;
  SwitchSearch search_samples(double begin, double end, int n_samples) const;
  void evaluate(double t, double* x) const;
  bool are_in_one_piece(const double* x, const double* y) const;

  std::string label_;
  std::vector<TapeNode> tape_;  // the part that depends only on time
  std::vector<int> switching_;  // operations with pieces
  bool jumps_by_state_ = false;
};

}  // namespace pleuel
