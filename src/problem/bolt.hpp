// A viscoplastic bolt in tension.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// models/bolt.json: a quarter of a flat bar in plane stress, loaded, held and unloaded so slowly
/// that inertia is negligible (formulation qs), after the bolt of [RSS99, section 5]. Its geometry
/// and parameters were not published; those here are substitutes. Displacements of three nodes of
/// the meshes refine = 1, 2, 4 are known at 110 and 150 s from another program, with an explicit
/// method of order 8 for the internal variables.
Problem bolt_problem();

}  // namespace pleuel
