// Inertia integrals from a mass matrix and node coordinates.
#pragma once

#include "pleuel/fem/import/imported_body.hpp"
#include "pleuel/fem/shape_integrals.hpp"
#include "pleuel/fem/spatial_integrals.hpp"

namespace pleuel::fem {

/// The integrals of a body of which only M and the nodes X_i are known. With the shape functions
/// N_i of a node for all its displacements, as solids have them, consistent or lumped, M = Ms ⊗ I
/// and
///
///     ∫ρ φ_kφ_lᵀ = Ms_ij e_a e_bᵀ  for φ_k = N_i e_a, φ_l = N_j e_b
///     ∫ρ x φ_kᵀ = Σ_j Ms_ij X_j e_aᵀ
///
/// exactly. Otherwise (beams, shells, lumped inertias) M does not contain all integrals. Those that
/// follow from M and the rigid motions R are exact: M itself, ∫ρφ_k and ∫ρ x × φ_k = MR, and the
/// mass, centre and inertia of the whole. The others are estimated:
///
///     Ms_ij e_a e_bᵀ with the mean of the masses along a and b, for displacements along two axes
///     e_a (M_{ix,l}, M_{iy,l}, M_{iz,l})ᵀ for a displacement e_aN_i and a rotation l
///     ½ M_kl (I − e_a e_aᵀ) for two rotations about the same axis a, ⅓ M_kl I for others
///     the symmetric part of ∫ρ x φ_kᵀ from those, with x = Σ X_iN_i
struct NodalMass {
  /// The largest difference between M and Ms ⊗ I, relative to the largest entry of Ms.
  double disagreement = 0;
  int row = -1, col = -1;  ///< where; −1: nowhere
  /// All nodes have all displacements, no rotations, and M is Ms ⊗ I up to rounding.
  bool is_scalar = false;
  FixedMatrix Ms;  ///< a row per node
};

NodalMass nodal_mass_of(const NodalBody& body);

ShapeIntegrals<3> spatial_nodal_integrals(const NodalBody& body, const NodalMass& mass);
ShapeIntegrals<2> planar_nodal_integrals(const NodalBody& body, const NodalMass& mass);

}  // namespace pleuel::fem
