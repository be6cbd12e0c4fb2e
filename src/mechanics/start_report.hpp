// What making a start consistent did to the values given.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/mechanics/start_metric.hpp"

namespace pleuel {

/// A coordinate or velocity before and after.
struct MovedValue {
  std::string name, unit;
  double given = 0, start = 0;
};

struct StartReport {
  /// moved most; none where nothing moved beyond rounding
  std::optional<MovedValue> position, velocity;
  /// J, of elastic bodies; known where the metric is
  double strain_energy = 0;
  std::vector<std::string> remarks;
};

struct StartReportRequest {
  Vector q_given, v_given;
  const StartMetric* metric = nullptr;  ///< none: nothing is known of stated velocities and strain
  double rtol = 1e-6;
  bool is_strain_meant = false;  ///< a smooth start brings strain with it
};

/// The entry that moved most is the one with the largest M_ii (x_i − x_i given)²; entries without
/// mass count where no other moved.
///
/// Remarks: a velocity that the model states and that changed by more than 1 %; strain energy above
/// max(rtol, 1e-9) of the largest of the kinetic energy, the other potential energy, and
/// ½ω₁²ΔqᵀMΔq, about what the correction Δq of the start costs when strain makes it.
StartReport report_on_start(const MechanicalSystem& system, const Motion& at,
                            const StartReportRequest& request);

/// "b.phi from 0.523599 to 0 rad".
std::string moved_text(const MovedValue& moved);
/// "most: b.phi from 0.523599 to 0 rad, b.vphi from 2 to 0 rad/s"; empty where nothing moved.
std::string most_moved_text(const std::optional<MovedValue>& position,
                            const std::optional<MovedValue>& velocity);

}  // namespace pleuel
