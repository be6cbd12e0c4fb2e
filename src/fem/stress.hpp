// Stresses from displacements.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "pleuel/fem/elastic_body.hpp"

namespace pleuel::fem {

/// (σ11, σ22, σ12) of triangles and (σ11, σ22, σ33, σ12, σ23, σ31) of tetrahedra per node, one
/// column each. Stresses are evaluated at the points of highest accuracy (the centre of linear
/// elements, three interior points of T6, four of Tet10), extrapolated linearly to the nodes of the
/// element, and averaged over the elements at a node with their areas or volumes as weights. Inside
/// the body the order is 1 for linear elements and 2 for quadratic ones; at the boundary it is
/// lower for linear ones. Not for beams.
Matrix nodal_stress(const ElasticBody& body, const Vector& q);

/// σ_v² = ½ ((σ11−σ22)² + (σ22−σ33)² + (σ33−σ11)²) + 3 σ12², with σ33 = 0 in plane stress and
/// ν (σ11 + σ22) in plane strain; one value per column.
Vector von_mises(const Matrix& stress, const PlaneSection& section);
/// The same for the stresses of a body of triangles or tetrahedra; the latter have σ23 and σ31 too.
Vector von_mises(const ElasticBody& body, const Matrix& stress);

/// What the part of a beam beyond a cross-section exerts on the part before it, in the axes (t, n)
/// of the element:
///
///     N = EA u_t'     axial force, tension positive
///     Q = −EI θ''    shear force along n; Q = −M' (= κGA γ of Timoshenko beams)
///     M = EI θ'      bending moment, counter-clockwise
///
/// Of beams in space, in the axes (x, y, z) of the section: the force (N, Vy, Vz) and the moment
/// (T, My, Mz) with Vy = −Mz' and Vz = My'. In the plane Q is Vy and M is Mz.
///
/// The shape functions make N and Q constant and M linear in an element. They are most accurate at
/// the centre (N, Q) and at the two Gauss points (M), where the error is of order 2 in the length
/// of the element; for loads at nodes all three are exact. A beam without axial part has no N: it
/// is a constraint force, which displacements do not determine. Bending that shortens the beam
/// (geometric stiffening) does not stretch it, so N has no part ½EA w'².
struct SectionForces {
  /// per element: its start, two Gauss points, its end
  static constexpr int n_points = 4;
  static std::array<double, n_points> places();  ///< s/L of these points

  struct Field {
    const char *name, *unit;
  };
  /// The rows: axial_force (if there is one), shear_force, bending_moment; in space axial_force,
  /// shear_force_y, shear_force_z, torque, bending_moment_y, bending_moment_z.
  static std::vector<Field> fields(const ElasticBody& body);

  /// One row per field, and n_points columns per element.
  static Matrix at_points(const ElasticBody& body, const Vector& q);
  /// The same at each node, as the mean of the ends of its elements.
  static Matrix at_nodes(const ElasticBody& body, const Vector& q) {
    return means_at_nodes(body.mesh(), at_points(body, q));
  }
  static Matrix means_at_nodes(const Mesh& mesh, const Matrix& at_points);
};

}  // namespace pleuel::fem
