// A question that ends long computations.
#pragma once

#include <chrono>
#include <functional>

namespace pleuel {

/// Thrown by a StopCheck. It is no std::exception, so that nobody takes it for a fault of a model.
struct RunStopped {};

/// Asks every 5 ms or less often whether to stop, and throws RunStopped then. `look` costs a
/// comparison: how many of its calls pass until the clock is read follows from how long they took.
class StopCheck {
 public:
  /// From here on `is_due` is asked, while someone is Watched.
  void arm(std::function<bool()> is_due);

  void look() {
    if (left_ > 0 && --left_ == 0) read_clock();
  }
  /// Whether it has thrown since it was armed.
  bool has_stopped() const { return has_stopped_; }

  /// While one lives, the question is asked.
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
  long left_ = 0;      // calls until the clock is read; 0: it is not
  long due_ = 0;       // the same while nobody is watched
  long distance_ = 1;  // calls between two readings
  Clock::time_point last_look_, last_question_;
  bool has_stopped_ = false;
};

}  // namespace pleuel
