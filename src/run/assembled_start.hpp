// The start of a mechanism with its joints closed.
#pragma once

#include <optional>

#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/mechanics/start_report.hpp"
#include "pleuel/problem/problem.hpp"

namespace pleuel {

struct AssembledStart {
  Vector q, v;
  std::optional<StartMetric> metric;  ///< of the case, where something had to be moved
};

enum class Redundant { refused, allowed };

/// q0 and v0 of a case, made consistent in its own metric, if it has one; else as they are.
AssembledStart assembled_start(const Case& c, Redundant redundant);

/// What became of the values given, `at` being the state that a run starts from.
StartReport report_on_start(const Case& c, const AssembledStart& assembled, const Motion& at, double rtol,
                            bool is_strain_meant = false);

/// q and v as the user gave them.
const Vector& given_position(const Case& c);
const Vector& given_velocity(const Case& c);
/// How far a state is from them.
double position_moved(const Case& c, ConstVec q);
double velocity_moved(const Case& c, ConstVec v);

}  // namespace pleuel
