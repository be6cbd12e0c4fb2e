// Nodes of an elastic body.
#pragma once

#include <Eigen/Core>
#include <string>
#include <variant>

namespace pleuel {

/// The nodes of a set, by its name, or the node at a place; in the plane its z is zero.
using NodeChoice = std::variant<std::string, Eigen::Vector3d>;

}  // namespace pleuel
