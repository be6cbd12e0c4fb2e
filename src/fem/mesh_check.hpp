// What is wrong with a mesh.
#pragma once

#include <string>
#include <vector>

#include "pleuel/fem/mesh.hpp"

namespace pleuel::fem {

/// One sentence a fault, with the element's and the node's number: nodes that do not exist,
/// repeated in an element, in no element, off the plane or not finite; elements that are inverted
/// (clockwise, or folded by a middle node), degenerate (area below 1e-12 of the longest edge's
/// square), or connected with the first element by no node; elements of mixed kinds. At most
/// `most_faults` are spelled out; the last sentence counts the others.
std::vector<std::string> mesh_faults(const Mesh& mesh);
inline constexpr int most_faults = 20;

/// Throws InvalidInput with the faults, if there are any.
void check_mesh(const Mesh& mesh);

}  // namespace pleuel::fem
