// Reports how a start was changed to make it consistent.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/mechanics/start_metric.hpp"

namespace pleuel {

/// A coordinate or velocity before and after the correction.
struct MovedValue {
  std::string name, unit;
  double given = 0, start = 0;
};

struct StartReport {
  /// the entries that moved most; empty if nothing moved beyond rounding
  std::optional<MovedValue> position, velocity;
  /// strain energy of elastic bodies, J; known if a metric is given
  double strain_energy = 0;
  std::vector<std::string> remarks;
};

struct StartReportRequest {
  Vector q_given, v_given;
  const StartMetric* metric = nullptr;  ///< null: stated velocities and strain are not reported
  double rtol = 1e-6;
  bool is_strain_meant = false;  ///< true for a smooth start, whose strain is intended
};

/// The entry that moved most has the largest M_ii (x_i − x_i,given)². Entries without mass count
/// only if no other entry moved.
///
/// Remarks are made on stated velocities that changed by more than 1 %, and on strain energy above
/// max(rtol, 1e-9) times a reference. The reference is the largest of the kinetic energy, the other
/// potential energy, and ½ω₁²ΔqᵀMΔq. The last estimates the strain energy if the correction Δq is
/// made by strain. Another remark says which joints closed with axes against each other.
StartReport report_on_start(const MechanicalSystem& system, const Motion& at,
                            const StartReportRequest& request);

/// "b.phi from 0.523599 to 0 rad".
std::string moved_text(const MovedValue& moved);
/// "most: b.phi from 0.523599 to 0 rad, b.vphi from 2 to 0 rad/s"; empty where nothing moved.
std::string most_moved_text(const std::optional<MovedValue>& position,
                            const std::optional<MovedValue>& velocity);

}  // namespace pleuel
