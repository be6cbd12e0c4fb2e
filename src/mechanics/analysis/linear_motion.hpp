// The equations of motion, linearised on the constraints.
#pragma once

#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// Small deviations from a motion, ẋ = A x with x = (z, u, δs): z = δθ_I and u = δv_I belong to
/// independent velocities I, δs to internal states.
///
/// Let δq = H δθ, let G_D and G_I be the columns of G for dependent and independent velocities, and
/// N = (−G_D⁻¹ G_I; I), so that G N = 0. The three constraint levels give
///
///     δθ = N z
///     δv = N u + V z                 G V = −(G v + g_t)_q H N,                         V_I = 0
///     δa = N u̇ + U z + Y u           G U = −(G a + γ)_q H N − (G a + γ)_v V,           U_I = 0
///                                    G Y = −(G a + γ)_v N,                             Y_I = 0
///
/// and the force balance with D = M a + Gᵀλ − f, multiplied by Nᵀ to eliminate δλ,
///
///     NᵀM N u̇ = −Nᵀ(D_q H N + D_v V + M U) z − Nᵀ(D_v N + M Y) u − NᵀD_s δs
///     ż = u + (W N z)_I,   H W = (H v)_q H − Ḣ
///     δṡ = σ_q H N z + σ_v δv + σ_s δs.
///
/// W describes the rotation of the frame of a kinematic block: −ω × for an angular velocity ω in
/// body axes; zero at rest.
///
/// A belongs to one instant. Its eigenvalues describe the motion if A is constant: about an
/// equilibrium, and about a steady motion in the coordinates `independent`. About an equilibrium
/// they do not depend on the choice of I. About a motion they do: a spinning top can be described
/// in body axes or in ground axes.
struct LinearMotion {
  std::vector<int> independent;  ///< indices of velocities, ascending
  Matrix N;                      ///< n_v × n_f
  Matrix shape;                  ///< n_q × n_f: δq = H N z
  Matrix momentum;               ///< n_v × n_f: M N
  Matrix A;                      ///< of order 2 n_f + n_s
  int n_f() const { return static_cast<int>(independent.size()); }
};

/// Needs a consistent motion with a and λ. Constraints may be redundant: the rank of G is reduced
/// where a sine is below 1e-12, as in constraint_rank. The dependent velocities are the first
/// pivots of a QR factorisation of G with rows scaled to length one and columns scaled by the mass.
/// Throws NoConsistentState if NᵀM N is singular.
///
/// All matrices are dense: n_v³ operations and n_v² numbers.
LinearMotion linearize_on_constraints(const MechanicalSystem& system, const Motion& at);

}  // namespace pleuel
