// The metric that the kinematic matrix H gives to velocities.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/mechanics/norm_directions.hpp"

namespace pleuel {

/// (HᵀH)⁻¹, block by block, and the directions N that H does not reach. If constraints do not
/// depend on N (for quaternions they depend on p/|p| only), that is g_q N = 0, then with G = g_q H
///
///     g_qᵀη = H (HᵀH)⁻¹Gᵀη,   g_q g_qᵀ = G (HᵀH)⁻¹Gᵀ.
///
/// Nothing is stored if H = I.
class KinematicMetric {
 public:
  explicit KinematicMetric(const SystemInfo& info);

  /// For new values of H at q. No allocation.
  void update(const FixedMatrix& H, const double* q);
  bool is_identity() const { return is_identity_; }
  const FixedMatrix& inverse() const { return inverse_; }
  const NormDirections& norms() const { return norms_; }

  /// True if A N = 0, tested with one vector N ν: different directions have different coordinates.
  /// NaN passes, because a factorisation reports it.
  [[nodiscard]] bool is_annihilated_by(const FixedMatrix& A);
  /// Likewise for Nᵀ K N = 0.
  [[nodiscard]] bool is_turned_away_by(const FixedMatrix& K);

 private:
  /// Writes N ν to in_q_.
  void take_sample();

  const SystemInfo& info_;
  bool is_identity_;
  NormDirections norms_;
  FixedMatrix gram_, inverse_;
  std::vector<double> block_;  // work space to invert one block
  std::vector<double> in_q_, out_, nu_;
};

}  // namespace pleuel
