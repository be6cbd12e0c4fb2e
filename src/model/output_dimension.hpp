// What an output measures, and its unit.
#pragma once

#include <string>

#include "pleuel/model/description.hpp"

namespace pleuel {

/// `any` where only the built system knows it: unknowns by their long form, some fields.
Dimension dimension_of(const OutputDescription& output, const ModelDescription& model);

/// "N", "N m", "W", "rad/s", …; else in SI base units. Radians are shown only in angles and their
/// rates: an angular velocity times a length is in m/s.
std::string output_unit(Dimension dimension);

}  // namespace pleuel
