// The linearised motion about a state of rest with sparse matrices.
#pragma once

#include <Eigen/SparseCore>
#include <memory>
#include <optional>
#include <vector>

#include "pleuel/linalg/factor.hpp"
#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// The matrices of small motions (θ, s) about a state with v = a = 0, δq = H θ,
///
///     M θ̈ + C θ̇ + K θ + D s + Gᵀμ = 0,    G θ = 0,    ṡ = P θ + R θ̇ + S s,
///
/// with C = D_v, K = D_q H of the balance of forces, and P = σ_q H, R = σ_v, S = σ_s. A solution
/// x e^{λt}, x = (θ, s), has T(λ) x + (Gᵀμ, 0) = 0 with
///
///     T(λ) = [ λ²M + λC + K   D     ]
///            [ −λR − P        λ − S ].
///
/// G has independent rows only. States with σ_q = σ_v = σ_s = 0 (plastic strains below the yield
/// stress) are constant and left out: each has λ = 0 and no influence on the other eigenvalues.
class RestPencil {
 public:
  using Sparse = Eigen::SparseMatrix<double>;

  /// v and a of the motion are taken as zero. Throws InvalidInput if constraints change with time
  /// there.
  RestPencil(const MechanicalSystem& system, const Motion& at);

  Sparse M, C, K, D, G, P, R, S;
  Sparse H;                 ///< δq = H θ
  std::vector<int> states;  ///< numbers of the states that are not constant

  int n_v() const { return static_cast<int>(M.rows()); }
  int n_s() const { return static_cast<int>(states.size()); }
  int n_degrees_of_freedom() const { return n_v() - static_cast<int>(G.rows()); }
  /// Rate of the fastest motion, about: the largest √(Kᵢᵢ/Mᵢᵢ), Cᵢᵢ/Mᵢᵢ and |Sᵢᵢ|, 1/s.
  double fastest_rate() const;

 private:
  void check_constraints(const SystemInfo& info, const MotionMatrices& m) const;
};

/// The factors of [T(σ) Gᵀ; G 0] for a real shift σ.
class ShiftedPencil {
 public:
  /// Throws NoConsistentState if the matrix is singular.
  ShiftedPencil(const MechanicalSystem& system, const RestPencil& pencil, double shift);

  double shift() const { return shift_; }
  long n_solves() const { return n_solves_; }
  /// x with T(σ) x + (Gᵀμ, 0) = b and G θ = 0, for each column of b.
  Matrix solve(const Matrix& b);

 private:
  double shift_;
  int n_v_, n_g_, n_s_;
  std::optional<Factor<double>> lu_;
  long n_solves_ = 0;
};

}  // namespace pleuel
