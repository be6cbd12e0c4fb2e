// The heavy symmetric top as a benchmark.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// The fast top of [GC01] with the data of [BC10]: released with its axis along +y, spinning at 150
/// rad/s; 2 s are about one and a half nutations. No reference digits; energy and two momenta are
/// constant (see TopEquations).
Problem top_problem();

}  // namespace pleuel
