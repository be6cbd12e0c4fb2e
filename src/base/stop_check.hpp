// A question that ends long computations.
#pragma once

#include <chrono>
#include <functional>

namespace pleuel {

/// Thrown by a StopCheck. It is no std::exception, so that nobody takes it for a fault of a model.
struct RunStopped {};

/// Asks now and then whether to stop, and throws RunStopped then. `look` costs a comparison: how many
/// of its calls pass between two questions follows from how long they took, about 5 ms.
class StopCheck {
 public:
  /// From here on `is_due` is asked, while someone is Watched.
  void arm(std::function<bool()> is_due);

  void look() {
    if (left_ > 0 && --left_ == 0) ask();
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
  void ask();

  std::function<bool()> is_due_;
  long left_ = 0;      // calls until the next question; 0: none is asked
  long due_ = 0;       // the same while nobody is watched
  long distance_ = 1;  // calls between questions
  Clock::time_point last_;
  bool has_stopped_ = false;
};

}  // namespace pleuel
