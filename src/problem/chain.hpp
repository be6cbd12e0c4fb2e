// The hanging chain as a benchmark of any size.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// `links` links, straight and at rest at an angle from the vertical, until twice the small-angle
/// period of a rigid rod of the same length. Length and mass are those of the whole chain, so that
/// the motion tends to that of a rope as links are added. No reference digits; energy is constant.
Problem chain_problem();

}  // namespace pleuel
