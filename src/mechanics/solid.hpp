// A simple solid, for pictures.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace pleuel {

/// Given in its own axes, which are rotated by `rotation` and then moved by `at`. A size of zero
/// means: as thin as the picture allows.
struct Solid {
  /// "box", "cylinder" (axis z), "sphere", "rod", "polygon" (in z = 0): the names of shapes in a
  /// model file
  std::string type;
  Eigen::Vector3d size = Eigen::Vector3d::Zero();  ///< box: edges
  double radius = 0;                               ///< cylinder, sphere, rod
  double inner_radius = 0;                         ///< cylinder
  double length = 0;                               ///< cylinder; polygon: thickness
  std::vector<Eigen::Vector3d> points = {};        ///< rod: ends; polygon: corners
  Eigen::Vector3d at = Eigen::Vector3d::Zero();
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
};

}  // namespace pleuel
