// Finds the zero of a function in a bracket.
#pragma once

#include <functional>

namespace pleuel {

/// Two ends between which a function changes its sign, with the values there.
struct Bracket {
  double a = 0, b = 0;
  double f_a = 0, f_b = 0;
};

/// Narrows a bracket until b − a ≤ width and returns b, where f has changed its sign or is zero.
/// f_a and f_b must have opposite signs (f_b may be zero).
///
/// The ITP method (interpolate, truncate, project) [OT20]: the point of regula falsi is moved
/// towards the midpoint by κ₁(b − a)² and kept within the distance of the midpoint that bisection
/// allows. It needs at most one evaluation more than bisection, and about log log evaluations if f
/// is smooth.
double narrow(Bracket bracket, double width, const std::function<double(double)>& f);

}  // namespace pleuel
