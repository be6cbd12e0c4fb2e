// A consistent start of a DAE whose E is singular in any way.
#pragma once

#include "pleuel/dae/consistent_start.hpp"
#include "pleuel/dae/differentiated_dae.hpp"

namespace pleuel {

/// Whether E and J at (t, y) are not what the unknowns say: a row without ẏ does not stand at an
/// unknown that is marked as algebraic, rows with ẏ depend on each other, or the index is above 1.
/// Always false beyond 1000 unknowns, where the matrices are too large to be dense.
bool is_singular_otherwise(DifferentiatedDae& dae, double t, ConstVec y);

/// For a square DAE of index 1. With PᵀE = 0 and E Z = 0, bases of both null spaces at the present
/// y,
///
///     0 = Pᵀ r(t, y₀ + Z z)                 algebraic equations, for z by Newton's method
///     E ẏ = r(t, y),   Pᵀ (J ẏ + r_t) = 0    the algebraic equations differentiated once, for ẏ
///
/// J = ∂(r − E ẏ)/∂y, r_t by a difference quotient, which has half the digits. The index is 1 where
/// PᵀJ Z is regular.
ConsistentStart singular_start(DifferentiatedDae& dae, double t, ConstVec y0, double span);

}  // namespace pleuel
