// Checks mass and inertia of a body.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace pleuel {

struct InertiaVerdict {
  std::vector<std::string> faults;   ///< impossible for any body
  std::vector<std::string> remarks;  ///< limiting cases that need care
};

/// Principal moments J₁ ≤ J₂ ≤ J₃ of a real body are not negative and satisfy J₁ + J₂ ≥ J₃, since
/// J₁ + J₂ − J₃ = 2 ∫x₃² dm. In the plane, the moment about z is not negative. A zero mass or
/// moment is allowed if joints and forces determine the motion. The tolerance is 1e-9 of the
/// largest moment.
InertiaVerdict check_inertia(double mass, const Eigen::Matrix3d& inertia, int dimension);

}  // namespace pleuel
