// Where the digits of a study come from that has none of its own.
#pragma once

#include <limits>
#include <string>

#include "pleuel/lab/study_row.hpp"

namespace pleuel {

/// Two runs by unlike formulations and methods, as `advise` makes them. The first is the reference;
/// how far the second is from it bounds the digits that can be counted.
struct StudyReference {
  std::string case_name;
  /// "ggl1 radau 1e-12"; empty where no two runs reached their end
  std::string first = {}, second = {};
  /// Relative differences of the two, the largest over the motion (errors_of): of all but the
  /// multipliers, and of these.
  double difference = std::numeric_limits<double>::quiet_NaN();
  double lambda_difference = std::numeric_limits<double>::quiet_NaN();
  std::string message = {};  ///< one sentence: what the digits are worth, or why there are none

  bool is_found() const { return !second.empty(); }
  /// Takes digits from a row of the case that are beyond the differences.
  void limit(StudyRow& row) const;
};

}  // namespace pleuel
