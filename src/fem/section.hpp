// Material and cross-section of an elastic body.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "pleuel/fem/fibres.hpp"

namespace pleuel::fem {

/// Isotropic, linear. SI units.
struct ElasticMaterial {
  double modulus = 0;  ///< E, N/m²
  double poisson = 0;  ///< ν
  double density = 0;  ///< ρ, kg/m³
};

enum class PlaneState {
  stress,  ///< σ33 = 0: thin sheets
  strain   ///< ε33 = 0: thick bodies
};

struct PlaneSection {
  ElasticMaterial material;
  double thickness = 0;  ///< m
  PlaneState state = PlaneState::stress;
};

/// Of tetrahedra.
struct SolidSection {
  ElasticMaterial material;
};

enum class AxialPart { included, neglected };
enum class RotaryInertia { included, neglected };

/// Of beams in the plane.
struct BeamSection {
  ElasticMaterial material;  ///< ν is not used
  double area = 0;           ///< A, m²
  double inertia = 0;        ///< I, m⁴
  AxialPart axial = AxialPart::included;
  RotaryInertia rotary = RotaryInertia::included;
  double shear = 0;                ///< κGA, N; 0: rigid in shear (Bernoulli–Euler)
  std::vector<Fibre> fibres = {};  ///< where inelastic strains are; z is not used
};

/// Of beams in space. y and z are the principal axes of the section through its centroid, which is
/// also its shear centre.
struct SpatialBeamSection {
  ElasticMaterial material;
  double area = 0;                      ///< A, m²
  double inertia_y = 0, inertia_z = 0;  ///< I_y = ∫z², I_z = ∫y², m⁴
  double torsion = 0;                   ///< J, St. Venant's torsion constant, m⁴
  double shear_y = 0, shear_z = 0;      ///< κ_yGA, κ_zGA, N; 0: rigid in shear (Bernoulli–Euler)
  /// The direction nearest to the y axis of each element; only sections that bend alike in all
  /// directions need none.
  std::optional<Eigen::Vector3d> y = {};
  AxialPart axial = AxialPart::included;
  /// For pictures: extent along y and z; 0: not known.
  double height = 0, width = 0;
  bool is_round = false;
  std::vector<Fibre> fibres = {};  ///< where inelastic strains are
};

/// D of σ = D ε, σ = (σ11, σ22, σ12), ε = (ε11, ε22, γ12 = 2ε12):
///
///     stress: E/(1−ν²) [1 ν 0; ν 1 0; 0 0 (1−ν)/2]
///     strain: E/((1+ν)(1−2ν)) [1−ν ν 0; ν 1−ν 0; 0 0 (1−2ν)/2]
Eigen::Matrix3d plane_moduli(const ElasticMaterial& material, PlaneState state);

/// D of σ = D ε, σ = (σ11, σ22, σ33, σ12, σ23, σ31), ε with γ_ij = 2ε_ij, from Lamé's constants
/// λ = Eν/((1+ν)(1−2ν)), μ = E/(2(1+ν)): σ = λ tr(ε) I + 2μ ε.
Eigen::Matrix<double, 6, 6> solid_moduli(const ElasticMaterial& material);

/// Throw InvalidInput with all missing or invalid values.
void check_section(const PlaneSection& section);
void check_section(const BeamSection& section);
void check_section(const SpatialBeamSection& section);
void check_section(const SolidSection& section);

}  // namespace pleuel::fem
