#include "pleuel/dae/root.hpp"

#include <algorithm>
#include <cmath>

namespace pleuel {

double narrow(Bracket bracket, double width, const std::function<double(double)>& f) {
  auto& [a, b, f_a, f_b] = bracket;
  if (f_b == 0 || !(b - a > width)) return b;
  const double kappa = 0.2 / (b - a);
  const int n_bisections = static_cast<int>(std::ceil(std::log2((b - a) / width)));
  double allowance = 0.5 * width * std::ldexp(1.0, n_bisections + 1);
  const bool is_rising = f_b > 0;
  for (int k = 0; k <= n_bisections + 1 && b - a > width; ++k, allowance /= 2) {
    const double middle = a + 0.5 * (b - a);
    const double secant = (f_b * a - f_a * b) / (f_b - f_a);
    const double towards = middle < secant ? -1 : 1;
    const double shift = kappa * (b - a) * (b - a);
    // Uses the midpoint if the secant is NaN.
    const double truncated = shift <= std::abs(middle - secant) ? secant + towards * shift : middle;
    const double radius = allowance - 0.5 * (b - a);
    double x = std::abs(truncated - middle) <= radius ? truncated : middle - towards * radius;
    if (!(x > a && x < b)) x = middle;
    if (!(x > a && x < b)) break;  // a and b are adjacent numbers
    const double f_x = f(x);
    const bool is_beyond = is_rising ? f_x >= 0 : f_x <= 0;
    if (is_beyond) {
      b = x;
      f_b = f_x;
      if (f_x == 0) break;
    } else {
      a = x;
      f_a = f_x;
    }
  }
  return b;
}

}  // namespace pleuel
