// Model order reduction by few shapes.
#pragma once

#include "pleuel/fem/spatial_integrals.hpp"
#include "pleuel/fem/static_response.hpp"

namespace pleuel::fem {

/// Shapes V of q ≈ V p and the corresponding data of the floating frame. The user chooses the
/// shapes: normal modes, static responses, or both.
template <int D>
struct ReducedBody {
  Matrix V;
  ShapeIntegrals<D> integrals;
  Matrix stiffness;  ///< VᵀKV

  /// Throws InvalidInput with the number of a column of V that depends on the previous ones, to
  /// 1e-6 in the mass norm.
  ReducedBody(const ShapeIntegrals<D>& full, const FixedMatrix& K, Matrix V);
};

/// Error of the truncation to V. For each load b: the error e = q − V (VᵀKV)⁻¹ Vᵀb of the static
/// response q in the energy norm, √(eᵀKe / qᵀKq), between 0 and 1. For Galerkin's method it
/// is √(1 − bᵀV(VᵀKV)⁻¹Vᵀb / bᵀq).
///
/// Under loads with frequencies up to Ω, omitted modes with ω > Ω respond like statics, amplified
/// by at most 1/(1 − Ω²/ω²). For normal modes, the error of the motion is therefore at most this
/// factor, with the first omitted ω, times the error given here.
Vector truncation_error(const FixedMatrix& K, const StaticResponse& response, const Matrix& V,
                        const Matrix& loads);

}  // namespace pleuel::fem
