// A formulation that a case is not made for.
#pragma once

#include <optional>
#include <string>

#include "pleuel/run/start.hpp"
#include "pleuel/run/stop_conditions.hpp"

namespace pleuel {

/// A remark where the equations are none of those that the case is made for
/// (`Problem::formulations`), with the number of steps to be expected: that of a pilot of at most
/// 500 steps, extrapolated linearly to the end of the run. A slow process as a motion follows every
/// oscillation of its bodies, and may need more steps than anyone waits for.
std::optional<std::string> foreign_formulation_remark(const RunPlan& plan, const Start& start,
                                                      const Limits& limits);

}  // namespace pleuel
