// Checks a mesh.
#pragma once

#include <string>
#include <vector>

#include "pleuel/fem/mesh.hpp"

namespace pleuel::fem {

/// One sentence per fault, with element and node numbers: nodes that are missing, repeated in an
/// element, in no element, off the plane of triangles or not finite; elements that are inverted
/// (clockwise, or folded by a middle node), degenerate (area or volume below 1e-12 of the longest
/// edge squared or cubed), or not connected with the first element; elements of mixed kinds. At
/// most `most_faults` are listed; the last sentence counts the others.
std::vector<std::string> mesh_faults(const Mesh& mesh);
inline constexpr int most_faults = 20;

/// Throws InvalidInput with the faults, if any.
void check_mesh(const Mesh& mesh);

}  // namespace pleuel::fem
