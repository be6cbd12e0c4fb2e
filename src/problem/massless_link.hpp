// A cart and a bob connected by a massless link, as a benchmark.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// M is singular, the saddle matrix is regular (see MasslessLinkEquations). Released at rest with
/// the link at an angle; 5 s are about three swings.
Problem massless_link_problem();

}  // namespace pleuel
