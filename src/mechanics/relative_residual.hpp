// Residuals of rows with units of their own, each compared with its own terms.
#pragma once

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// Σⱼ |A_ij| (|x_j| + 1e-3) for each row i, A the derivatives of rows by x: rounding of x changes
/// row i by at most ε times that. Values of x below 1e-3 of their unit count as that: they are
/// differences of larger numbers.
Vector term_sizes(const FixedMatrix& A, ConstVec x);

/// The largest |rᵢ| / sizeᵢ, 0 for rᵢ = 0; NaN if one of them is.
double relative_residual(ConstVec r, ConstVec size);

}  // namespace pleuel
