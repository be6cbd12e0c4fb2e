// One mass on a line, for the problems with events and corners.
#pragma once

#include <array>
#include <type_traits>

#include "pleuel/mechanics/configuration.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// A trapezoid in time: zero until t₁, linear to `height` at t₂, constant until t₃, linear to zero
/// at t₄.
struct Trapezoid {
  double height = 0;                            ///< N
  std::array<double, 4> corner = {0, 1, 2, 3};  ///< s

  /// Changes of slope at the corners.
  std::array<double, 4> kinks() const {
    const double up = height / (corner[1] - corner[0]), down = height / (corner[3] - corner[2]);
    return {up, -up, -down, down};
  }

  auto at(const auto& t) const {
    using S = std::decay_t<decltype(t)>;
    if (t < S(corner[0])) return S(0.0);
    if (t < S(corner[1])) return S((t - corner[0]) * (height / (corner[1] - corner[0])));
    if (t < S(corner[2])) return S(height);
    if (t < S(corner[3])) return S((corner[3] - t) * (height / (corner[3] - corner[2])));
    return S(0.0);
  }
};

///     m ẍ = −m g − k x + F(t)
///
/// E = ½ m ẋ² + m g x + ½ k x²; F does the work F ẋ.
struct OneMassEquations {
  const char* name = "mass";
  double m = 1;  ///< kg
  double g = 0;  ///< m/s²
  double k = 0;  ///< N/m
  Trapezoid F = {};

  SystemInfo info() const {
    SystemInfo info;
    info.name = name;
    info.add_coordinate("x", "m");
    return info;
  }

  void mass(const auto&, auto&& M) const { M.add(0, 0, m); }

  void force(const auto& x, const auto&, auto&& f) const { f[0] = -m * g - k * x.q[0] + F.at(x.t); }

  auto potential_energy(const auto& x) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    return S(m * g * x.q[0] + 0.5 * k * x.q[0] * x.q[0]);
  }

  auto supplied_power(const auto& x, const auto& v) const { return F.at(x.t) * v[0]; }
};

}  // namespace pleuel
