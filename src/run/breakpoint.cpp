#include "pleuel/run/breakpoint.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pleuel {

double Breakpoint::before() const { return std::nextafter(first, -std::numeric_limits<double>::infinity()); }

std::vector<Breakpoint> breakpoints_in(std::vector<double> times, double begin, double end) {
  constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
  std::sort(times.begin(), times.end());
  std::vector<Breakpoint> list;
  for (const double t : times) {
    if (!(t > begin && t <= end)) continue;
    if (!list.empty() && t - list.back().last <= rounding * std::abs(t))
      list.back().last = t;
    else
      list.push_back({t, t});
  }
  return list;
}

}  // namespace pleuel
