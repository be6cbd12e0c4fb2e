// The equations of motion, linearised on the constraints.
#pragma once

#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// Small deviations from a motion, ẋ = A x with x = (z, u, s): z = δθ_I and u = δv_I of independent
/// velocities I, δs of internal states.
///
/// With δq = H δθ, G_D and G_I the columns of G that belong to dependent and independent velocities
/// and N = (−G_D⁻¹ G_I; I), so that G N = 0, the three levels of the constraints give
///
///     δθ = N z
///     δv = N u + V z                 G V = −(G v + g_t)_q H N,                         V_I = 0
///     δa = N u̇ + U z + Y u           G U = −(G a + γ)_q H N − (G a + γ)_v V,           U_I = 0
///                                    G Y = −(G a + γ)_v N,                             Y_I = 0
///
/// and the balance of forces, with D = M a + Gᵀλ − f and multiplied by Nᵀ, which takes δλ out of
/// it,
///
///     NᵀM N u̇ = −Nᵀ(D_q H N + D_v V + M U) z − Nᵀ(D_v N + M Y) u − NᵀD_s δs
///     ż = u + (W N z)_I,   H W = (H v)_q H − Ḣ
///     δṡ = σ_q H N z + σ_v δv + σ_s δs.
///
/// W is what the frame of a kinematic block turns: −ω × for an angular velocity ω in the body's
/// axes; zero at rest.
///
/// A is taken at one instant. Its eigenvalues are those of the motion where it does not change:
/// about an equilibrium, and about a steady motion in the coordinates `independent`. They do not
/// depend on the choice of I about an equilibrium; about a motion they do (a top that spins is seen
/// from its body or from the ground).
struct LinearMotion {
  std::vector<int> independent;  ///< numbers of velocities, ascending
  Matrix N;                      ///< n_v × n_f
  Matrix shape;                  ///< n_q × n_f: δq = H N z
  Matrix A;                      ///< of order 2 n_f + n_s
  int n_f() const { return static_cast<int>(independent.size()); }
};

/// At a consistent motion, with a and λ. Constraints may repeat each other; G counts as of lower
/// rank where a sine is below 1e-12, as in constraint_rank. Dependent are the velocities that a
/// pivoted QR factorisation of G takes first, rows scaled to length one, columns by the mass.
/// Throws NoConsistentState when NᵀM N is singular.
///
/// All matrices are dense: n_v³ operations and n_v² numbers.
LinearMotion linearize_on_constraints(const MechanicalSystem& system, const Motion& at);

}  // namespace pleuel
