// Output times between steps.
#pragma once

#include <optional>
#include <vector>

namespace pleuel {

/// Ascending times, consumed one after the other.
class TimeGrid {
 public:
  static constexpr double most_points = 1e9;

  /// No times.
  TimeGrid() = default;
  /// t_begin + i·dt for i = first, first + 1, … up to t_end. A last point that differs from t_end
  /// only by rounding is t_end. Throws InvalidInput for more than `most_points` points.
  static TimeGrid every(double dt, double t_begin, double t_end, long first);
  /// The given times, sorted and without duplicates.
  static TimeGrid at(std::vector<double> times);

  /// The next time if it is not beyond t; it is then consumed.
  std::optional<double> next_up_to(double t);

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.next_);
  }

 private:
  double time(long i) const;

  std::vector<double> times_;  // used when dt_ is zero
  double dt_ = 0;
  double t_begin_ = 0;
  double t_end_ = 0;
  long next_ = 0;
  long count_ = 0;
};

}  // namespace pleuel
