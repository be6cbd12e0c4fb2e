// Warns about a formulation that the case is not designed for.
#pragma once

#include <optional>
#include <string>

#include "pleuel/run/start.hpp"
#include "pleuel/run/stop_conditions.hpp"

namespace pleuel {

/// A remark if the equations are not among those of the case (`Problem::formulations`), with the
/// expected number of steps. It is extrapolated linearly from a pilot run of at most 500 steps. For
/// example, a slow process computed as a motion follows every oscillation and may need far too many
/// steps.
std::optional<std::string> foreign_formulation_remark(const RunPlan& plan, const Start& start,
                                                      const Limits& limits);

}  // namespace pleuel
