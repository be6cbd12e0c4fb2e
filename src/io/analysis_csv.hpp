// Results of analyses as CSV tables.
#pragma once

#include <string>

#include "pleuel/run/analysis.hpp"

namespace pleuel {

/// A row per output, reaction, coordinate and internal state: group, name, value, unit, and the
/// constraint of a reaction.
std::string statics_csv(const StaticsResult& result);

/// A row per mode: number, kind, trend, eigenvalue, frequencies, damping ratio.
std::string modes_csv(const ModesResult& result);

/// A row per direction and internal state; two columns per mode: amplitude and phase in rad.
std::string shapes_csv(const ModesResult& result);

}  // namespace pleuel
