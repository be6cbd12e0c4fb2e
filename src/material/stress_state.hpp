// Stress states of a material point.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace pleuel::material {

/// Stresses σ and strains ε are vectors of n components, with γ_ij = 2ε_ij instead of ε_ij, so that
/// σᵀε̇ is a power:
///
///     uniaxial      1   (11)                             σ22 = σ33 = 0
///     plane_stress  3   (11, 22, 12)                     σ33 = 0: thin sheets
///     plane_strain  4   (11, 22, 33, 12)                 ε33 = 0: thick bodies
///     solid         6   (11, 22, 33, 12, 13, 23)
enum class StressState { uniaxial, plane_stress, plane_strain, solid };

const std::vector<StressState>& stress_states();
int n_components(StressState state);
bool is_shear(StressState state, int k);
/// "11", "22", …: used in the names of unknowns.
std::string component_name(StressState state, int k);
/// "uniaxial", "plane-stress", …
std::string name(StressState state);

/// D of σ = D ε for an isotropic body, n × n; for uniaxial stress D = E.
Eigen::MatrixXd elastic_moduli(double modulus, double poisson, StressState state);

/// S of J2 = ½ σᵀSσ: S σ is the deviator as a strain, its shears doubled.
Eigen::MatrixXd deviator(StressState state);
/// N of |σ|² = σᵀNσ: 2 for shears, which stand for two entries of the tensor, otherwise 1.
Eigen::VectorXd multiplicity(StressState state);
/// P of ε : ε = εᵀPε for a strain without change of volume. Strains that the state lacks follow
/// from ε11 + ε22 + ε33 = 0; under uniaxial stress ε22 = ε33.
Eigen::MatrixXd strain_metric(StressState state);

}  // namespace pleuel::material
