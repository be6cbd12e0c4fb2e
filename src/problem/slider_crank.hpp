// The slider crank as a benchmark.
#pragma once

#include "pleuel/problem/problem.hpp"
#include "pleuel/problem/slider_crank_equations.hpp"
#include "pleuel/problem/slider_crank_reference.hpp"

namespace pleuel {

/// [MM08, II.19]: crank, elastic connecting rod, block; 24 unknowns, 0.1 s.
Problem slider_crank_problem();

struct SliderCrankInitialValues {
  Vector q, v;
};

/// Initial values at t = 0 that satisfy the constraints at position and velocity level exactly:
///
///     φ1 = φ2 = 0,  x3 = l1 + l2 + q4,  φ̇1 = Ω,  φ̇2 = −l1 Ω / (l2 + q4),  ẋ3 = q̇4
///
/// The smooth start has the published q3, q4 and q̇. They are the first sweep of the quasi-static
/// expansion, in which the deformation balances the inertia of the gross motion. For other Ω and E
/// they are scaled by its leading order, q ∝ Ω²/E and q̇ ∝ Ω³/E [Sim97]. Differs from [MM08,
/// II.19.2], y3(0) = 0.450016933: l1 + l2 + q4 = 0.4500169327969.
SliderCrankInitialValues slider_crank_initial_values(const SliderCrankParameters& parameters,
                                                     SliderCrankStart start);

}  // namespace pleuel
