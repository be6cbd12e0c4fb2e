// A planar chain of rigid links in maximal coordinates.
#pragma once

#include <string>
#include <type_traits>

#include "pleuel/mechanics/configuration.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// n uniform rods of mass m and length l, each with the coordinates (x, y, φ) of its centre and its
/// angle, joined end to end; the first hangs from the origin. φ = 0 points down, d(φ) = (sin φ,
/// −cos φ), J = m l²/12:
///
///     m ẍᵢ = −(Gᵀλ)ₓ,   m ÿᵢ = −m g − (Gᵀλ)_y,   J φ̈ᵢ = −(Gᵀλ)_φ
///     0 = rᵢ − ½ l d(φᵢ) − (rᵢ₋₁ + ½ l d(φᵢ₋₁))   joint i, two rows; r₀ + ½ l d(φ₀) is the origin
///
/// Every row involves at most two links, so the number of entries of all matrices is proportional
/// to n. E = Σ ½ m (ẋᵢ² + ẏᵢ²) + ½ J φ̇ᵢ² + m g yᵢ is constant.
struct ChainEquations {
  int n = 10;
  double m = 0.1;   ///< kg, of one link
  double l = 0.1;   ///< m, of one link
  double g = 9.81;  ///< m/s²

  SystemInfo info() const {
    SystemInfo info;
    info.name = "chain";
    for (int i = 1; i <= n; ++i) {
      const std::string number = std::to_string(i);
      info.add_coordinate("x" + number, "m");
      info.add_coordinate("y" + number, "m");
      info.add_coordinate("phi" + number, "rad");
      info.add_constraint("joint " + number + ", x", "N");
      info.add_constraint("joint " + number + ", y", "N");
    }
    info.has_statics = true;
    return info;
  }

  void mass(const auto&, auto&& M) const {
    for (int i = 0; i < n; ++i) {
      M.add(3 * i, 3 * i, m);
      M.add(3 * i + 1, 3 * i + 1, m);
      M.add(3 * i + 2, 3 * i + 2, m * l * l / 12);
    }
  }

  void force(const auto&, const auto&, auto&& f) const {
    for (int i = 0; i < n; ++i) f[3 * i + 1] = -m * g;
  }

  void constraint(const auto& x, auto&& out) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    S end_x(0.0), end_y(0.0);
    for (int i = 0; i < n; ++i) {
      const S half_x = 0.5 * l * sin(x.q[3 * i + 2]), half_y = -0.5 * l * cos(x.q[3 * i + 2]);
      out[2 * i] = x.q[3 * i] - half_x - end_x;
      out[2 * i + 1] = x.q[3 * i + 1] - half_y - end_y;
      end_x = x.q[3 * i] + half_x;
      end_y = x.q[3 * i + 1] + half_y;
    }
  }

  void constraint_jacobian(const auto& x, auto&& G) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    S before_c(0.0), before_s(0.0);
    for (int i = 0; i < n; ++i) {
      const S half_c = 0.5 * l * cos(x.q[3 * i + 2]), half_s = 0.5 * l * sin(x.q[3 * i + 2]);
      G.add(2 * i, 3 * i, 1.0);
      G.add(2 * i, 3 * i + 2, -half_c);
      G.add(2 * i + 1, 3 * i + 1, 1.0);
      G.add(2 * i + 1, 3 * i + 2, -half_s);
      if (i > 0) {
        G.add(2 * i, 3 * i - 3, -1.0);
        G.add(2 * i, 3 * i - 1, -before_c);
        G.add(2 * i + 1, 3 * i - 2, -1.0);
        G.add(2 * i + 1, 3 * i - 1, -before_s);
      }
      before_c = half_c;
      before_s = half_s;
    }
  }

  void constraint_rate(const auto& x, const auto& v, auto&& out) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    S end_x(0.0), end_y(0.0);
    for (int i = 0; i < n; ++i) {
      const S half_x = 0.5 * l * cos(x.q[3 * i + 2]) * v[3 * i + 2],
              half_y = 0.5 * l * sin(x.q[3 * i + 2]) * v[3 * i + 2];
      out[2 * i] = v[3 * i] - half_x - end_x;
      out[2 * i + 1] = v[3 * i + 1] - half_y - end_y;
      end_x = v[3 * i] + half_x;
      end_y = v[3 * i + 1] + half_y;
    }
  }

  void constraint_curvature(const auto& x, const auto& v, auto&& out) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    S before_x(0.0), before_y(0.0);
    for (int i = 0; i < n; ++i) {
      const S turn = 0.5 * l * v[3 * i + 2] * v[3 * i + 2];
      const S half_x = -turn * sin(x.q[3 * i + 2]), half_y = turn * cos(x.q[3 * i + 2]);
      out[2 * i] = -half_x - before_x;
      out[2 * i + 1] = -half_y - before_y;
      before_x = half_x;
      before_y = half_y;
    }
  }

  auto potential_energy(const auto& x) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    S height(0.0);
    for (int i = 0; i < n; ++i) height += x.q[3 * i + 1];
    return S(m * g * height);
  }
};

}  // namespace pleuel
