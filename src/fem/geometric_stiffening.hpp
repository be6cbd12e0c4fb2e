// Stiffness that a body in a moving frame gains from the loads of its own inertia.
#pragma once

#include <array>

#include "pleuel/fem/shape_integrals.hpp"

namespace pleuel::fem {

/// Bending shortens: a point of the body is at x + Φq + u₂(q), where u₂ is of second degree and
/// undoes the stretch ½w'² that the displacements Φq across a beam would cause (its part in Green's
/// strain, for triangles). By Betti's theorem its work against a load b is
///
///     ∫ b·u₂ = −½ qᵀK_geo(N) q,   K_geo(N) = ∫ N w'w'ᵀ
///
/// N is the axial force of the linear static response K⁻¹∫Φᵀb; for triangles K_geo is ∫ σ_ij
/// (∂Φ/∂x_i)ᵀ ∂Φ/∂x_j. So four matrices hold all that the inertia of a moving frame needs of u₂
/// [Wal94]:
///
///     K_1, K_2, K_3, K_4 for b = ρ (1, 0), ρ (0, 1), ρ (−x2, x1), ρ (x1, x2)
///
/// −a_1, −a_2, −ω̇ and ω² of these loads act in a frame that moves with a (gravity subtracted), ω̇,
/// ω. Forces of joints load the body too; they are not among these matrices. Matrices without rows
/// are zero.
struct GeometricStiffening {
  std::array<FixedMatrix, 4> K;

  /// Those of q = V p: VᵀK_iV, dense.
  GeometricStiffening reduced(const Matrix& V) const;
};

/// For the unknowns that the frame keeps. N of beams is exact: piecewise of second degree. Where a
/// beam has no axial part, u₂ is zero along it at the first node that the frame holds.
GeometricStiffening geometric_stiffening(const ElasticBody& body, const DofSelection& frame);

}  // namespace pleuel::fem
