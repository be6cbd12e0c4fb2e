// The lowest frequency of an elastic body, about.
#pragma once

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel::fem {

/// ω₁ of K φ = ω² M φ, by power iterations x ← K⁻¹M x and Rayleigh's quotient, which comes from
/// above and is within a few percent after eight. K definite; the patterns may differ. Throws
/// InvalidInput where K is singular.
double lowest_frequency(const FixedMatrix& K, const FixedMatrix& M);

}  // namespace pleuel::fem
