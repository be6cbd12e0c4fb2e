// Estimates the lowest frequency of an elastic body.
#pragma once

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel::fem {

/// ω₁ of K φ = ω² M φ by power iterations x ← K⁻¹M x. The Rayleigh quotient is an upper bound and
/// accurate to a few percent after eight iterations. K is positive definite; the patterns may
/// differ. Throws InvalidInput if K is singular.
double lowest_frequency(const FixedMatrix& K, const FixedMatrix& M);

}  // namespace pleuel::fem
