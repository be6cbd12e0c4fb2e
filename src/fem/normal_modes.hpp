// Normal modes of an elastic body.
#pragma once

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel::fem {

/// K φ = ω² M φ, the lowest first.
struct NormalModes {
  Vector omega;   ///< rad/s; 0 for rigid motions, up to rounding
  Matrix shapes;  ///< a mode a column, φᵀMφ = 1
};

/// The n lowest modes of sparse symmetric matrices of one pattern, K semidefinite and M definite,
/// by Lanczos' method on (K − σM)⁻¹ M (the library Spectra) with K − σM factored by KLU. σ is
/// slightly negative, so that bodies whose rigid motions are free are treated alike. Relative
/// residuals ‖Kφ − ω²Mφ‖/‖Kφ‖ are about 1e-10 where ω is not small against the others.
///
/// Throws InvalidInput if n is not in 1 … size − 1 or the iteration does not converge.
NormalModes normal_modes(const FixedMatrix& K, const FixedMatrix& M, int n);

}  // namespace pleuel::fem
