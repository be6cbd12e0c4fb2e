// Locates events on the dense output of a step.
#pragma once

#include <array>
#include <vector>

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/dae/event.hpp"

namespace pleuel {

struct FoundEvent {
  int event = 0;  ///< number of the event
  double t = 0;
};

/// Follows the event functions of a run from step to step.
///
/// On each dense output, a function is sampled at both ends and at four points between them. Where
/// its absolute value has a minimum among these, this minimum is searched for, as far as it may
/// reach zero. Two crossings in one step are therefore found unless the function varies faster than
/// the samples show. A change of sign is located to the rounding of t. A function that is zero at
/// the start, for example after its own jump, has no sign until it becomes nonzero. The first dense
/// output after a start is also sampled near its beginning, at 1/10, 1/100 and 1/1000.
///
/// A function that reaches zero and stays there is one event, at its first zero, in the direction
/// of its arrival. No event occurs while it stays zero or when it leaves zero, to either side.
class EventFinder {
 public:
  explicit EventFinder(std::vector<Event> events);

  bool is_empty() const { return events_.empty(); }
  const Event& event(int i) const { return events_[i]; }

  /// Starts at (t, y). Functions numbered in `fired` count as zero there, whatever their rounding
  /// errors.
  void start(double t, ConstVec y, const std::vector<int>& fired = {});
  /// After start() with `fired`: predicts the next signs of these functions from (y, ẏ) and the
  /// time dt.
  void expect(double t, ConstVec y, ConstVec ydot, double dt);
  /// Continues after a breakpoint at (t, y): functions keep their signs.
  void go_on(double t, ConstVec y);

  /// The events on `dense`, which starts where the last dense output ended, in ascending time. The
  /// list ends with the first event that stops or jumps and all events at the same time within
  /// rounding. Changes no state.
  const std::vector<FoundEvent>& find(const DenseOutput& dense);
  /// An event whose function was NaN on the dense output searched last; in that case no event was
  /// found.
  const Event* not_a_number() const { return not_a_number_ < 0 ? nullptr : &events_[not_a_number_]; }
  /// An event that fired but whose function then did not follow its predicted sign on the dense
  /// output searched last. The effect of the event is smaller than the error of the method.
  const Event* contradicted() const { return contradicted_ < 0 ? nullptr : &events_[contradicted_]; }
  /// Accepts the dense output searched last as a whole.
  void keep();

  /// All that the next search depends on.
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.sign_, self.is_at_zero_, self.value_, self.fired_, self.expected_, self.is_first_);
  }

 private:
  struct Sample {
    double t, value;
  };
  void evaluate(const DenseOutput& dense, const std::vector<double>& at);
  void add_vertices(const DenseOutput& dense, int i);
  Sample nearest_to_zero(const DenseOutput& dense, int i, std::array<Sample, 3> x, double vertex);
  void follow(const DenseOutput& dense, int i);
  double first_zero(const DenseOutput& dense, int i, const Sample& a, const Sample& b, int sign);
  double value_at(const DenseOutput& dense, int i, double t);

  std::vector<Event> events_;
  std::vector<int> sign_;       // −1, 1, or 0: not yet known
  std::vector<int> next_sign_;  // sign at the end of the dense output searched last
  // It has reached zero, and the event was reported.
  std::vector<char> is_at_zero_, next_is_at_zero_;
  std::vector<double> value_;  // value at the start of the next dense output
  std::vector<std::vector<Sample>> samples_;
  std::vector<FoundEvent> found_;
  std::vector<int> fired_;
  std::vector<int> expected_;  // signs after an event's own jump; 0: no expectation
  int not_a_number_ = -1;
  int contradicted_ = -1;
  bool is_first_ = true;
  Vector y_;
};

}  // namespace pleuel
