// Control programs of a testing machine.
#pragma once

#include <vector>

namespace pleuel::material {

/// A piecewise linear function of time, constant before the first and after the last corner.
class Program {
 public:
  /// Always zero.
  Program() = default;
  /// Throws InvalidInput unless times ascend and the numbers of times and values are equal.
  Program(std::vector<double> times, std::vector<double> values);

  double at(double t) const;
  /// Slope of the piece that starts at t or contains t.
  double rate(double t) const;
  const std::vector<double>& times() const { return times_; }

 private:
  std::vector<double> times_, values_;
};

/// The prescribed quantity of one component: its strain, or its stress in Pa.
struct Control {
  enum class Kind { strain, stress };
  Kind kind = Kind::stress;
  Program program = {};
};

}  // namespace pleuel::material
