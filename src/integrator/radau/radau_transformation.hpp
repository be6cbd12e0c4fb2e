// The eigen-transformation of Radau IIA's matrix.
#pragma once

#include <vector>

#include "pleuel/integrator/radau/radau_coefficients.hpp"

namespace pleuel {

/// Eigenvalue of A⁻¹ with imaginary part ≥ 0, and its eigenvector with last entry 1.
struct RadauEigenpair {
  Complex value;
  std::vector<Complex> vector;
};

/// All of them for s stages, ascending in the imaginary part. The first is real if s is odd.
std::vector<RadauEigenpair> radau_eigenpairs(int stages);

/// A⁻¹ of Radau IIA with an odd number of stages has one real eigenvalue γ̂ and (s − 1)/2 pairs
/// α̂ ± iβ̂, β̂ > 0, and
///
///     T⁻¹ A⁻¹ T = diag( γ̂, [α̂ −β̂; β̂ α̂], … ).
///
/// The columns of T are eigenvectors: first the real one with length 1, then real and imaginary
/// parts of those for α̂ − iβ̂ with last entry 1. Increments are measured in these transformed
/// variables; this scaling keeps them of the size of the stages.
struct RadauTransformation {
  /// s is odd, 1 to 7 (asserted). Even s have no real eigenvalue.
  explicit RadauTransformation(int stages);

  int n_pairs() const { return static_cast<int>(pairs.size()); }

  double gamma = 0;            ///< γ̂
  std::vector<Complex> pairs;  ///< α̂ + iβ̂, ascending β̂
  RadauCoefficients::RowMajor T;
  RadauCoefficients::RowMajor T_inverse;
};

/// The transformation for 1, 3, 5 or 7 stages, computed at first use.
const RadauTransformation& radau_transformation(int stages);

}  // namespace pleuel
