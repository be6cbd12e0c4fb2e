// A drawing for the page of a run.
#pragma once

#include <string>

#include "pleuel/mechanics/drawing.hpp"

namespace pleuel {

/// What does not change during a run: bodies, lines, joints, and of meshes the names; keys as in
/// viewer/src/run/scene_data.ts. Nodes and triangles are numbers of their own.
std::string drawing_json(const Drawing& drawing);

}  // namespace pleuel
