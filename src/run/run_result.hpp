// The result of a run.
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
#include "pleuel/linalg/solver_use.hpp"
#include "pleuel/linalg/types.hpp"
#include "pleuel/mechanics/motion_monitor.hpp"
#include "pleuel/mechanics/start_report.hpp"
#include "pleuel/mechanics/system_info.hpp"
#include "pleuel/run/comparison.hpp"
#include "pleuel/run/default_choice.hpp"
#include "pleuel/run/method_change.hpp"
#include "pleuel/run/reaction_estimate.hpp"

namespace pleuel {

enum class RunStatus { ok, failed, interrupted };

/// "ok", "failed", "interrupted".
const char* name_of(RunStatus status);

/// A main unknown or a further output of the case at the end of the run.
struct Output {
  std::string name;
  std::string unit;
  double value = 0;
};

/// An event that occurred.
struct RunEvent {
  double t = 0;
  std::string name;
  EventEffect effect = EventEffect::note;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.t, self.name, self.effect);
  }
};

/// Data that are fixed at the start of a run.
struct RunHeader {
  std::string case_name;
  std::string title;
  Choice formulation;
  Choice method;
  ToleranceRequest tolerance;
  double t_begin = 0;
  double t_end = 0;
  SharedArray<Unknown> unknowns;
  std::vector<Quantity> outputs = {};  ///< outputs of each sample in addition to the unknowns
  std::vector<std::string> remarks;    ///< known before the run begins
  /// with checkpoints: accepted steps between two marks (run_checkpoints.hpp)
  std::optional<long> steps_per_mark = {};
  /// distance by which q, or y of a plain DAE, was moved to make the start consistent
  double position_moved = 0;
  double velocity_moved = 0;
  /// The coordinate and the velocity of a mechanism that moved most, with the given and the initial
  /// values.
  std::optional<MovedValue> most_moved_position = {}, most_moved_velocity = {};
};

struct RunResult {
  RunHeader header;
  RunStatus status = RunStatus::ok;
  std::string message;  ///< one sentence
  std::optional<Failure> failure;
  std::optional<std::string> lost_output;  ///< why an observer could not process its data
  double t = 0;                            ///< end time of the run
  std::vector<RunEvent> events;            ///< in the order of time
  /// name of the event that ended the run early
  std::optional<std::string> ended_by;
  /// Changes between an explicit and an implicit method, by the automatic choice.
  std::vector<MethodChange> method_changes;
  Vector y;
  std::vector<Output> outputs;
  std::vector<std::string> remarks;  ///< doubtful but not wrong, found during the run
  Statistics statistics;
  std::optional<SolverUse> solver;  ///< of the largest sparse matrix; empty if all are dense
  double cpu_seconds = 0;           ///< of the integration only
  std::optional<Comparison> comparison;
  std::optional<ReactionEstimate> reactions;  ///< empty if no output needs reactions
  ConstraintResiduals residuals;              ///< largest of the run; NaN for a plain DAE
  double energy_drift = std::numeric_limits<double>::quiet_NaN();
  double energy_ratio = std::numeric_limits<double>::quiet_NaN();
  /// J, see MotionMonitor
  double numerical_dissipation = std::numeric_limits<double>::quiet_NaN();
};

/// Remarks known before the run and found during it.
inline std::vector<std::string> all_remarks(const RunResult& result) {
  std::vector<std::string> list = result.header.remarks;
  list.insert(list.end(), result.remarks.begin(), result.remarks.end());
  return list;
}

}  // namespace pleuel
