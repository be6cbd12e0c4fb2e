// Outputs of a model in addition to its unknowns.
#pragma once

#include <memory>

#include "pleuel/mechanics/motion_output.hpp"
#include "pleuel/model/element_outputs.hpp"
#include "pleuel/model/multibody_system.hpp"

namespace pleuel {

/// The described output: position, velocity or acceleration of a marker in ground axes; the angular
/// velocity of a body in ground axes; a measure, a scalar of an element, or their rates; the load
/// of a joint, driver or force (load_output); an energy; a field; an unknown.
template <int D>
MotionOutput motion_output(const std::shared_ptr<const MultibodySystem<D>>& system,
                           const BuiltDescription& description, const OutputSources<D>& sources,
                           const OutputDescription& output);

}  // namespace pleuel
