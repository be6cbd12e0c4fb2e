// Time as a function of digits.
#pragma once

#include <optional>
#include <vector>

namespace pleuel {

/// Cost and accuracy of one run; digits = −log10 of the error.
struct WorkPoint {
  double tolerance = 0;
  double seconds = 0;
  double digits = 0;
};

/// The time in which a method achieves `wanted` digits: the smallest of the times of runs that
/// achieved them and of interpolations between neighbouring tolerances that cross `wanted` upwards,
/// with log(time) linear in the digits. Empty if no run achieved them. Runs may be in any order.
/// Runs with NaN digits or time are omitted; their neighbours are then not interpolated.
std::optional<double> time_to_digits(std::vector<WorkPoint> runs, double wanted);

}  // namespace pleuel
