// A platform on three parallel cranks, one of them redundant.
#pragma once

#include <string>
#include <type_traits>

#include "pleuel/mechanics/configuration.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// Three uniform cranks of mass m_c and length l rotate about the ground pivots Pᵢ. Their ends
/// carry a platform of mass m and inertia J_p by pins pᵢ with the same relative positions as the
/// pivots. Every body has the coordinates (x, y, angle) of its centre; φ = 0 points down,
/// d(φ) = (sin φ, −cos φ), A(ψ) rotates the platform:
///
///     0 = rᵢ − ½ l d(φᵢ) − Pᵢ                   ground pin i, two rows
///     0 = rᵢ + ½ l d(φᵢ) − R − A(ψ) pᵢ          platform pin i, two rows
///
/// Twelve rows for twelve coordinates, yet the platform moves: it translates on a circle. G has
/// rank 11 at every position, also if the cranks are along the line P₁P₂, because the third pivot
/// is off that line. With only two cranks G has rank 7 of 8 there. With all φᵢ = φ it is a
/// pendulum,
///
///     (m + m_c) l² φ̈ = −(m + 3/2 m_c) g l sin φ.
///
/// `shift` moves the third ground pivot along x: its pin then contradicts the others.
struct ParallelogramEquations {
  double crank = 0.5;   ///< m_c, kg
  double platform = 2;  ///< m, kg
  double l = 1;         ///< m
  double base = 2;      ///< m, from P₁ = 0 to P₂
  double depth = 0.6;   ///< m, of P₃ = (base/2, −depth)
  double shift = 0;     ///< m
  double g = 9.81;      ///< m/s²

  static constexpr int n_cranks = 3;
  double pivot_x(int i) const { return i == 0 ? 0.0 : i == 1 ? base : 0.5 * base; }
  double pivot_y(int i) const { return i == 2 ? -depth : 0.0; }
  /// Ω² of φ̈ = −Ω² sin φ.
  double frequency_squared() const { return (platform + 1.5 * crank) * g / ((platform + crank) * l); }

  SystemInfo info() const {
    SystemInfo info;
    info.name = "parallelogram";
    for (int i = 1; i <= n_cranks; ++i) {
      const std::string number = std::to_string(i);
      info.add_coordinate("x" + number, "m");
      info.add_coordinate("y" + number, "m");
      info.add_coordinate("phi" + number, "rad");
    }
    info.add_coordinate("X", "m");
    info.add_coordinate("Y", "m");
    info.add_coordinate("psi", "rad");
    for (const char* place : {"ground", "platform"})
      for (int i = 1; i <= n_cranks; ++i)
        for (const char* axis : {"x", "y"})
          info.add_constraint(std::string(place) + " pin " + std::to_string(i) + ", " + axis, "N");
    return info;
  }

  void mass(const auto&, auto&& M) const {
    for (int i = 0; i < n_cranks; ++i) {
      M.add(3 * i, 3 * i, crank);
      M.add(3 * i + 1, 3 * i + 1, crank);
      M.add(3 * i + 2, 3 * i + 2, crank * l * l / 12);
    }
    M.add(9, 9, platform);
    M.add(10, 10, platform);
    M.add(11, 11, platform * base * base / 12);
  }

  void force(const auto&, const auto&, auto&& f) const {
    for (int i = 0; i < n_cranks; ++i) f[3 * i + 1] = -crank * g;
    f[10] = -platform * g;
  }

  void constraint(const auto& x, auto&& out) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S c = cos(x.q[11]), s = sin(x.q[11]);
    for (int i = 0; i < n_cranks; ++i) {
      const S half_x = 0.5 * l * sin(x.q[3 * i + 2]), half_y = -0.5 * l * cos(x.q[3 * i + 2]);
      const double pin_x = pivot_x(i) - 0.5 * base, pin_y = pivot_y(i);
      out[2 * i] = x.q[3 * i] - half_x - (pivot_x(i) + (i == 2 ? shift : 0.0));
      out[2 * i + 1] = x.q[3 * i + 1] - half_y - pivot_y(i);
      out[6 + 2 * i] = x.q[3 * i] + half_x - x.q[9] - (c * pin_x - s * pin_y);
      out[6 + 2 * i + 1] = x.q[3 * i + 1] + half_y - x.q[10] - (s * pin_x + c * pin_y);
    }
  }

  auto potential_energy(const auto& x) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    S height = platform * x.q[10];
    for (int i = 0; i < n_cranks; ++i) height += crank * x.q[3 * i + 1];
    return S(g * height);
  }
};

}  // namespace pleuel
