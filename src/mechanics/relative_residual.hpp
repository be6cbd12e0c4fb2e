// Residuals of rows with different units, each relative to the size of its terms.
#pragma once

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// Σⱼ |A_ij| (|x_j| + 1e-3) for each row i, where A contains the derivatives of the rows by x.
/// Rounding of x changes row i by at most ε times this value. Values of x below 1e-3 count as 1e-3,
/// because they are differences of larger numbers.
Vector term_sizes(const FixedMatrix& A, ConstVec x);

/// The largest |rᵢ| / sizeᵢ; 0 for rᵢ = 0, NaN if any value is NaN.
double relative_residual(ConstVec r, ConstVec size);

}  // namespace pleuel
