// The exact motion of a pendulum that hits a wall.
#pragma once

#include "pleuel/problem/pendulum_solution.hpp"

namespace pleuel {

/// A pendulum with m = L = 1, released at rest at the angle θ₀ from the downward vertical, hits a
/// wall below its pivot (x = 0) and rebounds with −e times its velocity. With ω = √g,
/// k₀ = sin(θ₀/2), kₙ = eⁿ k₀ after the n-th impact (the speed at the bottom is 2ωk), and τ the
/// time since that impact (for n = 0 since K(k₀)/ω before the release) [AS64, 16, 17]:
///
///     sin(θ/2) = k sn(ωτ, k),   θ̇ = 2ωk cn(ωτ, k)
///     x = sin θ = 2k sn dn,     y = −cos θ = 2k² sn² − 1
///
/// The next impact occurs at ωτ = 2K(k). E + g, the energy above the lowest point, is 2g kₙ²; each
/// impact multiplies it by e².
class ImpactPendulumSolution {
 public:
  ImpactPendulumSolution(double g, double e, double angle);

  PendulumSolution::State at(double t) const;
  /// The time of the n-th impact, n ≥ 1.
  double impact(int n) const;

 private:
  long double g_, e_, omega_, k0_;
};

}  // namespace pleuel
