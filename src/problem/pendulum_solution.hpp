// The exact motion of the built-in simple pendulum.
#pragma once

#include <array>

namespace pleuel {

/// The pendulum with m = L = 1 that is released at rest from the horizontal, (x, y) = (1, 0).
///
/// With the angle θ from the downward vertical, x = sin θ, y = −cos θ, energy conservation ½ θ̇² =
/// g cos θ and θ(0) = π/2 give, for the modulus k = sin(π/4) (so k² = k'² = ½), u = √g t and K =
/// K(k) [AS64, 16, 17]:
///
///     sin(θ/2) = k sn(u + K) = k cn/dn,   cos(θ/2) = dn(u + K) = k'/dn
///     x = cn/dn²,   y = −½ sn²/dn²,   θ̇ = −√g sn/dn,   v = −y θ̇,   w = x θ̇,   period T = 4K/√g
///
/// sn, cn and dn are evaluated at (u, k). These forms have no cancellation: x, v, w and y keep
/// their relative accuracy near their zeros. λ follows from the acceleration level (3b) of [Ste15],
/// λ = ½ (v² + w² − g y), and v̇ = −2 x λ, ẇ = −2 y λ − g.
///
/// The amplitude comes from the descending Landen transformation by the arithmetic-geometric mean
/// [AS64, 16.4], in long double, with the phase reduced to [−T/2, T/2]. With the 64-bit significand
/// of x86, the error is that of T (about 1e-19, relative) times t, plus the final rounding.
class PendulumSolution {
 public:
  struct State {
    long double x, y, v, w, ax, ay, lambda;
  };

  /// g in m/s², exactly the number in the equations: a different last digit of g causes a phase
  /// error that grows with t.
  explicit PendulumSolution(double g);

  long double period() const { return period_; }
  State at(long double t) const;

 private:
  // the mean doubles its digits with each level: 6 levels suffice for 113 bits
  static constexpr int n_levels = 8;

  long double g_;
  long double omega_;
  long double period_;
  std::array<long double, n_levels + 1> mean_;   // a_n
  std::array<long double, n_levels + 1> ratio_;  // c_n / a_n
};

/// The g for which this pendulum has the given period: (4K/T)².
double pendulum_gravity_for_period(double period);

}  // namespace pleuel
