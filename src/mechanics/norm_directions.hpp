// The directions of q that no velocity reaches.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// Orthonormal columns N with Nᵀ H = 0, kinematic block by kinematic block: for a quaternion p the
/// one column p/|p|. Every δq is H δθ + N ν in one way.
class NormDirections {
 public:
  explicit NormDirections(const SystemInfo& info);

  /// Number of columns, n_q − n_v.
  int count() const { return static_cast<int>(first_.size()); }
  /// N at q, where H has new values: Gram–Schmidt on the columns of each block, completed by the
  /// unit vectors farthest from their span. A column points to the side of q, for a quaternion +
  /// p/|p|, so that N is continuous in q. No allocation.
  void update(const FixedMatrix& H, const double* q);
  /// q += N ν.
  void add(const double* nu, double* q) const;
  /// out = Nᵀ x.
  void project(const double* x, double* out) const;

 private:
  struct Block {
    KinematicBlock place;
    int direction;  // number of its first one
  };
  std::vector<Block> blocks_;  // those with more coordinates than velocities
  std::vector<int> first_;     // coordinate of each direction's first entry
  std::vector<int> start_;     // of each direction in values_, and the end
  std::vector<double> values_;
  std::vector<double> basis_;  // of one block, column by column
};

}  // namespace pleuel
