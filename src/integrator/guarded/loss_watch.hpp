// When constraints will become dependent.
#pragma once

#include <optional>

#include "pleuel/mechanics/constraint_sine.hpp"

namespace pleuel {

/// σ and its rate along the motion at one state.
struct LossSight {
  double t = 0;
  double sine = 0;
  double rate = 0;

  bool is_nearing() const { return rate < 0; }
  /// Where σ vanishes by linear extrapolation, behind t if it grows.
  double loss() const { return t - sine / rate; }
};

/// The longest of the recent steps; it is forgotten after `memory` times its own length.
class LongestStep {
 public:
  static constexpr double memory = 10;  ///< of its own length; measured
  void clear() { longest_ = next_ = since_ = 0; }
  void add(double t, double h) {
    if (t - since_ > memory * longest_) {
      longest_ = next_;
      next_ = 0;
      since_ = t;
    }
    next_ = h > next_ ? h : next_;
    if (h >= longest_) {
      longest_ = h;
      next_ = 0;
      since_ = t;
    }
  }
  double value() const { return longest_; }

 private:
  double longest_ = 0, next_ = 0, since_ = 0;
};

/// Looks at σ along a run, as seldom as the turning of the constraints allows, and often where it
/// may vanish soon.
///
/// The next look comes after half the time in which σ could vanish, if it falls with the fastest
/// rate seen of late and this rate grows as fast as the constraints turn; after at most the time in
/// which combinations of constraints that are not followed could vanish, twice the time since the
/// last look, and 16 steps.
class LossWatch {
 public:
  explicit LossWatch(const MechanicalSystem& system);

  void start();
  /// After an accepted step that ends in `at`; `longest` is the longest recent step. Gives σ and
  /// its rate where it could vanish within four such steps, or could have vanished since the last
  /// look; nothing elsewhere.
  std::optional<LossSight> look(const Motion& at, double longest);
  /// σ and its rate, whatever was seen before.
  LossSight sight(const Motion& at, double longest);
  /// The fastest change of σ of late, 1/s.
  double fastest() const { return fastest_; }
  /// The time of the look before the last.
  double previous() const { return previous_; }

  ConstraintSine& sine() { return sine_; }

 private:
  LossSight with_rate(const Motion& at, double longest, double sine);

  ConstraintSine sine_;
  Vector q_, qdot_;
  double last_ = 0, previous_ = 0, last_sine_ = 0, interval_ = 0, next_ = 0, fastest_ = 0;
  bool has_last_ = false;
};

}  // namespace pleuel
