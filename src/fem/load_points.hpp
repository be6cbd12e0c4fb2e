// The points of a body where distributed loads act.
#pragma once

#include <string>
#include <vector>

#include "pleuel/fem/dof_selection.hpp"
#include "pleuel/fem/elastic_body.hpp"

namespace pleuel::fem {

/// A quadrature point of a load. The body is displaced there by u = Φ q_e.
struct LoadPoint {
  double size = 0;  ///< the volume, area or length that it stands for
  Eigen::Vector3d x;
  Eigen::Matrix3Xd Phi;
};

/// The deformed side at a point: its outward normal times the area that the point stands for is
///
///     w (a + A q_e) × (b + B q_e)
///
/// with the derivatives of x + u by the two parameters of the side. In the plane b is the thickness
/// along z, which does not change.
struct SideNormal {
  double weight = 0;
  Eigen::Vector3d a = Eigen::Vector3d::Zero(), b = a;
  Eigen::Matrix3Xd A = {}, B = {};
};

/// The section of a beam at a point: its axes are (I + θ̃) E with the small rotation θ = Θ q_e.
struct SectionAxes {
  Eigen::Matrix3d E;
  Eigen::Matrix3Xd Theta;
};

/// The points of one element or side, with its unknowns q_e.
struct LoadPatch {
  std::vector<int> dofs;  ///< of Φ, A, B and Θ, a column each
  std::vector<LoadPoint> points = {};
  std::vector<SideNormal> normals = {};    ///< of sides, one per point
  std::vector<SectionAxes> sections = {};  ///< of beams, one per point

  /// For the unknowns that a frame keeps, or for amplitudes p of shapes, q = V p, if V has columns.
  void restrict(const DofSelection& frame, const Matrix& V);
};

/// The whole volume. The points of beams lie on their axis.
std::vector<LoadPatch> volume_patches(const ElasticBody& body);
/// The boundary sides of a node set, with their area; edges of triangles times the thickness.
/// Throws InvalidInput if there are none.
std::vector<LoadPatch> side_patches(const ElasticBody& body, const std::string& set);
/// The axes of the beams whose nodes are both in the set, all if it is empty. Throws InvalidInput
/// if there are none.
std::vector<LoadPatch> axis_patches(const ElasticBody& body, const std::string& set);

}  // namespace pleuel::fem
