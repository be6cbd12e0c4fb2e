// The outline of a row of sections of a beam, for pictures.
#pragma once

#include <vector>

#include "pleuel/mechanics/drawing.hpp"
#include "pleuel/model/beam/beam_line.hpp"

namespace pleuel {

/// Extent of a section along y and z. 0: it is not known.
struct SectionOutline {
  double height = 0, width = 0;
  bool is_round = false;
};

/// Corners of the section at a node: in the plane two, in space four, or some of a circle; one on
/// the axis where the outline is not known.
std::vector<Eigen::Vector3d> section_corners(const SectionOutline& section, int dimension);

/// Axes of a node's section: in a bend, midway between the elements.
Eigen::Matrix3d node_axes(const BeamLine& line, int node);

/// Appends the corners of all nodes of a line, and its surface and edges; returns the arms from the
/// nodes to their corners.
std::vector<Eigen::Vector3d> add_outline(const BeamLine& line, const std::vector<Eigen::Vector3d>& corners,
                                         DrawnMesh& mesh);

}  // namespace pleuel
