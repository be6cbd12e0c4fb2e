// What a run gives back.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/dae/event.hpp"
#include "pleuel/dae/failure.hpp"
#include "pleuel/dae/statistics.hpp"
#include "pleuel/dae/tolerances.hpp"
#include "pleuel/dae/unknown.hpp"
#include "pleuel/linalg/types.hpp"
#include "pleuel/mechanics/motion_monitor.hpp"
#include "pleuel/mechanics/start_report.hpp"
#include "pleuel/mechanics/system_info.hpp"
#include "pleuel/run/comparison.hpp"
#include "pleuel/run/default_choice.hpp"
#include "pleuel/run/reaction_estimate.hpp"

namespace pleuel {

enum class RunStatus { ok, failed, interrupted };

/// "ok", "failed", "interrupted".
const char* name_of(RunStatus status);

/// One of the unknowns that the case shows first, or of its further outputs, at the end of the run.
struct Output {
  std::string name;
  std::string unit;
  double value = 0;
};

/// An event that happened.
struct RunEvent {
  double t = 0;
  std::string name;
  EventEffect effect = EventEffect::note;
};

/// What stands fixed when a run begins.
struct RunHeader {
  std::string case_name;
  std::string title;
  Choice formulation;
  Choice method;
  ToleranceRequest tolerance;
  double t_begin = 0;
  double t_end = 0;
  std::vector<Unknown> unknowns;
  std::vector<Quantity> outputs = {};  ///< what each sample has besides the unknowns
  std::vector<std::string> remarks;    ///< known before the run begins
  /// how far q, or y of a plain DAE, was moved to make the start consistent
  double position_moved = 0;
  double velocity_moved = 0;
  /// The coordinate and the velocity of a mechanism that moved most, with the values given and
  /// those of the start.
  std::optional<MovedValue> most_moved_position = {}, most_moved_velocity = {};
};

struct RunResult {
  RunHeader header;
  RunStatus status = RunStatus::ok;
  std::string message;  ///< one sentence
  std::optional<Failure> failure;
  std::optional<std::string> lost_output;  ///< why an observer could not take what it was given
  double t = 0;                            ///< where the run ended
  std::vector<RunEvent> events;            ///< in the order of time
  /// the event that ended the run before its time, by name
  std::optional<std::string> ended_by;
  Vector y;
  std::vector<Output> outputs;
  std::vector<std::string> remarks;  ///< what is doubtful but not wrong, found during the run
  Statistics statistics;
  double cpu_seconds = 0;  ///< of the integration alone
  std::optional<Comparison> comparison;
  std::optional<ReactionEstimate> reactions;  ///< nothing where no output asks for reactions
  ConstraintResiduals residuals;  ///< largest over the run; NaN, like the energies, for a plain DAE
  double energy_drift = std::numeric_limits<double>::quiet_NaN();
  double energy_ratio = std::numeric_limits<double>::quiet_NaN();
  /// J, see MotionMonitor
  double numerical_dissipation = std::numeric_limits<double>::quiet_NaN();
};

/// Those known before the run and those found during it.
inline std::vector<std::string> all_remarks(const RunResult& result) {
  std::vector<std::string> list = result.header.remarks;
  list.insert(list.end(), result.remarks.begin(), result.remarks.end());
  return list;
}

}  // namespace pleuel
