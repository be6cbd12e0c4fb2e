// The slider crank as a benchmark.
#pragma once

#include "pleuel/problem/motion_formula.hpp"
#include "pleuel/problem/problem.hpp"
#include "pleuel/problem/slider_crank_equations.hpp"
#include "pleuel/problem/slider_crank_reference.hpp"

namespace pleuel {

/// [MM08, II.19]: crank, elastic connecting rod, block; 24 unknowns, 0.1 s. With a reader of
/// formulas the crank's angle may be any function of time, 0 = φ1 − r(t) (DrivenSystem).
Problem slider_crank_problem(MotionReader read_motion = nullptr);

struct SliderCrankInitialValues {
  Vector q, v;
};

/// The crank's angle and its rate.
struct CrankState {
  double angle = 0;
  double rate = 0;
};

/// Initial values that satisfy the constraints at position and velocity level exactly. For φ1 = 0
/// and φ̇1 = Ω, which is the state of the crank unless another is given:
///
///     φ2 = 0,  x3 = l1 + l2 + q4,  φ̇2 = −l1 Ω / (l2 + q4),  ẋ3 = q̇4
///
/// The smooth start has the published q3, q4 and q̇. They are the first sweep of the quasi-static
/// expansion, in which the deformation balances the inertia of the gross motion. For other Ω and E
/// they are scaled by its leading order, q ∝ Ω²/E and q̇ ∝ Ω³/E [Sim97]. Differs from [MM08,
/// II.19.2], y3(0) = 0.450016933: l1 + l2 + q4 = 0.4500169327969.
SliderCrankInitialValues slider_crank_initial_values(const SliderCrankParameters& parameters,
                                                     SliderCrankStart start);
SliderCrankInitialValues slider_crank_initial_values(const SliderCrankParameters& parameters,
                                                     SliderCrankStart start, const CrankState& crank);

}  // namespace pleuel
