// A drawing for the page of a run.
#pragma once

#include <string>

#include "pleuel/mechanics/drawing.hpp"

namespace pleuel {

/// The constant parts of a drawing: bodies, lines, joints, and the names of meshes; keys as in
/// viewer/src/run/scene_data.ts. Nodes and triangles are stored separately as numbers.
std::string drawing_json(const Drawing& drawing);

}  // namespace pleuel
