// The point mass on a spring as two benchmarks, stiff and soft.
#pragma once

#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// [YPR98, 4.1]: ε² = 1e-3, from (0.9, 0) at rest, 5 s, with reference digits. In 5 s the spring
/// oscillates 25 times.
Problem stiff_pendulum_problem();

/// The same with ε² = 0.05: spring and swing have periods of similar length. 15 s are about two
/// swings, with reference digits.
Problem spring_pendulum_problem();

}  // namespace pleuel
