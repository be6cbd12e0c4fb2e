// Time against digits, and how two such curves are compared.
#pragma once

#include <optional>
#include <vector>

namespace pleuel {

/// One run: what it cost and what it achieved; digits = −log10 of the error.
struct WorkPoint {
  double tolerance = 0;
  double seconds = 0;
  double digits = 0;
};

/// The time in which a method achieves `wanted` digits: the smallest of the times of runs that
/// achieved as many, and of the interpolations, log(time) linear in the digits, between
/// neighbouring tolerances that cross `wanted` upwards. Nothing when no run achieved as many. Runs
/// in any order; those whose digits or time are not numbers are left out, and then their neighbours
/// are no neighbours of each other.
std::optional<double> time_to_digits(std::vector<WorkPoint> runs, double wanted);

}  // namespace pleuel
