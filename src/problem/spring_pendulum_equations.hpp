// A point mass on a spring, in Cartesian coordinates.
#pragma once

#include <string>
#include <type_traits>

#include "pleuel/mechanics/configuration.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// Unit mass on a spring of natural length 1 and stiffness 1/ε² that hangs from the origin [YPR98,
/// (4.3)]:
///
///     ẋ = u,   u̇ = −x λ
///     ẏ = v,   v̇ = −y λ + g
///     λ = (r − 1)/(ε² r),   r = √(x² + y²)
///
/// λ is eliminated, so there is no constraint and no multiplier. For ε → 0 the motion oscillates
/// with increasing frequency about the rigid pendulum. E = ½ (u² + v²) + (r − 1)²/(2ε²) − g y is
/// constant.
///
/// Differs from [YPR98, 4.1]: the text has gravity along −y, the printed (4.3d) along +y. g = 1 is
/// the printed equation, to which the reference digits belong; g = −1 is the text. Only the signs
/// of y and v change.
struct SpringPendulumEquations {
  std::string name = "spring-pendulum";
  double epsilon_squared = 1e-3;
  double g = 1;  ///< along +y

  SystemInfo info() const {
    SystemInfo info;
    info.name = name;
    info.q = {{"x", "m"}, {"y", "m"}};
    info.v = {{"u", "m/s"}, {"v", "m/s"}};
    info.a = {{"ax", "m/s²"}, {"ay", "m/s²"}};
    info.has_statics = true;
    return info;
  }

  void mass(const auto&, auto&& M) const {
    M.add(0, 0, 1.0);
    M.add(1, 1, 1.0);
  }

  auto length(const auto& x) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    return S(sqrt(x.q[0] * x.q[0] + x.q[1] * x.q[1]));
  }

  void force(const auto& x, const auto&, auto&& f) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S r = length(x);
    const S lambda = (r - 1.0) / (epsilon_squared * r);
    f[0] = -x.q[0] * lambda;
    f[1] = g - x.q[1] * lambda;
  }

  auto potential_energy(const auto& x) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S stretch = length(x) - 1.0;
    return S(stretch * stretch / (2.0 * epsilon_squared) - g * x.q[1]);
  }
};

}  // namespace pleuel
