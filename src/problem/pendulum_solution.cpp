#include "pleuel/problem/pendulum_solution.hpp"

#include <cmath>
#include <numbers>

namespace pleuel {
namespace {

constexpr long double pi = std::numbers::pi_v<long double>;

long double complete_integral(long double limit_of_means) { return pi / (2 * limit_of_means); }

}  // namespace

PendulumSolution::PendulumSolution(double g) : g_(g), omega_(std::sqrt(g_)) {
  long double a = 1;
  long double b = std::sqrt(0.5L);
  mean_[0] = a;
  ratio_[0] = std::sqrt(0.5L);
  for (int n = 1; n <= n_levels; ++n) {
    const long double c = (a - b) / 2;
    const long double next = (a + b) / 2;
    b = std::sqrt(a * b);
    a = next;
    mean_[n] = a;
    ratio_[n] = c / a;
  }
  period_ = 4 * complete_integral(a) / omega_;
}

PendulumSolution::State PendulumSolution::at(long double t) const {
  const long double u = omega_ * std::remainder(t, period_);
  long double phi = std::ldexp(mean_[n_levels] * u, n_levels);
  for (int n = n_levels; n > 0; --n) phi = (phi + std::asin(ratio_[n] * std::sin(phi))) / 2;
  const long double sn = std::sin(phi);
  const long double cn = std::cos(phi);
  const long double dn = std::sqrt(1 - sn * sn / 2);

  State s;
  s.x = cn / (dn * dn);
  s.y = -sn * sn / (2 * dn * dn);
  const long double theta_rate = -omega_ * sn / dn;
  s.v = -s.y * theta_rate;
  s.w = s.x * theta_rate;
  s.lambda = (s.v * s.v + s.w * s.w - g_ * s.y) / 2;
  s.ax = -2 * s.x * s.lambda;
  s.ay = -2 * s.y * s.lambda - g_;
  return s;
}

double pendulum_gravity_for_period(double period) {
  const long double needed = PendulumSolution(1).period() / period;
  return static_cast<double>(needed * needed);
}

}  // namespace pleuel
