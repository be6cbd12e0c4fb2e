// The shapes that a reduced body keeps.
#pragma once

#include <vector>

#include "pleuel/fem/static_response.hpp"

namespace pleuel::fem {

enum class ShapeKind {
  given,            ///< by the user
  constraint,       ///< static response to a unit motion of an interface
  attachment,       ///< static response to a unit load
  inertia,          ///< static response to a load of inertia of the moving frame
  normal,           ///< normal mode of the body in its frame
  fixed_interface,  ///< normal mode with the interfaces held
};

/// What to keep. Interfaces and loads are columns: P_iᵀ for a motion P_i q, which is also the load
/// of a unit force there.
struct BasisChoice {
  int n_modes = 0;
  FixedMatrix interfaces = {};  ///< motions that are kept exactly [CB68]
  FixedMatrix loads = {};       ///< loads whose static responses are kept exactly
  Matrix inertia = {};          ///< the same for loads of inertia, with the interfaces held
  Matrix given = {};
};

/// Shapes V of q ≈ V p: the given ones, then constraint modes, attachment modes and normal modes.
///
///     constraint modes       Ψ = S Pᵀ (P S Pᵀ)⁻¹, so that P Ψ = I
///     fixed-interface modes  K φ = ω² M φ + Pᵀμ, P φ = 0
///     attachment modes       S b
///
/// With interfaces, the modes are fixed-interface modes (Craig and Bampton). Interfaces and loads
/// that depend on earlier ones, or that the body cannot move, are left out. Attachment and normal
/// modes are normalised, φᵀMφ = 1. Responses to inertia follow last, M-orthogonal to all others and
/// without those that depend on them.
struct Basis {
  Matrix V;
  std::vector<ShapeKind> kinds;
  std::vector<int> interfaces, loads;  ///< numbers of those that are kept
  /// ω of the first normal mode that is left out, rad/s; 0 if none is left.
  double first_omitted = 0;
};

/// Throws InvalidInput for more modes than there are.
Basis make_basis(const StaticResponse& response, const FixedMatrix& M, const BasisChoice& choice);

}  // namespace pleuel::fem
