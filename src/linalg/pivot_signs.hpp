// Tells whether a sparse symmetric matrix is positive definite.
#pragma once

#include <optional>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// The lowest pivot of P A Pᵀ = L D Lᵀ without pivoting for size. By Sylvester's law of inertia, A
/// has as many negative eigenvalues as D has negative entries.
struct LowestPivot {
  int column = 0;  ///< of A
  double value = 0;
  int n_negative = 0;
};
/// Only the lower triangle of A is read. Empty if the factorisation breaks down at a zero pivot.
std::optional<LowestPivot> lowest_pivot(const FixedMatrix& A);

}  // namespace pleuel
