// The metric in which the start of a model is made consistent.
#pragma once

#include <functional>
#include <memory>

#include "pleuel/mechanics/start_metric.hpp"
#include "pleuel/model/multibody_system.hpp"

namespace pleuel {

/// Stiffness of the elastic bodies and the velocities stated in the file. Computed when the
/// returned function is called, because frequencies of large bodies take time and a consistent
/// start does not need them.
template <int D>
std::function<StartMetric()> start_metric_of(const BuiltDescription& description,
                                             std::shared_ptr<const MultibodySystem<D>> system);

}  // namespace pleuel
