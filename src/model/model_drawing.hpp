// How a model looks.
#pragma once

#include <memory>

#include "pleuel/mechanics/drawing.hpp"
#include "pleuel/model/built_description.hpp"

namespace pleuel {

/// A frame for each body and for each marker of an elastic body, at the centre of mass or at the
/// marker. Bodies without a shape become rods from their centre of mass to the markers that joints
/// and forces use. The drawing keeps the system.
std::shared_ptr<const Drawing> model_drawing(const BuiltDescription& description,
                                             std::shared_ptr<const MechanicalSystem> system);

}  // namespace pleuel
