// Finds formulation and method for a user's case by a tournament.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "pleuel/lab/study.hpp"
#include "pleuel/lab/trajectory_error.hpp"

namespace pleuel {

struct AdviceRequest {
  std::string case_name;
  std::vector<std::string> formulations = {};     ///< only these may be recommended; empty: all
  std::vector<std::string> methods = {};          ///< only these may be recommended; empty: all
  double accuracy = 1e-4;                         ///< required relative error, see errors_of
  std::vector<Group> groups = compared_groups();  ///< groups to which it applies
  std::optional<double> atol = {};                ///< empty: as rtol
  std::optional<double> until = {};
  Settings settings = {};
  double budget = 60;  ///< s, wall time
  int jobs = 1;        ///< runs of a round made at once, each on a core of its own (JobPool)
};

enum class AdviceOutcome {
  reached,  ///< accuracy reached, including the uncertainty of the reference
  missed,   ///< accuracy not reached
  failed,   ///< the run was not completed
  cut_off,  ///< far slower than the best
};

/// "reached", "missed", "failed", "cut off".
const char* name_of(AdviceOutcome outcome);

/// A run of the tournament.
struct AdviceRow {
  StudyRow row;
  GroupErrors errors;  ///< relative to the reference
  AdviceOutcome outcome = AdviceOutcome::missed;
};

/// Two runs by different formulations and methods; their distance limits what can be said about
/// others.
struct AdviceReference {
  StudyRow first, second;
  GroupErrors agreement;
};

/// What the program chooses without names, at the tolerance with which it reaches the accuracy.
struct AutomaticTrial {
  Choice formulation, method;
  double rtol = 0;
  double error = 0;           ///< relative; NaN if the run failed
  double error_at_first = 0;  ///< the same at rtol = accuracy
  double choice_seconds = 0;  ///< s of processor time of the choice
  double seconds = 0;         ///< s of processor time of the choice and the run
  bool has_reached = false;
};

enum class AdviceStatus {
  recommended,
  nothing_reached,  ///< no combination reaches the accuracy
  no_reference,     ///< no two combinations agree well enough
  all_failed,       ///< no run was completed
};

/// "recommended", "nothing reached", "no reference", "all failed".
const char* name_of(AdviceStatus status);

struct Advice {
  AdviceRequest request;
  std::string title;
  double t_end = 0;
  Environment environment;
  AdviceStatus status = AdviceStatus::all_failed;
  StudyEnd end = StudyEnd::complete;
  std::string message;  ///< one or two sentences with the recommended action
  std::optional<AdviceReference> reference;
  /// failed runs for a reference
  std::vector<StudyRow> reference_failures;
  std::vector<AdviceRow> rows;         ///< all runs of the tournament, in order
  std::vector<std::size_t> ranking;    ///< one per pair; the recommended one first
  std::vector<std::string> reasons;    ///< for the recommendation
  std::string command;                 ///< command line of the recommended run
  Settings recommended_settings;       ///< settings of `request` that apply to it
  bool is_steadier_preferred = false;  ///< preferred to an equally fast one that drifts
  /// empty if only some pairs may be recommended, or without time
  std::optional<AutomaticTrial> automatic;
  /// methods with their own equations; for a plain DAE all methods
  std::set<std::string> is_formulation_fixed;
  std::vector<std::string> not_tried;  ///< pairs for which no time was left
  std::vector<RefusedPair> refused;
  double seconds = 0;  ///< s, total wall time

  const AdviceRow* recommended() const { return ranking.empty() ? nullptr : &rows[ranking.front()]; }
};

struct AdviceWatch {
  const std::atomic<bool>* stop = nullptr;
  /// Called before each run: number of completed runs, remaining budget in s, and the next run.
  std::function<void(int done, double seconds_left, const std::string& next)> progress = {};
};

/// Finds the cheapest pair that reaches the accuracy ε, without known digits:
///
/// 1. Reference. Two pairs with different formulations and methods run at tolerance ε/10². Until
///    they agree to ε/10, they are repeated at ε/10⁴, ε/10⁶ and ε/10⁸. Without agreement to ε/2
///    there is no reference and no recommendation: the case may be chaotic or pass a singular
///    configuration.
/// 2. Rounds. All pairs run at rtol = ε. Those that missed the accuracy run at smaller tolerances
///    down to ε/10⁵, according to their error. ggl1 and rcd0 with radau5 and radau go first. A run
///    is cut off after four times the time of the best successful run (down to 1.5 times if the
///    budget is short), or, before there is one, twice the time of the reference. Two failures, or
///    two tightenings without gain, eliminate a pair.
/// 3. Finals. The fastest pairs also try three times the tolerance with which they reached ε. Then
///    the best runs are repeated in rounds without observers, and the smallest processor time
///    counts. Among those within 10 % of the fastest, one without drift is preferred.
/// 4. The automatic choice runs in the same way as a pair, and its time includes the choice.
///
/// Throws what run_study throws before its first run, and NoConsistentState if no pair has a
/// consistent start.
[[nodiscard]] Advice advise(const Catalogue& catalogue, const AdviceRequest& request,
                            const AdviceWatch& watch = {});

}  // namespace pleuel
