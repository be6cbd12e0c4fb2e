// The zero of a function in a bracket.
#pragma once

#include <functional>

namespace pleuel {

/// Ends between which a function changes its sign, with its values there.
struct Bracket {
  double a = 0, b = 0;
  double f_a = 0, f_b = 0;
};

/// Narrows a bracket until b − a ≤ width and returns b: the sign of f has changed there, or f is
/// zero. f_a and f_b must have opposite signs (f_b may be zero).
///
/// Interpolate, truncate, project [OT20]: the false position, moved towards the middle by κ₁ (b −
/// a)², and no farther from the middle than bisection would be behind; so it needs at most one
/// evaluation more than bisection, and about log log of them where f is smooth.
double narrow(Bracket bracket, double width, const std::function<double(double)>& f);

}  // namespace pleuel
