// The outline of an elastic body of beams in space, for pictures.
#pragma once

#include <vector>

#include "pleuel/fem/elastic_body.hpp"
#include "pleuel/mechanics/drawing.hpp"

namespace pleuel {

/// The sections along all lines of a frame of beams; lines end where more than two elements meet.
/// Each drawn node is a corner of the section at a node of the mesh.
class ElasticBeamOutline {
 public:
  /// Appends nodes, triangles and edges.
  ElasticBeamOutline(const fem::ElasticBody& body, DrawnMesh& mesh);

  int n_corners() const { return static_cast<int>(node_.size()); }
  /// The node of the mesh that a drawn node belongs to.
  int node(int corner) const { return node_[corner]; }
  /// u + θ × arm of all drawn nodes, for all unknowns of the body.
  void displacements(const fem::ElasticBody& body, const Vector& unknowns, Eigen::Matrix3Xd& out) const;

 private:
  std::vector<int> node_;
  std::vector<Eigen::Vector3d> arm_;
};

}  // namespace pleuel
