// Where events happen on the dense output of a step.
#pragma once

#include <vector>

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/dae/event.hpp"

namespace pleuel {

struct FoundEvent {
  int event = 0;  ///< its number
  double t = 0;
};

/// Follows the event functions of a run from step to step.
///
/// On each dense a function is looked at in the ends and in four points between them, and where its
/// absolute value has a minimum among these, at the vertex of the parabola through three of them:
/// two crossings in one step are seen unless the function varies faster than that. A change of sign
/// is narrowed to the rounding of t. A function that is zero at the beginning, as after its own
/// jump, has no sign until it shows one; the first dense after a beginning is also looked at near
/// it, at 1/10, 1/100 and 1/1000.
///
/// A function that reaches zero and stays there is one event, at its first zero, in the direction
/// in which it arrived. Nothing happens while it stays zero, nor when it leaves zero, to either
/// side.
class EventFinder {
 public:
  explicit EventFinder(std::vector<Event> events);

  bool is_empty() const { return events_.empty(); }
  const Event& event(int i) const { return events_[i]; }

  /// Begins at (t, y). Functions numbered in `fired` count as zero whatever rounding makes of them.
  void start(double t, ConstVec y, const std::vector<int>& fired = {});
  /// After start() with `fired`: the signs that these functions must show next, from where (y, ẏ)
  /// leads them in the time dt.
  void expect(double t, ConstVec y, ConstVec ydot, double dt);
  /// Goes on after a breakpoint at (t, y): functions keep their signs.
  void go_on(double t, ConstVec y);

  /// The events on `dense`, which begins where the last one ended: ascending in time, and none
  /// after the first that stops or jumps, but with it all that happen at its time within rounding.
  /// Changes nothing.
  const std::vector<FoundEvent>& find(const DenseOutput& dense);
  /// An event whose function was NaN somewhere on the dense that was searched last; then nothing
  /// was found.
  const Event* not_a_number() const { return not_a_number_ < 0 ? nullptr : &events_[not_a_number_]; }
  /// An event that fired, and whose function did not go where its rate led it on the dense searched
  /// last: what it does is smaller than the error of the method.
  const Event* contradicted() const { return contradicted_ < 0 ? nullptr : &events_[contradicted_]; }
  /// The dense last looked at is kept whole.
  void keep();

 private:
  struct Sample {
    double t, value;
  };
  void evaluate(const DenseOutput& dense, const std::vector<double>& at);
  void add_vertices(const DenseOutput& dense, int i);
  void follow(const DenseOutput& dense, int i);
  double first_zero(const DenseOutput& dense, int i, const Sample& a, const Sample& b, int sign);
  double value_at(const DenseOutput& dense, int i, double t);

  std::vector<Event> events_;
  std::vector<int> sign_;                           // −1, 1, or 0: not known yet
  std::vector<int> next_sign_;                      // at the end of the dense last looked at
  std::vector<char> is_at_zero_, next_is_at_zero_;  // it has reached zero, and this has been told
  std::vector<double> value_;                       // where the next dense begins
  std::vector<std::vector<Sample>> samples_;
  std::vector<FoundEvent> found_;
  std::vector<int> fired_;
  std::vector<int> expected_;  // signs after an event's own jump; 0: nothing is expected
  int not_a_number_ = -1;
  int contradicted_ = -1;
  bool is_first_ = true;
  Vector y_;
};

}  // namespace pleuel
