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
/// **Suspicion.** For a solution that the steps resolve, backward differences decrease with their
/// order. At the limit they do not: |∇ exp(iωt)| = 2 sin(hω/2). So it may be reached when
///
///     ‖∇^(k+1) y‖ ≥ 0.6 ‖∇^k y‖  and  ‖∇^k y‖ ≥ 0.6 ‖∇^(k−1) y‖
///
/// at an order k above the stable one, in two looks in succession.
///
/// **Trial.** A resolved oscillation at a loose tolerance and noise of Newton's method look alike,
/// and no difference at one point tells them apart. So the method tries both: it takes some steps
/// at the stable order and as many with free order, from the same point, and discards them. The
/// order is held if the stable one covers a clearly longer distance. Otherwise the run goes on as
/// if nothing had happened: a false suspicion costs work, but changes neither steps nor errors.
///
/// A trial has two rounds, of n and 3n steps, n = 30: a stall of higher orders that lasts some
/// steps ends in the second one. After a trial without gain there is none for ten times its steps,
/// unless the steps become four times as short: its verdict was about steps of its size, and where
/// the limit is reached they collapse. The next trial is twice as long, because an oscillation that
/// has lived for long is damped slowly. A hold lasts at least as long as the trial that justifies
/// it, and twice as long each further time.
///
/// The usual detection of [HBG05] estimates the amplification of one mode and lowers the order by
/// one. Several elastic modes at once are not one, and one order less does not help them.
class StabilityLimit {
 public:
  /// `stable_order` 0: detects nothing. Suspicions begin above `suspect_order`.
  StabilityLimit(int stable_order, int suspect_order)
      : stable_order_(stable_order), suspect_order_(suspect_order) {}

  void restart() { n_since_start_ = n_seen_ = 0; }
  bool is_watching() const { return stable_order_ > 0; }
  int stable_order() const { return stable_order_; }
  /// True if differences at this order must be compared after a step of this size.
  bool wants_differences(int order, double size) const;
  /// Call at each look with the norms of ∇^(k+1) y, ∇^k y and ∇^(k−1) y. Returns true if a trial is
  /// due.
  [[nodiscard]] bool look(double highest, double middle, double lowest);

  static constexpr int n_rounds = 2;
  /// Steps of a round, which counts from 0.
  int n_steps(int round) const;
  /// True if `n` steps at the stable order that covered `distance` cannot become a gain any more;
  /// `size` is that of the step before the trial.
  bool is_hopeless(double distance, int n, double size) const;
  /// The distance with free order from which on the round is lost for the stable one.
  double lost_from(int round, double stable_distance) const;
  /// Ends a trial of `n_steps` steps in all, made after a step of this size. With a gain, the order
  /// is held from now on.
  void end_trial(bool has_gain, long n_steps, double size);

  /// For the steps of a trial: holds the order, or leaves it free.
  void hold_in_trial() { n_left_ = kWholeTrial; }
  void ignore_in_trial() { stable_order_ = 0; }

  void step_accepted();
  /// The highest order now.
  int highest(int order_max) const;
  bool is_holding() const { return n_left_ > 0; }
  long n_held() const { return n_held_; }  ///< accepted steps at a held order

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.n_since_start_, self.n_seen_, self.n_trial_, self.hold_, self.n_left_, self.n_deaf_,
           self.n_held_, self.has_gained_, self.refused_size_);
  }

 private:
  static constexpr int kShortestTrial = 30;
  static constexpr int kShortestHold = 120;
  static constexpr long kWholeTrial = 1000000;  // longer than any trial

  int stable_order_;
  int suspect_order_;
  int n_since_start_ = 0;         // accepted steps
  int n_seen_ = 0;                // suspect looks in succession
  int n_trial_ = kShortestTrial;  // steps of the first round
  long hold_ = kShortestHold;     // steps of the next hold
  long n_left_ = 0;               // steps of this hold
  long n_deaf_ = 0;               // steps until suspicions count again
  double refused_size_ = 0;       // step size of the last trial without gain
  long n_held_ = 0;
  bool has_gained_ = false;  // a trial has found the limit
};

}  // namespace pleuel
