// Consistent initial values of a DAE whose E is singular in a general way.
#pragma once

#include "pleuel/dae/consistent_start.hpp"
#include "pleuel/dae/differentiated_dae.hpp"

namespace pleuel {

/// True if E and J at (t, y) contradict the description of the unknowns: a row without ẏ belongs to
/// an unknown that is not marked as algebraic, rows with ẏ are linearly dependent, or the index
/// exceeds 1. Always false beyond 1000 unknowns, where dense matrices would be too large.
bool is_singular_otherwise(DifferentiatedDae& dae, double t, ConstVec y);

/// For a square DAE of index 1. P and Z are bases of the null spaces at the current y: PᵀE = 0 and
/// E Z = 0. Solves
///
///     0 = Pᵀ r(t, y₀ + Z z)                 algebraic equations, for z by Newton's method
///     E ẏ = r(t, y),   Pᵀ (J ẏ + r_t) = 0    the algebraic equations differentiated once, for ẏ
///
/// with J = ∂(r − E ẏ)/∂y. r_t is a difference quotient and has half the digits. The index is 1 if
/// PᵀJ Z is regular.
ConsistentStart singular_start(DifferentiatedDae& dae, double t, ConstVec y0, double span);

}  // namespace pleuel
