// Outputs of a model in addition to its unknowns.
#pragma once

#include <memory>
#include <vector>

#include "pleuel/mechanics/motion_output.hpp"
#include "pleuel/model/multibody_system.hpp"

namespace pleuel {

struct RowRange {
  int first = 0;
  int count = 0;
};

/// The described output: position, velocity or acceleration of a marker in ground axes; the
/// reaction of a joint on b in ground axes, with the torque about marker b; a measure or its rate;
/// an energy.
template <int D>
MotionOutput motion_output(const std::shared_ptr<const MultibodySystem<D>>& system,
                           const BuiltDescription& description, const std::vector<RowRange>& joint_rows,
                           const OutputDescription& output);

}  // namespace pleuel
