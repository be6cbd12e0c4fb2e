// Names of the directions in which a mode moves.
#pragma once

#include <vector>

#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// For each velocity the name of the motion along it and its unit: "chassis z" for chassis.z with
/// q̇ = v, "chassis rotation x" about the body's own x axis for the velocity chassis.wx.
std::vector<Quantity> mode_directions(const SystemInfo& info);

}  // namespace pleuel
