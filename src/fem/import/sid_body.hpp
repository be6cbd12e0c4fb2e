// A reduced flexible body in space from standard input data, and back.
#pragma once

#include <string>
#include <vector>

#include "pleuel/fem/import/sid_file.hpp"
#include "pleuel/fem/spatial_body.hpp"

namespace pleuel::fem {

/// A node with displacement and rotation (u, θ) = motion · q − ½ (qᵀK_c q).
struct SidNode {
  long long number = 0;
  Eigen::Vector3d X = Eigen::Vector3d::Zero();
  Eigen::Matrix<double, 6, Eigen::Dynamic> motion;  ///< first three rows u, last three θ
  bool has_rotation = true;
  /// K_c of u1 … θ3: the geometric stiffness of a unit force or moment at the node; or none.
  std::vector<Matrix> bending = {};
};

/// The body of a file [Wal94]. With C4_k = ∫ρ x̃φ̃_k = c_kᵀ − tr(c_k) I, C6_kl = ∫ρ φ̃_kφ̃_l =
/// P_klᵀ − tr(P_kl) I and P_kl = ∫ρ φ_kφ_lᵀ, the file holds, for the equations M a + h = f,
///
///     mdCM = S0 + C q               J = J0 − Σ q_k (C4_k + C4_kᵀ)
///     Ct = Cᵀ                       Cr: rows ∫ρ x × φ_k, and ∫ρ φ_l × φ_k times q_l
///     Gr_k = −2 C4_k − 2 Σ q_l C6_lk         Ge_l: rows 2 ∫ρ φ_l × φ_k
///     Oe: rows of the symmetric parts of C4_k and Σ q_l C6_kl, columns 11, 22, 33, 12, 23, 13
///
///     phi, psi: motion, and −K_c of u and θ, with row c, column k and times q_l
///
/// so all of P_kl follows from Gr. Where Gr has no terms of first order, Oe and Ge give the
/// symmetric and the skew part. Geometric stiffening is what Ct, Cr and Oe have of first order
/// beyond that: −K_i, and the corresponding sums of −P_ij of GeometricStiffening<3>.
struct SidBody {
  ShapeIntegrals<3> integrals;
  FixedMatrix stiffness;
  FixedMatrix damping;  ///< without rows: none
  GeometricStiffening<3> geometric;
  std::vector<SidNode> nodes;
  /// Sentences that begin with a verb: "has no …".
  std::vector<std::string> remarks;
};

/// Throws InvalidInput with file and line where parts disagree in size or value, and where M is not
/// positive definite or Ke not semidefinite.
SidBody sid_body(const SidFile& file);

/// The file of a body with full matrices, that is, of few shapes.
SidFile sid_file(const FlexibleBodyData<3>& data, const std::vector<SidNode>& nodes,
                 const std::vector<std::string>& mode_names);

}  // namespace pleuel::fem
