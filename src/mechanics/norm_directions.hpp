// The directions of q that no velocity reaches (quaternion norms).
#pragma once

#include <vector>

#include "pleuel/linalg/row_block.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// Orthonormal columns N with Nᵀ H = 0, separately for each kinematic block; for a quaternion p the
/// single column p/|p|. Every δq has a unique form H δθ + N ν.
class NormDirections {
 public:
  explicit NormDirections(const SystemInfo& info);

  /// Number of columns, n_q − n_v.
  int count() const { return static_cast<int>(first_.size()); }
  /// Updates N at q for new values of H: Gram–Schmidt on the columns of each block, completed by
  /// the unit vectors farthest from their span. Columns are oriented along q (for a quaternion
  /// +p/|p|), so that N is continuous in q. No allocation.
  void update(const FixedMatrix& H, const double* q);
  /// q += N ν.
  void add(const double* nu, double* q) const;
  /// out = Nᵀ x.
  void project(const double* x, double* out) const;
  /// out = N Nᵀ x for several vectors.
  void project(const RowBlock& x, RowBlock& out) const;

 private:
  struct Block {
    KinematicBlock place;
    int direction;  // number of its first direction
  };
  std::vector<Block> blocks_;  // blocks with more coordinates than velocities
  std::vector<int> first_;     // coordinate of each direction's first entry
  std::vector<int> start_;     // start of each direction in values_, and the end
  std::vector<double> values_;
  std::vector<double> basis_;  // of one block, stored by columns
};

}  // namespace pleuel
