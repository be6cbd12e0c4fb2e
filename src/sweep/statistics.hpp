// What the runs of a study say together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/sweep/collected.hpp"

namespace pleuel::sweep {

/// One output over the runs that are ok and have it. The standard deviation s of the values
/// contains the scatter of the parameters and the error e of the solver, which is estimated from
/// twins: the root mean square of |x(rtol) − x(rtol·factor)|. The scatter without it is √(s² − e²).
struct OutputStatistics {
  std::string name, unit;
  bool is_verdict = false;
  long n = 0;
  double mean = 0;  ///< of a verdict: the share of runs for which it holds
  double deviation = 0;
  double standard_error = 0;  ///< of the mean, as if the runs were independent: s/√n
  double min = 0, max = 0, median = 0, low = 0, high = 0;  ///< low, high: quantiles 5 % and 95 %
  long run_min = -1, run_max = -1;
  long n_twins = 0;
  double solver_error = 0;        ///< root mean square over the twins; NaN without
  double solver_error_worst = 0;  ///< largest
  double scatter = 0;             ///< without the solver's error; NaN without twins
};

/// The effect of one varied name on one output.
struct Effect {
  std::size_t column = 0;           ///< of the varied names
  std::size_t output = 0;           ///< of the numbers
  std::vector<std::string> groups;  ///< levels, or fifths of the probability
  std::vector<double> means;        ///< of the output in each group; NaN if it is empty
  std::vector<long> counts;
  double range = 0;  ///< largest mean less smallest
  /// Var(E[y | group])/Var(y), for random plans less what chance would explain; 0 to 1.
  double share = 0;
  double correlation = 0, rank_correlation = 0;  ///< NaN for words
};

struct SweepStatistics {
  static constexpr std::size_t n_groups = 5;  ///< of a continuous distribution

  std::vector<OutputStatistics> outputs;
  std::vector<Effect> effects;
  /// Runs by the objective, best first; empty without an objective.
  std::vector<long> best, worst;
  /// What is doubtful in the study and its outputs, as sentences.
  std::vector<std::string> remarks;
};

SweepStatistics statistics(const Study& study, const Collected& all);

/// Linear interpolation between sorted values; `part` from 0 to 1.
double quantile(const std::vector<double>& sorted, double part);

}  // namespace pleuel::sweep
