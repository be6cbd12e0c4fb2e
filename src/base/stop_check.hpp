// Stops long computations on request.
#pragma once

#include <chrono>
#include <functional>

namespace pleuel {

/// Thrown by StopCheck. Not a std::exception, so that it is not mistaken for an error of a model.
struct RunStopped {};

/// Asks at most every 5 ms whether to stop, and throws RunStopped if so. `look` costs one
/// comparison; the number of calls between two readings of the clock adapts to their duration.
class StopCheck {
 public:
  /// Sets the stop condition. It is evaluated only while a Watched object exists.
  void arm(std::function<bool()> is_due);

  void look() {
    if (left_ > 0 && --left_ == 0) read_clock();
  }
  /// True if RunStopped was thrown since the last `arm`.
  bool has_stopped() const { return has_stopped_; }

  /// The stop condition is checked during the lifetime of this object.
  class Watched {
   public:
    explicit Watched(StopCheck& check) : check_(check) { check_.left_ = check_.due_; }
    ~Watched() {
      check_.due_ = check_.left_;
      check_.left_ = 0;
    }
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;

   private:
    StopCheck& check_;
  };

 private:
  using Clock = std::chrono::steady_clock;
  void read_clock();

  std::function<bool()> is_due_;
  long left_ = 0;      // calls until the clock is read; 0: inactive
  long due_ = 0;       // value of left_ for the next Watched
  long distance_ = 1;  // calls between two readings of the clock
  Clock::time_point last_look_, last_question_;
  bool has_stopped_ = false;
};

}  // namespace pleuel
