// Normal modes of an elastic body.
#pragma once

#include "pleuel/fem/static_response.hpp"
#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel::fem {

/// K φ = ω² M φ, in ascending order.
struct NormalModes {
  Vector omega;   ///< rad/s; 0 for rigid motions, up to rounding
  Matrix shapes;  ///< one mode per column, φᵀMφ = 1
};

/// The n lowest modes of sparse symmetric matrices, K semidefinite and M definite with a pattern
/// that is part of the pattern of K, by the Lanczos method on (K − σM)⁻¹ M (library Spectra) with
/// KLU factors of K − σM. σ is slightly negative, so that bodies with free rigid motions are
/// allowed. Relative residuals ‖Kφ − ω²Mφ‖/‖Kφ‖ are about 1e-10 unless ω is small compared with the
/// others.
///
/// Throws InvalidInput if n is not in 1 … size − 1 or the iteration does not converge.
NormalModes normal_modes(const FixedMatrix& K, const FixedMatrix& M, int n);

/// The n lowest modes of a body that is held by conditions, by its static responses in place of
/// (K − σM)⁻¹. In mean axes they are those of the free body without its rigid motions; with
/// conditions on interfaces they are fixed-interface modes. n is less than the number of free
/// unknowns.
NormalModes normal_modes(const StaticResponse& response, const FixedMatrix& M, int n);

}  // namespace pleuel::fem
