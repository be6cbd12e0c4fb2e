// Gauss–Legendre quadrature on the unit interval.
#pragma once

#include <vector>

namespace pleuel {

struct GaussPoint {
  double x, weight;
};

/// n points on (0, 1), exact for polynomials of degree 2n − 1.
std::vector<GaussPoint> gauss_rule(int n);

}  // namespace pleuel
