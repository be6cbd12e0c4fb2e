// Work-precision studies: cases × formulations × methods × tolerances.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/lab/drift_trace.hpp"
#include "pleuel/lab/environment.hpp"
#include "pleuel/lab/study_reference.hpp"
#include "pleuel/lab/study_row.hpp"
#include "pleuel/run/catalogue.hpp"

namespace pleuel {

/// What to measure. A setting applies to the runs whose case, formulation or method declares it.
struct StudyRequest {
  std::vector<std::string> cases;
  std::vector<std::string> formulations = {};  ///< empty: all
  std::vector<std::string> methods = {};       ///< empty: all
  std::vector<double> tolerances;              ///< rtol
  std::optional<double> atol = {};             ///< empty: equal to rtol
  std::optional<double> until = {};            ///< end time; empty: that of each case
  double h0_per_rtol = 0;                      ///< first step/rtol; 0: chosen by the method
  Settings settings = {};
  /// timed repetitions of each run, at least one, limited by `repeat_seconds`
  int repeats = 5;
  double repeat_seconds = 2;          ///< s, processor time for the repetitions of one run
  double timeout = 60;                ///< s, wall time of one run
  std::optional<double> budget = {};  ///< s, total wall time
  int jobs = 1;                       ///< pairs measured at once, each on its own core (JobPool)
};

/// A pair that a method or a case does not support, with the reason.
struct RefusedPair {
  std::string case_name;
  std::string formulation;
  std::string method;
  std::string reason;
};

enum class StudyEnd { complete, interrupted, out_of_budget };

/// "complete", "interrupted", "out of budget".
const char* name_of(StudyEnd end);

struct Study {
  Environment environment;
  std::optional<int> core;  ///< core to which the runs were pinned
  std::vector<StudyRow> rows;
  std::vector<RefusedPair> refused;
  /// Formulations of a different problem, without a method.
  std::vector<RefusedPair> apart = {};
  /// References computed for the cases without digits.
  std::vector<StudyReference> references = {};
  std::vector<DriftTrace> traces = {};  ///< of the executed rows; reused rows have none
  StudyEnd end = StudyEnd::complete;
  int n_not_run = 0;   ///< runs omitted because of an early end
  int n_outdated = 0;  ///< discarded known rows: the files of their case have changed
};

struct StudyWatch {
  const std::atomic<bool>* stop = nullptr;
  /// Called before each run for a reference.
  std::function<void(const std::string& next)> reference = {};
  /// Called before each run: numbers of completed and of all runs, and the next one.
  std::function<void(int done, int all, const RunKey& next)> progress = {};
  /// Called after the runs of each pair with the results so far.
  std::function<void(const Study& so_far)> pair_done = {};
};

/// Executes the runs one after the other, pinned to one core, or pairs in parallel, each on a core
/// of its own. The runs of a pair (all its tolerances) are first observed, for counts, errors and
/// drift. Then they are repeated without observers for their times, in rounds, so that a slow phase
/// of the machine does not affect only one tolerance. Everything except the times is reproducible
/// bit for bit.
///
/// A case without digits gets a reference before its first run (add_reference).
///
/// A failed run is a row. Rows of `known` with a requested key are reused. Other known rows are
/// kept and come first, except rows of these cases from other contents of their files. An invalid
/// request throws InvalidInput or InvalidModel with all faults before any run, and so does a case
/// without a supported pair.
[[nodiscard]] Study run_study(const Catalogue& catalogue, const StudyRequest& request,
                              const StudyWatch& watch = {}, std::vector<StudyRow> known = {});

/// Tolerances from `first` to `last`, both included, with per_decade values per decade: 10^(log10
/// first ± i/per_decade). Throws InvalidInput unless both are in (0, 1) and per_decade is in [1,
/// 100].
std::vector<double> tolerance_range(double first, double last, int per_decade);

}  // namespace pleuel
