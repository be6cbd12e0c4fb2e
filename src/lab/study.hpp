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

/// What is to be measured. A setting goes to the runs whose case, formulation or method declares
/// it.
struct StudyRequest {
  std::vector<std::string> cases;
  std::vector<std::string> formulations = {};  ///< empty: all
  std::vector<std::string> methods = {};       ///< empty: all
  std::vector<double> tolerances;              ///< rtol
  std::optional<double> atol = {};             ///< empty: as rtol
  std::optional<double> until = {};            ///< end time; empty: each case's own
  double h0_per_rtol = 0;                      ///< first step over rtol; 0: chosen by the method
  Settings settings = {};
  /// timed repetitions of each run, at least one, as far as they fit into `repeat_seconds`
  int repeats = 5;
  double repeat_seconds = 2;          ///< s of processor time for the repetitions of one run
  double timeout = 60;                ///< s of wall time for one run
  std::optional<double> budget = {};  ///< s of wall time for all
};

/// A pair that a method or a case cannot take, with the reason.
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
  std::optional<int> core;  ///< to which the runs were pinned
  std::vector<StudyRow> rows;
  std::vector<RefusedPair> refused;
  /// Formulations of another problem, without a method
  std::vector<RefusedPair> apart = {};
  /// Computed for the cases without digits of their own
  std::vector<StudyReference> references = {};
  std::vector<DriftTrace> traces = {};  ///< of the rows that were run; those taken over have none
  StudyEnd end = StudyEnd::complete;
  int n_not_run = 0;   ///< runs that an early end left out
  int n_outdated = 0;  ///< known rows that were dropped: the files of their case have changed
};

struct StudyWatch {
  const std::atomic<bool>* stop = nullptr;
  /// Before each run for a reference: what it is.
  std::function<void(const std::string& next)> reference = {};
  /// Before each run: how many of all are done, and the one that comes.
  std::function<void(int done, int all, const RunKey& next)> progress = {};
  /// After the runs of each pair: what there is by now.
  std::function<void(const Study& so_far)> pair_done = {};
};

/// Runs one after the other, pinned to one core. The runs of a pair (all its tolerances) are first
/// observed, for counts, errors and drift, then repeated unobserved for their times, in rounds, so
/// that a slow phase of the machine does not fall on one tolerance alone. All but the times is the
/// same bit for bit whenever a study is repeated.
///
/// A case without digits of its own gets a reference before its first run (add_reference).
///
/// A run that fails is a row. Rows of `known` whose key is wanted are taken over instead of being
/// run; the others are kept as well, before them, but for rows of these cases that were made from
/// other contents of their files. A wrong request throws InvalidInput or InvalidModel with all that
/// is wrong, before any run; so does a case of which every pair is refused.
[[nodiscard]] Study run_study(const Catalogue& catalogue, const StudyRequest& request,
                              const StudyWatch& watch = {}, std::vector<StudyRow> known = {});

/// Tolerances from `first` to `last`, both included, so many in each decade: 10^(log10 first ±
/// i/per_decade). Throws InvalidInput unless both are in (0, 1) and per_decade is in [1, 100].
std::vector<double> tolerance_range(double first, double last, int per_decade);

}  // namespace pleuel
