// Two masses connected by a massless rigid link.
#pragma once

#include <type_traits>

#include "pleuel/mechanics/configuration.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// A cart on the x axis, a bob, and between them a massless rigid link with its own coordinates:
/// the pendulum on a cart in maximal coordinates. q = (X, x, y, φ, x_b, y_b): cart, centre and
/// angle of the link, bob; φ = 0 points down, d = (sin φ, −cos φ):
///
///     m_c Ẍ = −k X − (Gᵀλ)_X
///     0 = (Gᵀλ)_x = (Gᵀλ)_y = (Gᵀλ)_φ          the link
///     m_b (ẍ_b, ÿ_b) = (0, −m_b g) − (Gᵀλ)_b
///     0 = (x, y) − ½ l d − (X, 0)               joint A
///     0 = (x, y) + ½ l d − (x_b, y_b)           joint B
///
/// M = diag(m_c, 0, 0, 0, m_b, m_b) has rank 3 of 6. [M Gᵀ; G 0] is regular at every position: (i)
/// G has full rank, because X, x_b and y_b move the rows A_x, B_x and B_y one by one, and y moves
/// A_y; (ii) ker M ∩ ker G = {0}, because in ker M only the link moves, and a rigid link with fixed
/// ends does not move.
///
/// The link has no inertia, so its forces are along it: λ_B ∥ d, and λ_A = −λ_B. E = ½ m_c
/// Ẋ² + ½ m_b (ẋ_b² + ẏ_b²) + m_b g y_b + ½ k X² is constant, and without the spring also the
/// horizontal momentum m_c Ẋ + m_b ẋ_b.
struct MasslessLinkEquations {
  double cart = 2;  ///< m_c, kg
  double bob = 1;   ///< m_b, kg
  double l = 1;     ///< m
  double k = 0;     ///< N/m, of the spring between cart and origin
  double g = 9.81;  ///< m/s²

  SystemInfo info() const {
    SystemInfo info;
    info.name = "massless-link";
    info.add_coordinate("xc", "m");
    info.add_coordinate("x", "m");
    info.add_coordinate("y", "m");
    info.add_coordinate("phi", "rad");
    info.add_coordinate("xb", "m");
    info.add_coordinate("yb", "m");
    info.add_constraint("joint A, x", "N");
    info.add_constraint("joint A, y", "N");
    info.add_constraint("joint B, x", "N");
    info.add_constraint("joint B, y", "N");
    info.has_statics = k > 0;  // otherwise nothing holds the cart
    return info;
  }

  void mass(const auto&, auto&& M) const {
    M.add(0, 0, cart);
    M.add(4, 4, bob);
    M.add(5, 5, bob);
  }

  void force(const auto& x, const auto&, auto&& f) const {
    f[0] = -k * x.q[0];
    f[5] = -bob * g;
  }

  void constraint(const auto& x, auto&& out) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S half_x = 0.5 * l * sin(x.q[3]), half_y = -0.5 * l * cos(x.q[3]);
    out[0] = x.q[1] - half_x - x.q[0];
    out[1] = x.q[2] - half_y;
    out[2] = x.q[1] + half_x - x.q[4];
    out[3] = x.q[2] + half_y - x.q[5];
  }

  void constraint_jacobian(const auto& x, auto&& G) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S half_c = 0.5 * l * cos(x.q[3]), half_s = 0.5 * l * sin(x.q[3]);
    G.add(0, 0, -1.0);
    G.add(0, 1, 1.0);
    G.add(0, 3, -half_c);
    G.add(1, 2, 1.0);
    G.add(1, 3, -half_s);
    G.add(2, 1, 1.0);
    G.add(2, 3, half_c);
    G.add(2, 4, -1.0);
    G.add(3, 2, 1.0);
    G.add(3, 3, half_s);
    G.add(3, 5, -1.0);
  }

  void constraint_rate(const auto& x, const auto& v, auto&& out) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S half_x = 0.5 * l * cos(x.q[3]) * v[3], half_y = 0.5 * l * sin(x.q[3]) * v[3];
    out[0] = v[1] - half_x - v[0];
    out[1] = v[2] - half_y;
    out[2] = v[1] + half_x - v[4];
    out[3] = v[2] + half_y - v[5];
  }

  void constraint_curvature(const auto& x, const auto& v, auto&& out) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    const S half_x = -0.5 * l * sin(x.q[3]) * v[3] * v[3], half_y = 0.5 * l * cos(x.q[3]) * v[3] * v[3];
    out[0] = -half_x;
    out[1] = -half_y;
    out[2] = half_x;
    out[3] = half_y;
  }

  auto potential_energy(const auto& x) const {
    using S = typename std::decay_t<decltype(x)>::Scalar;
    return S(bob * g * x.q[5] + 0.5 * k * x.q[0] * x.q[0]);
  }
};

}  // namespace pleuel
