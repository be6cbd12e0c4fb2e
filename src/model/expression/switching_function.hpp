// Where a formula passes from one of its pieces to another as time goes on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pleuel/mechanics/time_functions.hpp"
#include "pleuel/model/expression/expression.hpp"

namespace pleuel {

/// The times at which operations of a formula that depend on time alone go from piece to piece:
/// comparisons, step, sign, floor, min, max, abs, smoothstep, the cut of atan2.
///
/// Over an interval of time every operation is enclosed, with its rate (enclosure.hpp). If the
/// enclosure of a deciding argument, a − b or a, has no level in it, nothing switches there. If its
/// rate has one sign, the argument is monotone, and the first double at which it has reached the
/// level is found by bisection: exactly, for arguments linear in t. Otherwise the interval is
/// halved. So no switch is passed over, however short the time to the next one.
///
/// A search that halves in vain (`most_looks`) goes on by samples over `skipped` of the run, and
/// says so.
class SwitchingFunction {
 public:
  static constexpr int most_looks = 500;
  static constexpr double skipped = 1e-3;
  static constexpr int n_samples = 64;

  /// `formula`: its first input is the time.
  SwitchingFunction(std::string label, const Expression& formula);

  const std::string& label() const { return label_; }  ///< "force 'bump', x"
  /// Nothing switches at times that can be told beforehand.
  bool is_empty() const { return switching_.empty(); }
  /// An operation jumps where measures or other inputs have a value: its times cannot be told.
  bool jumps_by_state() const { return jumps_by_state_; }

  /// The first switching time in (begin, end]. Times nearer to each other, or to `begin`, than
  /// `rounding` are one: the latest. `span` is the length of the run. No allocation.
  SwitchSearch search(double begin, double end, double span) const;
  /// 8 ε |t| + ε span.
  static double rounding(double t, double span);

 private:
  struct Look {
    double first;          // time of the first switch, infinite if none
    double merged;         // the latest within rounding of it
    bool is_open = false;  // a deciding argument could not be told
  };
  Look look(double begin, double end, double span) const;
  double first_at_level(int node, double begin, double end, double level, bool is_rising) const;
  SwitchSearch search_samples(double begin, double end, int n_samples) const;
  void evaluate(double t, double* x) const;
  bool are_in_one_piece(const double* x, const double* y) const;

  std::string label_;
  std::vector<TapeNode> tape_;  // the part that depends on time alone
  std::vector<int> switching_;  // operations with pieces
  bool jumps_by_state_ = false;
};

}  // namespace pleuel
