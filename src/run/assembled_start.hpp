// The start of a mechanism with closed joints.
#pragma once

#include <optional>

#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/mechanics/start_report.hpp"
#include "pleuel/problem/problem.hpp"

namespace pleuel {

struct AssembledStart {
  Vector q, v;
  std::optional<StartMetric> metric;  ///< metric of the case, if values were changed
};

enum class Redundant { refused, allowed };

/// q0 and v0 of a case, made consistent in its metric if it has one; otherwise unchanged.
AssembledStart assembled_start(const Case& c, Redundant redundant);

/// Reports the changes of the given values; `at` is the initial state of the run.
StartReport report_on_start(const Case& c, const AssembledStart& assembled, const Motion& at, double rtol,
                            bool is_strain_meant = false);

/// q and v as given by the user.
const Vector& given_position(const Case& c);
const Vector& given_velocity(const Case& c);
/// Distance of a state from the given values.
double position_moved(const Case& c, ConstVec q);
double velocity_moved(const Case& c, ConstVec v);

}  // namespace pleuel
