// Geometric stiffening of a body in a moving frame by its own inertia loads.
#pragma once

#include <array>

#include "pleuel/fem/shape_integrals.hpp"

namespace pleuel::fem {

/// Bending shortens a body: a point is at x + Φq + u₂(q), where the quadratic u₂ cancels the
/// stretch ½w'² caused by transverse displacements Φq of a beam (for triangles, the corresponding
/// part of the Green strain). By Betti's theorem its work against a load b is
///
///     ∫ b·u₂ = −½ qᵀK_geo(N) q,   K_geo(N) = ∫ N w'w'ᵀ
///
/// N is the axial force of the linear static response K⁻¹∫Φᵀb; for triangles K_geo is ∫ σ_ij
/// (∂Φ/∂x_i)ᵀ ∂Φ/∂x_j. Four matrices contain everything that the inertia of a moving frame needs of
/// u₂ [Wal94]:
///
///     K_1, K_2, K_3, K_4 for b = ρ (1, 0), ρ (0, 1), ρ (−x2, x1), ρ (x1, x2)
///
/// In a frame with acceleration a (minus gravity), ω̇ and ω, these loads act with the factors −a_1,
/// −a_2, −ω̇ and ω². Joint forces also load the body; they are not included. Matrices without rows
/// are zero.
struct GeometricStiffening {
  std::array<FixedMatrix, 4> K;

  /// The matrices of q = V p: VᵀK_iV, dense.
  GeometricStiffening reduced(const Matrix& V) const;
};

/// For the unknowns that the frame keeps. N of beams is exact (piecewise quadratic). If a beam has
/// no axial part, u₂ is zero along it at the first node that the frame fixes.
GeometricStiffening geometric_stiffening(const ElasticBody& body, const DofSelection& frame);

}  // namespace pleuel::fem
