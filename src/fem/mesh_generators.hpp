// Mesh generators.
#pragma once

#include "pleuel/fem/mesh.hpp"

namespace pleuel::fem {

struct BoxData {
  double length = 1, height = 1;
  int nx = 1, ny = 1;  ///< cells, each split by its diagonal from lower left to upper right
  CellType type = CellType::t6;
  Eigen::Vector2d corner = Eigen::Vector2d::Zero();  ///< lower left
};

/// A rectangle. Nodes are numbered column by column. Node sets: left, right, bottom, top, boundary;
/// left_middle and right_middle if there is a node at half the height.
Mesh box_mesh(const BoxData& data);

struct SolidBoxData {
  double length = 1, height = 1, width = 1;  ///< along x, y and z
  int nx = 1, ny = 1, nz = 1;                ///< cells, each split into six tetrahedra
  CellType type = CellType::tet10;
  Eigen::Vector3d corner = Eigen::Vector3d::Zero();  ///< with the least coordinates
};

/// A box of tetrahedra: the extruded box_mesh. Node sets: left, right (x), bottom, top (y), back,
/// front (z), boundary; left_middle and right_middle if there are nodes in the middle of these
/// sides.
Mesh solid_box_mesh(const SolidBoxData& data);

struct ExtrusionData {
  double from = 0, to = 1;  ///< z of both ends
  int layers = 1;
  CellType type = CellType::tet10;
};

/// A mesh of T3, moved along z: each prism between two layers is split into three tetrahedra. The
/// diagonals of its sides start at the lower node with the smaller number, so that neighbours
/// agree. A node set becomes the nodes above those of the set; back and front are the two ends,
/// boundary is the whole surface. Middle nodes of Tet10 stand in the middle of straight edges.
Mesh extruded_mesh(const Mesh& t3, const ExtrusionData& data);

struct BeamLineData {
  double length = 1;
  int elements = 1;
  Eigen::Vector2d start = Eigen::Vector2d::Zero();
  double angle = 0;  ///< rad, between the line and the x axis
};

/// A straight line of beams. Node sets: start, end; middle if there is a node.
Mesh beam_mesh(const BeamLineData& data);

/// Straight spans of beams between points, in the plane or in space.
struct BeamFrameData {
  std::vector<Eigen::Vector3d> points;
  /// Each passes through the points with these numbers; none: one line through all points.
  std::vector<std::vector<int>> lines = {};
  int elements = 1;  ///< in each span between two points of a line
};

/// Lines that share a point are connected there. Node sets: point0, point1, …; start and end are
/// the first and the last point.
Mesh beam_frame_mesh(const BeamFrameData& data);

struct PolygonData {
  std::vector<Eigen::Vector2d> corners;  ///< of a simple polygon, in either orientation
  double size = 0;                       ///< longest edge; 0: given by the corners
  CellType type = CellType::t6;
};

/// A simple polygon is triangulated by ear clipping. Diagonals are exchanged until the
/// triangulation is constrained Delaunay; then every triangle is divided into four similar ones
/// until no edge exceeds `size`. Angles are therefore those of the coarse triangulation. Node sets:
/// edge0, edge1, … (edge k starts at corner k), corner0, …, boundary. For holes or graded meshes
/// read a file.
Mesh polygon_mesh(const PolygonData& data);

/// A quarter of a flat tension specimen, x ≥ 0, y ≥ 0: gauge, tangential circular fillet, head.
struct DogBoneData {
  double length = 0;         ///< to the end of the head
  double gauge_length = 0;   ///< start of the fillet
  double gauge_width = 0;    ///< half width
  double head_width = 0;     ///< half width
  double fillet_radius = 0;  ///< more than head_width − gauge_width
  int gauge_cells = 1, fillet_cells = 1, head_cells = 1, rows = 1;
};

/// T6 with straight edges; columns of equal width in each of the three parts, rows of equal height
/// in each column, each cell split by its diagonal from lower left to upper right. Node sets: left,
/// right, bottom, top, boundary.
Mesh dog_bone_mesh(const DogBoneData& data);

/// Converts T3 to T6 and Tet4 to Tet10 with straight edges; corner nodes keep their numbers. A set
/// receives the middle nodes of each boundary edge (T3) or face (Tet4) whose corners it contains.
Mesh with_middle_nodes(const Mesh& linear);

}  // namespace pleuel::fem
