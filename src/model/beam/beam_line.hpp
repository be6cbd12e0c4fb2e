// The line of a beam: its nodes and the axes of its elements.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace pleuel {

/// Straight elements from node to node. The columns of `axes` are the section's axes of an element;
/// x points from node k to node k + 1.
struct BeamLine {
  std::vector<Eigen::Vector3d> nodes;
  std::vector<Eigen::Matrix3d> axes;

  int n_elements() const { return static_cast<int>(axes.size()); }
  double length(int element) const { return (nodes[element + 1] - nodes[element]).norm(); }
};

/// `n` equal elements in each span between two of the points.
std::vector<Eigen::Vector3d> polyline_nodes(const std::vector<Eigen::Vector3d>& points, int n);

/// `n` chords of the arc that begins at `from` and rotates by `angle` about the axis through
/// `centre`.
std::vector<Eigen::Vector3d> arc_nodes(const Eigen::Vector3d& from, const Eigen::Vector3d& centre,
                                       const Eigen::Vector3d& axis, double angle, int n);

/// In space. y of each element is the direction nearest to `y`; without one it is carried along the
/// line without torsion, from the axis that is most perpendicular to the first element. Empty if
/// `y` is parallel to an element.
std::optional<BeamLine> spatial_line(std::vector<Eigen::Vector3d> nodes,
                                     const std::optional<Eigen::Vector3d>& y);

/// In the plane: z of each element is that of the ground.
BeamLine planar_line(std::vector<Eigen::Vector3d> nodes);

}  // namespace pleuel
