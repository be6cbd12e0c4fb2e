// Van der Pol's oscillator as a benchmark.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// The stiff oscillator of the IVP test set [MM08]: ε = 1e-6, from (2, 0), until 2.
Problem van_der_pol_problem();

}  // namespace pleuel
