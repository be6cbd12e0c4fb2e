// Formulas of other outputs.
#pragma once

#include <functional>

#include "pleuel/mechanics/motion_output.hpp"
#include "pleuel/model/description.hpp"

namespace pleuel {

/// The output of a formula. Inputs that are formulas too are found by their place among the outputs
/// of the model; `make` makes all others. Each input is evaluated once per point. No allocation.
MotionOutput formula_output(const ModelDescription& model, const OutputDescription& output,
                            const std::function<MotionOutput(const OutputDescription&)>& make);

}  // namespace pleuel
