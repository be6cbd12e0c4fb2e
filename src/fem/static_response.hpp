// Static responses of an elastic body to loads.
#pragma once

#include <memory>
#include <vector>

#include "pleuel/fem/body_frame.hpp"
#include "pleuel/linalg/factor.hpp"

namespace pleuel::fem {

/// q = K⁻¹ b, where the frame prevents rigid motions. In mean axes: the response to b and to the
/// inertia forces of the rigid acceleration that b causes (inertia relief), K q = b − WᵀRᵀb,
/// W q = 0.
///
/// Conditions C q = 0 hold the body further. Their forces are Cᵀμ:
///
///     q = S b − F (C F)⁻¹ C S b,   F = S Cᵀ
///
/// where S is the response without them. They may be added one group after the other.
class StaticResponse {
 public:
  /// `mean` is null in other frames. It must outlive the response.
  explicit StaticResponse(const FixedMatrix& K, const MeanAxes* mean = nullptr);

  /// Adds C, given as Cᵀ: a condition per column. Throws InvalidInput if conditions depend on each
  /// other or on earlier ones.
  void require(const FixedMatrix& C_transposed);
  /// Number of unknowns without conditions.
  int n_free() const;
  /// Which of the motions P_i q (columns P_iᵀ), in their order, the body can make and do not depend
  /// on earlier ones.
  std::vector<int> independent(const FixedMatrix& P_transposed) const;

  int size() const { return held_.n_all(); }
  void respond(const double* b, double* q) const;
  const MeanAxes* mean() const { return mean_; }
  /// The responses to the columns.
  Matrix to(const Matrix& loads) const;
  Matrix to(const FixedMatrix& loads) const;

 private:
  struct Group {
    FixedMatrix C_transposed;
    Matrix F;
    Matrix inverse;  ///< (C F)⁻¹
  };
  const MeanAxes* mean_;
  DofSelection held_;
  FixedMatrix some_;                    ///< K without what would hold a body in mean axes
  std::shared_ptr<Factor<double>> lu_;  ///< shared by copies, for use on one thread
  std::vector<Group> groups_;
};

inline Matrix static_shapes(const FixedMatrix& K, const Matrix& loads, const MeanAxes* mean = nullptr) {
  return StaticResponse(K, mean).to(loads);
}

}  // namespace pleuel::fem
