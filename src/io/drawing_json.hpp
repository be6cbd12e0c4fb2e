// A drawing for the page of a run.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "pleuel/mechanics/drawing.hpp"

namespace pleuel {

/// The constant parts of a drawing: bodies, lines, joints, and the names of meshes; keys as in
/// viewer/src/run/scene_data.ts. Nodes and triangles are stored separately as numbers.
std::string drawing_json(const Drawing& drawing);

/// An arrow, with the numbers of the columns that hold its components.
nlohmann::ordered_json arrow_json(const DrawnArrow& arrow, const std::vector<std::size_t>& columns);

}  // namespace pleuel
