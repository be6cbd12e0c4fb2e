// Meshes that are made by formula.
#pragma once

#include "pleuel/fem/mesh.hpp"

namespace pleuel::fem {

struct BoxData {
  double length = 1, height = 1;
  int nx = 1, ny = 1;  ///< cells; each is cut by its diagonal from lower left to upper right
  CellType type = CellType::t6;
  Eigen::Vector2d corner = Eigen::Vector2d::Zero();  ///< lower left
};

/// A rectangle. Nodes are numbered column by column. Node sets: left, right, bottom, top, boundary;
/// left_middle and right_middle where a node stands at half the height.
Mesh box_mesh(const BoxData& data);

struct BeamLineData {
  double length = 1;
  int elements = 1;
  Eigen::Vector2d start = Eigen::Vector2d::Zero();
  double angle = 0;  ///< rad, of the line against the x axis
};

/// A straight line of beams. Node sets: start, end; middle where a node stands there.
Mesh beam_mesh(const BeamLineData& data);

struct PolygonData {
  std::vector<Eigen::Vector2d> corners;  ///< of a simple polygon, in either direction
  double size = 0;                       ///< longest edge allowed; 0: as the corners have it
  CellType type = CellType::t6;
};

/// A simple polygon, cut into triangles ear by ear, its diagonals exchanged until the triangulation
/// is that of Delaunay within the polygon, then every triangle divided into four similar ones until
/// no edge is longer than `size`. So angles are those of the coarse triangulation. Node sets:
/// edge0, edge1, … (edge k begins at corner k), corner0, …, boundary. For polygons with holes or
/// graded meshes read a file.
Mesh polygon_mesh(const PolygonData& data);

/// A quarter of a flat tension bar, x ≥ 0, y ≥ 0: gauge, fillet of a circle that touches it, head.
struct DogBoneData {
  double length = 0;         ///< to the end of the head
  double gauge_length = 0;   ///< where the fillet begins
  double gauge_width = 0;    ///< half of it
  double head_width = 0;     ///< half of it
  double fillet_radius = 0;  ///< more than head_width − gauge_width
  int gauge_cells = 1, fillet_cells = 1, head_cells = 1, rows = 1;
};

/// T6 with straight edges; columns of equal width in each of the three parts, rows of equal height
/// in each column, each cell cut by its diagonal from lower left to upper right. Node sets: left,
/// right, bottom, top, boundary.
Mesh dog_bone_mesh(const DogBoneData& data);

/// T6 of T3 with straight edges; corner nodes keep their numbers. A set gets the middle of each
/// boundary edge whose ends it has.
Mesh with_middle_nodes(const Mesh& t3);

}  // namespace pleuel::fem
