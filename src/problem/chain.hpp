// The hanging chain as a benchmark of any size.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// `links` links, straight and at rest at an angle from the vertical; until twice the period that a rigid rod
/// of the chain's length has for small angles. Without reference digits; energy is constant.
Problem chain_problem();

}  // namespace pleuel
