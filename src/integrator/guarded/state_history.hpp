// The last accepted states of a run.
#pragma once

#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// States of a run, thinned in time: the newest, and older ones at least `spacing` apart. Keeps the
/// last `capacity` states. No allocation after construction.
class StateHistory {
 public:
  struct State {
    double t = 0;
    Vector q, v, s;
    Motion motion() const { return {.t = t, .q = q, .v = v, .s = s}; }
  };

  explicit StateHistory(const SystemInfo& info) : states_(capacity) {
    for (State& x : states_) {
      x.q.setZero(info.n_q());
      x.v.setZero(info.n_v());
      x.s.setZero(info.n_s());
    }
  }

  void clear() { count_ = 0; }
  /// Removes states later than t.
  void cut(double t) {
    while (count_ > 0 && newest().t > t) --count_;
  }
  void add(const Motion& at, double spacing) {
    const bool is_dense = count_ > 1 && at.t - state(count_ - 2).t < spacing;
    if (!is_dense && count_ == capacity) {
      first_ = (first_ + 1) % capacity;
      --count_;
    }
    if (!is_dense) ++count_;
    State& x = states_[(first_ + count_ - 1) % capacity];
    x.t = at.t;
    x.q = at.q;
    x.v = at.v;
    x.s = at.s;
  }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.first_, self.count_);
    for (int i = 0; i < self.count_; ++i) {
      auto& x = self.states_.at(static_cast<std::size_t>((self.first_ + i) % capacity));
      stream(x.t, x.q, x.v, x.s);
    }
  }

  int size() const { return count_; }
  /// State 0 is the oldest.
  const State& state(int i) const { return states_[(first_ + i) % capacity]; }
  const State& newest() const { return state(count_ - 1); }
  /// Index of the last state not later than t, or −1.
  int last_until(double t) const {
    int i = count_ - 1;
    while (i >= 0 && state(i).t > t) --i;
    return i;
  }

 private:
  // Six longest steps at a spacing of 1/8: a passage is tested with states from up to
  // trigger + anchor steps before it.
  static constexpr int capacity = 48;
  std::vector<State> states_;
  int first_ = 0, count_ = 0;
};

}  // namespace pleuel
