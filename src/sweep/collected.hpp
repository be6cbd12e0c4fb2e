// The numbers of a study in columns.
#pragma once

#include <string>
#include <vector>

#include "pleuel/sweep/study.hpp"
#include "pleuel/sweep/work_list.hpp"

namespace pleuel::sweep {

enum class RunState : char { missing, ok, failed };

struct FailedRun {
  long run = 0;
  std::string kind, message;
};

/// A run repeated at a tighter tolerance, and both results.
struct TwinResult {
  long run = 0;
  std::vector<double> values, tight;
};

/// Columns of the runs of a table; curves stay in the journals. 8 bytes per number.
struct Collected {
  std::vector<RunState> states;
  std::vector<std::vector<double>> values;  ///< by output that is a number, then by run
  std::vector<FailedRun> failed;
  std::vector<TwinResult> twins;
  long n_failed_twins = 0;
  /// Remarks with the number of runs that have them.
  std::vector<std::pair<std::string, long>> remarks;
  double cpu_seconds = 0, all_seconds = 0;  ///< sums; measured

  long n_ok() const;
  long n_missing() const;
};

Collected collect(const Study& study, const RowIndex& index);

/// The outputs that are numbers: columns of `values`.
std::vector<const OutputSpec*> number_outputs(const Study& study);

}  // namespace pleuel::sweep
