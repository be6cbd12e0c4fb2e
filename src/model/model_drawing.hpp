// Drawing of a model.
#pragma once

#include <memory>

#include "pleuel/mechanics/drawing.hpp"
#include "pleuel/model/model.hpp"

namespace pleuel {

/// One frame per body, at its centre of mass, and per marker of an elastic body. Bodies without a
/// shape are drawn as rods from their centre of mass to the markers of joints and forces. The
/// drawing keeps the system alive. `model` was built from the description.
std::shared_ptr<const Drawing> model_drawing(const BuiltDescription& description, const Model& model);

}  // namespace pleuel
