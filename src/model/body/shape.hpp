// Mass, centre of mass and inertia of simple shapes.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace pleuel {

struct MassProperties {
  double mass = 0;
  Eigen::Vector3d com = Eigen::Vector3d::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about `com`
};

/// All shapes have density 1, so `mass` is the volume V. Inertias J are about the centre, in the
/// axes of the shape.

/// Edges a, b, c along x, y, z, centred: J_xx = V (b² + c²)/12 and cyclically.
MassProperties box(const Eigen::Vector3d& edges);

/// Hollow if inner > 0, centred, axis z: V = π (R² − r²) l, J_zz = V (R² + r²)/2,
/// J_xx = J_yy = V (3(R² + r²) + l²)/12.
MassProperties cylinder(double outer, double inner, double length);

/// Centred: V = 4π R³/3, J = 2/5 V R².
MassProperties sphere(double radius);

/// A round bar of length l between two points, along the unit vector u: J = V
/// [(l²/12 + R²/4)(1 − uuᵀ) + R²/2 uuᵀ]. With R = 0 it is a line with V = 1.
MassProperties rod(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double radius);

/// A polygon in the plane z = 0, extruded by ± thickness/2. Sums over its edges (i, i+1), with
/// cᵢ = xᵢ yᵢ₊₁ − xᵢ₊₁ yᵢ:
///   A = Σ cᵢ/2,  A x̄ = Σ (xᵢ + xᵢ₊₁) cᵢ/6,  ∫x² = Σ (xᵢ² + xᵢ xᵢ₊₁ + xᵢ₊₁²) cᵢ/12,
///   ∫xy = Σ (xᵢ yᵢ₊₁ + 2 xᵢ yᵢ + 2 xᵢ₊₁ yᵢ₊₁ + xᵢ₊₁ yᵢ) cᵢ/24,
/// taken about the first point, so that a small polygon far from the origin keeps its digits. Both
/// orientations are allowed.
MassProperties polygon(const std::vector<Eigen::Vector2d>& points, double thickness);

/// True if no two edges intersect or touch, except neighbours at their common point.
bool is_simple_polygon(const std::vector<Eigen::Vector2d>& points);

/// The shape with another density.
MassProperties times(const MassProperties& shape, double density);

/// The shape rotated by R and then moved by r.
MassProperties moved(const MassProperties& shape, const Eigen::Matrix3d& R, const Eigen::Vector3d& r);

}  // namespace pleuel
