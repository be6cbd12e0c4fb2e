// The forces of joints, drivers and forces, for pictures.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <vector>

#include "pleuel/model/assembly/element_terms.hpp"

namespace pleuel {

/// Column k: the force of element k on the body of its marker b, in ground axes, N. Empty for a
/// system that is not made of bodies and joints. The function keeps the system alive.
std::function<void(const Motion&, Eigen::Matrix3Xd&)> element_arrows(
    std::shared_ptr<const MechanicalSystem> system, std::vector<ElementTerms> elements);

}  // namespace pleuel
