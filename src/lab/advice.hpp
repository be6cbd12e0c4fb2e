// Which formulation and which method for a case of one's own: a tournament.
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
  std::vector<std::string> methods = {};          ///< likewise
  double accuracy = 1e-4;                         ///< wanted relative error, see errors_of
  std::vector<Group> groups = compared_groups();  ///< in which it is wanted
  std::optional<double> atol = {};                ///< empty: as rtol
  std::optional<double> until = {};
  Settings settings = {};
  double budget = 60;  ///< s of wall time
};

enum class AdviceOutcome {
  reached,  ///< the accuracy, also if the reference is off by what the two runs for it are apart
  missed,   ///< it
  failed,   ///< the run did not come to its end
  cut_off,  ///< it took far longer than the best
};

/// "reached", "missed", "failed", "cut off".
const char* name_of(AdviceOutcome outcome);

/// A run of the tournament.
struct AdviceRow {
  StudyRow row;
  GroupErrors errors;  ///< against the reference
  AdviceOutcome outcome = AdviceOutcome::missed;
};

/// Two runs by unlike formulations and methods; how far they are apart bounds what can be said of
/// others.
struct AdviceReference {
  StudyRow first, second;
  GroupErrors agreement;
};

enum class AdviceStatus {
  recommended,
  nothing_reached,  ///< no combination has the accuracy
  no_reference,     ///< no two combinations agree well enough to judge by
  all_failed,       ///< no run came to its end
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
  std::string message;  ///< one or two sentences: what to do
  std::optional<AdviceReference> reference;
  /// runs for a reference that did not come to their end
  std::vector<StudyRow> reference_failures;
  std::vector<AdviceRow> rows;  ///< all runs of the tournament, in their order
  std::vector<std::size_t>
      ranking;  ///< of rows that reached the accuracy, one a pair; the recommended one first
  std::vector<std::string> reasons;             ///< for the recommended one
  std::string command;                          ///< the line that runs it
  Settings recommended_settings;                ///< those of `request` that concern it
  bool is_steadier_preferred = false;           ///< to one as fast that drifts
  std::string usual_formulation, usual_method;  ///< what the program chooses by itself
  /// methods that bring their own equations, or all for a plain DAE
  std::set<std::string> is_formulation_fixed;
  std::vector<std::string> not_tried;  ///< pairs for which the budget left no time
  std::vector<RefusedPair> refused;
  double seconds = 0;  ///< of wall time that all took

  const AdviceRow* recommended() const { return ranking.empty() ? nullptr : &rows[ranking.front()]; }
};

struct AdviceWatch {
  const std::atomic<bool>* stop = nullptr;
  /// Before each run: how many are done, what is left of the budget in s, and the run that comes.
  std::function<void(int done, double seconds_left, const std::string& next)> progress = {};
};

/// Finds the cheapest pair that has the wanted accuracy ε, without known digits:
///
/// 1. Reference. Two pairs that differ in formulation and method run at tolerance ε/10², or, until
///    they agree to ε/10, at ε/10⁴, ε/10⁶ and ε/10⁸. Without an agreement to ε/2 there is no
///    reference and no recommendation: the case may be chaotic, or pass a singular configuration.
/// 2. Rounds. All pairs run at rtol = ε, then those that missed at smaller ones down to ε/10⁵, as
///    many decades smaller as their error is too large. ggl1 and rcd0 with radau5 and radau go
///    first. A run is cut off when it takes four times as long as the best that reached ε (down to
///    1.5 times where the budget is short), or, before there is one, twice as long as the
///    reference. Two failures, or two tightenings without gain, end a pair.
/// 3. Finals. The fastest pairs also try three times the tolerance with which they reached ε; then
///    the best runs are repeated in rounds without observer, and the smallest processor time
///    counts. Of those within 10 % of the fastest, one that does not drift is preferred.
///
/// Throws what run_study throws before its first run, NoConsistentState if no pair has a consistent
/// start.
[[nodiscard]] Advice advise(const Catalogue& catalogue, const AdviceRequest& request,
                            const AdviceWatch& watch = {});

}  // namespace pleuel
