// Detects that oscillations near the imaginary axis limit the step of a multistep method.
#pragma once

namespace pleuel {

/// Holds the order at `stable_order`, the highest A-stable one, while weakly damped oscillations
/// limit the step of higher orders.
///
/// BDF above order 2 and MEBDF above order 4 amplify oscillations exp(iωt) for hω between some 0.5
/// and several units. The error control then settles at the lower end of this interval: the
/// oscillation stays alive at the size of the tolerance, and the step never becomes longer than
/// 0.5/ω although nothing of interest happens there. A-stable orders pass over such oscillations.
///
/// For a solution that the steps resolve, backward differences decrease with their order. At the
/// limit they do not: |∇ exp(iωt)| = 2 sin(hω/2). So it may be reached when
///
///     ‖∇^(k+1) y‖ ≥ 0.6 ‖∇^k y‖  and  ‖∇^k y‖ ≥ 0.6 ‖∇^(k−1) y‖
///
/// at an order k above the stable one. Noise of Newton's method and rough motion at a loose
/// tolerance look alike. Therefore this must be seen twice in succession, at a settled step size
/// and not directly after a start, and the stable order must promise at least 0.6 of the step. Then
/// the order is held for 60 steps, and for twice as many each further time, up to 3000. If these
/// steps are on average less than 0.45 times as long as those before, it was a false alarm: the
/// order is released, and alarms are ignored for 60 steps, for twice as many after the next false
/// one.
///
/// The usual detection of [HBG05] estimates the amplification of one mode and lowers the order by
/// one. Several elastic modes at once are not one, and one order less does not help them.
class StabilityLimit {
 public:
  /// `stable_order` 0: detects nothing.
  explicit StabilityLimit(int stable_order) : stable_order_(stable_order) {}

  void restart() { n_since_start_ = n_seen_ = 0; }
  int stable_order() const { return stable_order_; }
  /// True if differences at this order must be compared.
  bool wants_differences(int order) const;
  /// The comparison, with the norms of ∇^(k+1) y, ∇^k y and ∇^(k−1) y.
  static bool is_suspect(double highest, double middle, double lowest);
  /// Call at each look with the result of the comparison and the factor on the step size that the
  /// stable order allows. Returns true if the order is to be held from now on.
  [[nodiscard]] bool look(bool is_suspect, double factor);
  void step_accepted(double size, int order);
  /// The highest order now.
  int highest(int order_max) const;
  bool is_holding() const { return n_left_ > 0; }
  long n_held() const { return n_held_; }  ///< accepted steps at a held order

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.n_since_start_, self.n_seen_, self.hold_, self.pause_, self.n_left_, self.n_deaf_,
           self.n_held_, self.last_, self.usual_, self.progress_, self.n_progress_);
  }

 private:
  static constexpr int kShortest = 60;  // steps of a hold or a pause
  static constexpr int kLongest = 3000;

  int stable_order_;
  int n_since_start_ = 0;  // accepted steps
  int n_seen_ = 0;         // suspect looks in succession
  int hold_ = kShortest;   // steps of the next hold
  int pause_ = kShortest;  // steps without alarms after the next false one
  int n_left_ = 0;         // steps of this hold
  int n_deaf_ = 0;         // steps of this pause
  long n_held_ = 0;
  double last_ = 0;      // size of the last step
  double usual_ = 0;     // mean size of steps above the stable order
  double progress_ = 0;  // of this hold
  int n_progress_ = 0;
};

}  // namespace pleuel
