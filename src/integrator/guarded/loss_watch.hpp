// Predicts when constraints become dependent.
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
  /// Time at which σ vanishes by linear extrapolation; before t if σ grows.
  double loss() const { return t - sine / rate; }
};

/// The longest recent step; it is forgotten after `memory` times its own length.
class LongestStep {
 public:
  static constexpr double memory = 10;  ///< relative to its length; measured
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

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.longest_, self.next_, self.since_);
  }

 private:
  double longest_ = 0, next_ = 0, since_ = 0;
};

/// Evaluates σ during a run as rarely as the rotation of the constraints allows, and often if it
/// may vanish soon.
///
/// The next evaluation follows after half the time in which σ could vanish, if σ falls with the
/// fastest recent rate and this rate grows with the rotation of the constraints. It follows at the
/// latest after the time in which combinations that are not followed could vanish, after twice the
/// time since the last evaluation, and after 16 steps.
///
/// Where bodies are joined like a tree, σ is small in long chains without being near zero. There
/// the joints are looked at one by one (TreeRank), and σ only if one of them is nearly dependent.
class LossWatch {
 public:
  explicit LossWatch(const MechanicalSystem& system);

  void start();
  /// Call after an accepted step that ends at `at`; `longest` is the longest recent step. Returns σ
  /// and its rate if σ could vanish within four such steps or could have vanished since the last
  /// evaluation. Empty otherwise.
  std::optional<LossSight> look(const Motion& at, double longest);
  /// σ and its rate, evaluated in any case.
  LossSight sight(const Motion& at, double longest);
  /// The fastest recent change of σ, 1/s.
  double fastest() const { return fastest_; }
  /// Time of the evaluation before the last one.
  double previous() const { return previous_; }

  ConstraintSine& sine() { return sine_; }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.sine_, self.last_, self.previous_, self.last_sine_, self.interval_, self.next_, self.fastest_,
           self.has_last_, self.tree_sine_);
  }

 private:
  LossSight with_rate(const Motion& at, double longest, double sine);
  bool is_independent_tree(const Motion& at, double longest);

  ConstraintSine sine_;
  Vector q_, qdot_;
  double last_ = 0, previous_ = 0, last_sine_ = 0, interval_ = 0, next_ = 0, fastest_ = 0;
  bool has_last_ = false;
  double tree_sine_ = 0;  // of the last look; 0: there is none
};

}  // namespace pleuel
