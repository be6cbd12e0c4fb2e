// Monitors of an observed run.
#pragma once

#include <optional>

#include "pleuel/mechanics/motion_monitor.hpp"
#include "pleuel/run/comparison.hpp"
#include "pleuel/run/defect_watch.hpp"
#include "pleuel/run/event_loop.hpp"
#include "pleuel/run/scale_watch.hpp"
#include "pleuel/run/validity_watch.hpp"

namespace pleuel {

/// Constraints and energy of a mechanism, and the error norm of published tables.
class RunMonitors {
 public:
  RunMonitors(const RunEquations& of, const Start& start);
  /// Also monitors constraints, energy and deformations of a mechanism.
  void watch_motion(const RunEquations& of, const Start& start);

  /// Records the last segment of the loop. Throws LeftDomain if a deformation is outside the
  /// validity of its equations.
  void step(const EventLoop& loop, const Segment& segment);
  /// Writes residuals and energies (mechanisms only) and remarks.
  void report(RunResult& result) const;
  /// The monitor of the motion; nullptr for a plain DAE.
  const MotionMonitor* motion() const { return motion_ ? &*motion_ : nullptr; }
  std::optional<double> table() const { return table_ ? std::optional(table_->value()) : std::nullopt; }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream.section("monitors");
    if (self.motion_) stream(*self.motion_, *self.watch_, *self.scale_);
    if (self.table_) stream(*self.table_);
    stream(self.validity_);
  }

 private:
  std::optional<MotionMonitor> motion_;
  std::optional<DefectWatch> watch_;
  std::optional<ScaleWatch> scale_;
  std::optional<TableError> table_;
  const MechanicalDae* dae_ = nullptr;  // null for a plain DAE
  ValidityWatch validity_;
  Vector room_;
};

}  // namespace pleuel
