// Computed reference of a study whose case has no published digits.
#pragma once

#include <limits>
#include <string>

#include "pleuel/lab/study_row.hpp"

namespace pleuel {

/// Two runs by different formulations and methods, as in `advise`. The first is the reference; its
/// distance from the second limits the number of reliable digits.
struct StudyReference {
  std::string case_name;
  /// "ggl1 radau 1e-12"; empty if no two runs were successful
  std::string first = {}, second = {};
  /// Largest relative differences of the two over the motion (errors_of): of all unknowns except
  /// the multipliers, and of the multipliers.
  double difference = std::numeric_limits<double>::quiet_NaN();
  double lambda_difference = std::numeric_limits<double>::quiet_NaN();
  std::string message = {};  ///< one sentence: reliability of the digits, or why there are none

  bool is_found() const { return !second.empty(); }
  /// Removes digits of a row that are beyond the differences.
  void limit(StudyRow& row) const;
};

}  // namespace pleuel
