// Nodes of an elastic body.
#pragma once

#include <Eigen/Core>
#include <string>
#include <variant>
#include <vector>

namespace pleuel {

/// Nodes by the numbers that they have in their file; without a file they count from 0.
struct NodeNumbers {
  std::vector<long long> numbers;
};

/// The nodes of a set, by its name, the node at a place (in the plane its z is zero), or numbers.
using NodeChoice = std::variant<std::string, Eigen::Vector3d, NodeNumbers>;

}  // namespace pleuel
