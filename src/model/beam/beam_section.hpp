// Stiffness and inertia of a section of a geometrically exact beam.
#pragma once

#include <Eigen/Core>

namespace pleuel {

/// Areas of a section: x along the beam, y and z its principal axes through the centroid. The
/// shear centre is the centroid.
struct SectionShape {
  double area = 0;
  double Iy = 0, Iz = 0;  ///< ∫z² and ∫y²
  double J = 0;           ///< St. Venant's torsion constant
  double shear_y = 5.0 / 6, shear_z = 5.0 / 6;
  /// For pictures and the strain of the outermost fibre: extent along y and along z.
  double height = 0, width = 0;
  double inner_radius = 0;  ///< of a tube
  bool is_round = false, is_by_areas = false;
};

/// Shear factor 10(1 + ν)/(12 + 11ν) [Cow66]. With the longer side a and the shorter side b
/// [TG70, §109],
///
///     J = a b³ (1/3 − 64/π⁵ b/a Σ_{n odd} tanh(nπa/2b)/n⁵).
SectionShape rectangular_section(double height, double width, double poisson);

/// A solid or hollow circle; shear factor 6(1 + ν)(1 + m²)²/((7 + 6ν)(1 + m²)² + (20 + 12ν)m²) with
/// m the ratio of the radii [Cow66].
SectionShape round_section(double radius, double inner_radius, double poisson);

/// A section by its areas: pictures show the rectangle with the same area and inertia about z.
void add_outline(SectionShape& shape);

/// What the equations need, per length.
struct BeamSection {
  double EA = 0, GAy = 0, GAz = 0, GJ = 0, EIy = 0, EIz = 0;
  double mass = 0;
  /// of rotation about x, y, z
  Eigen::Vector3d rotary = Eigen::Vector3d::Zero();
  double height = 0, width = 0;
  bool is_round = false;
};

struct BeamMaterial {
  double young = 0, shear = 0, density = 0;
};

BeamSection section_of(const SectionShape& shape, const BeamMaterial& material);

}  // namespace pleuel
