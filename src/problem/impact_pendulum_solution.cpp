#include "pleuel/problem/impact_pendulum_solution.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace pleuel {
namespace {

// sn, cn and dn, and K, by the descending Landen transformation [AS64, 16.4].
class JacobiFunctions {
 public:
  explicit JacobiFunctions(long double k) : k_(k) {
    long double a = 1, b = std::sqrt((1 - k) * (1 + k));
    mean_[0] = a;
    for (int n = 1; n <= n_levels; ++n) {
      ratio_[n] = (a - b) / (a + b);
      const long double next = (a + b) / 2;
      b = std::sqrt(a * b);
      mean_[n] = a = next;
    }
  }

  long double K() const { return std::numbers::pi_v<long double> / (2 * mean_[n_levels]); }

  struct Values {
    long double sn, cn, dn;
  };
  Values at(long double u) const {
    long double phi = std::ldexp(mean_[n_levels] * u, n_levels);
    for (int n = n_levels; n > 0; --n) phi = (phi + std::asin(ratio_[n] * std::sin(phi))) / 2;
    const long double sn = std::sin(phi);
    return {sn, std::cos(phi), std::sqrt(1 - k_ * k_ * sn * sn)};
  }

 private:
  static constexpr int n_levels = 8;
  long double k_;
  std::array<long double, n_levels + 1> mean_{};
  std::array<long double, n_levels + 1> ratio_{};  // c_n / a_n
};

}  // namespace

ImpactPendulumSolution::ImpactPendulumSolution(double g, double e, double angle)
    : g_(g), e_(e), omega_(std::sqrt(g_)), k0_(std::sin(static_cast<long double>(angle) / 2)) {}

PendulumSolution::State ImpactPendulumSolution::at(double t) const {
  long double k = k0_;
  long double u = omega_ * t + JacobiFunctions(k).K();
  for (long double flight = 2 * JacobiFunctions(k).K(); u > flight; flight = 2 * JacobiFunctions(k).K()) {
    u -= flight;
    k *= e_;
  }
  const auto [sn, cn, dn] = JacobiFunctions(k).at(u);
  const long double theta_rate = 2 * omega_ * k * cn;
  PendulumSolution::State s;
  s.x = 2 * k * sn * dn;
  s.y = 2 * k * k * sn * sn - 1;
  s.v = -s.y * theta_rate;
  s.w = s.x * theta_rate;
  s.lambda = (s.v * s.v + s.w * s.w - g_ * s.y) / 2;
  s.ax = -2 * s.x * s.lambda;
  s.ay = -2 * s.y * s.lambda - g_;
  return s;
}

double ImpactPendulumSolution::impact(int n) const {
  long double k = k0_, u = JacobiFunctions(k).K();
  for (int i = 1; i < n; ++i) u += 2 * JacobiFunctions(k *= e_).K();
  return static_cast<double>(u / omega_);
}

}  // namespace pleuel
