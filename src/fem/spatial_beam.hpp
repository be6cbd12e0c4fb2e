// Beam elements in space.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <span>

#include "pleuel/fem/elastic_body.hpp"

namespace pleuel::fem {

/// The axes of an element's sections as columns: x from its first to its second node, y the
/// direction nearest to section.y. A section without y bends alike in all directions: then y is
/// nearest to the axis of the body most perpendicular to x. Throws InvalidInput if y is parallel to
/// the element.
Eigen::Matrix3d beam_axes(const Mesh& mesh, int element, const SpatialBeamSection& section);

/// Shape functions of the unknowns of an element (u1, u2, u3, θ1, θ2, θ3 at both ends, in body
/// axes) at s ∈ (0, L) along its axis. In the axes of the section u_x and θ_x are linear; (u_y,
/// θ_z) and (u_z, −θ_y) are BeamBending. A point (y, z) of the section is displaced by
///
///     u + θ × (0, y, z)
///
/// and the strains of the section are (u_x', γ_y, γ_z, θ_x', θ_y', θ_z') with γ_y = u_y' − θ_z and
/// γ_z = u_z' + θ_y.
struct SpatialBeamAt {
  static constexpr int n_columns = 12;
  using Rows = Eigen::Matrix<double, 3, n_columns>;
  using Six = Eigen::Matrix<double, 6, n_columns>;
  double length;
  Eigen::Matrix3d axes;
  Eigen::Vector3d x;  ///< of the axis, in body axes
  Rows u, turn;       ///< u and θ, in the axes of the section
  Rows slope;         ///< u' of the axis
  Six strain;

  /// `place` = s/L.
  SpatialBeamAt(const Mesh& mesh, int element, const SpatialBeamSection& section, double place);
  /// Of the point (y, z) of the section, in body axes.
  Rows displacement(double y, double z) const;
};

/// diag(EA, κ_yGA, κ_zGA, GJ, EI_y, EI_z); shear stiffnesses are 0 where the section is rigid in
/// shear.
Eigen::Matrix<double, 6, 1> section_stiffness(const SpatialBeamSection& section);

/// The columns of the twelve shape functions that exist as unknowns: all, or without u1.
std::span<const int> beam_columns(const SpatialBeamSection& section);

/// ∫ strainᵀ diag(stiffness) strain of an element, of its unknowns.
Matrix beam_stiffness(const ElasticBody& body, int element);

/// The points of mass of an element: four per section at (±√(I_z/A), ±√(I_y/A)), which have its
/// second moments of area.
void visit_spatial_beam(const ElasticBody& body, int element,
                        const std::function<void(const MassPoint&)>& visit);

/// The stiffness across a beam under axial force:
///
///     K_geo = ∫ N (u_y'u_y'ᵀ + u_z'u_z'ᵀ + (I_y + I_z)/A θ_x'θ_x'ᵀ)
///
/// where N is that of the static response q to a load ρβ with β linear in x. N is exact: its mean
/// in an element is EA times the stretch of q, and N' = −ρA β·t. For a body with its axial part.
FixedMatrix beam_geometric_stiffness(const ElasticBody& body, const Vector& q,
                                     const ElasticBody::Field& beta);

/// SectionForces of beams in space.
Matrix spatial_section_forces(const ElasticBody& body, const Vector& q, std::span<const double> places);

}  // namespace pleuel::fem
