// Whether a body can have this mass and inertia.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace pleuel {

struct InertiaVerdict {
  std::vector<std::string> faults;   ///< no body is like that
  std::vector<std::string> remarks;  ///< a limit that needs care
};

/// Principal moments J₁ ≤ J₂ ≤ J₃ of a real body are not negative and J₁ + J₂ ≥ J₃, since J₁ + J₂ −
/// J₃ = 2 ∫x₃² dm. Planar: the moment about z is not negative. A mass or moment of zero is allowed
/// where joints and forces carry the motion. Rounding of 1e-9 of the largest moment is forgiven.
InertiaVerdict check_inertia(double mass, const Eigen::Matrix3d& inertia, int dimension);

}  // namespace pleuel
