// Few shapes in place of many unknowns.
#pragma once

#include "pleuel/fem/shape_integrals.hpp"
#include "pleuel/linalg/sparse_lu.hpp"

namespace pleuel::fem {

/// Shapes V of q ≈ V p and what the floating frame needs of them. Shapes are the user's: normal
/// modes, static responses, or both.
struct ReducedBody {
  Matrix V;
  ShapeIntegrals integrals;
  Matrix stiffness;  ///< VᵀKV

  /// A column of V that depends on those before it, to 1e-6 in the norm of mass, is refused by its
  /// number: InvalidInput.
  ReducedBody(const ShapeIntegrals& full, const FixedMatrix& K, Matrix V);
};

/// q = K⁻¹ b for each column b, K of a body whose frame holds its rigid motions.
Matrix static_shapes(const FixedMatrix& K, const Matrix& loads);

/// What the truncation to V loses: for each load b the error e = q − V (VᵀKV)⁻¹ Vᵀb of the static
/// response q = K⁻¹b in the norm of energy, √(eᵀKe / qᵀKq), between 0 and 1. Galerkin's method
/// makes it √(1 − bᵀV(VᵀKV)⁻¹Vᵀb / bᵀq). Under loads that change with frequencies up to Ω, modes
/// left out with ω > Ω respond like statics, amplified by at most 1/(1 − Ω²/ω²), so for normal
/// modes the error of the motion is at most this factor, with the first ω left out, times the error
/// given here.
Vector truncation_error(const FixedMatrix& K, const Matrix& V, const Matrix& loads);

}  // namespace pleuel::fem
