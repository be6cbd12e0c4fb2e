// The hanging chain as a benchmark of any size.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// `links` links, straight and at rest at an angle from the vertical; until twice the period that a
/// rigid rod of the chain's length has for small angles. Length and mass are those of the whole
/// chain, so that the motion tends to that of a rope as links are added. (With links of fixed
/// length 0.1 m, ten thousand of them make a kilometre, and ggl1 with constant steps then fails in
/// Newton's method; so does a length of 1000 m with a mass of 1 kg.) Without reference digits;
/// energy is constant.
Problem chain_problem();

}  // namespace pleuel
