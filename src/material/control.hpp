// How a test machine moves in time.
#pragma once

#include <vector>

namespace pleuel::material {

/// A value over time: straight between its corners, constant before the first and after the last.
class Program {
 public:
  /// Zero for ever.
  Program() = default;
  /// Throws InvalidInput unless times ascend and there are as many values.
  Program(std::vector<double> times, std::vector<double> values);

  double at(double t) const;
  /// Of the piece that begins at t, or that t lies in.
  double rate(double t) const;
  const std::vector<double>& times() const { return times_; }

 private:
  std::vector<double> times_, values_;
};

/// What is prescribed of one component: its strain, or its stress in Pa.
struct Control {
  enum class Kind { strain, stress };
  Kind kind = Kind::stress;
  Program program = {};
};

}  // namespace pleuel::material
