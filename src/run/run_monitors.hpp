// What goes along with an observed run and judges it.
#pragma once

#include <optional>

#include "pleuel/mechanics/motion_monitor.hpp"
#include "pleuel/run/comparison.hpp"
#include "pleuel/run/defect_watch.hpp"
#include "pleuel/run/event_loop.hpp"
#include "pleuel/run/validity_watch.hpp"

namespace pleuel {

/// Constraints and energy of a mechanism, and the norm of published tables.
class RunMonitors {
 public:
  RunMonitors(const RunEquations& of, const Start& start);
  /// Watches constraints, energy and deformations too, which only a mechanism has.
  void watch_motion(const RunEquations& of, const Start& start);

  /// The last segment of the loop. Throws LeftDomain where a deformation is beyond what its
  /// equations allow.
  void step(const EventLoop& loop, const Segment& segment);
  /// Fills residuals and energies, which a plain DAE has not, and adds remarks.
  void report(RunResult& result) const;
  /// The motion's, if it is one.
  const MotionMonitor* motion() const { return motion_ ? &*motion_ : nullptr; }
  std::optional<double> table() const { return table_ ? std::optional(table_->value()) : std::nullopt; }

 private:
  std::optional<MotionMonitor> motion_;
  std::optional<DefectWatch> watch_;
  std::optional<TableError> table_;
  const MechanicalDae* dae_ = nullptr;  // of a mechanism
  ValidityWatch validity_;
  Vector room_;
};

}  // namespace pleuel
