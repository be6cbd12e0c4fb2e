// Mass properties from the shape of a body.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/model/body/shape.hpp"
#include "pleuel/model/file/geometry_reader.hpp"

namespace pleuel {

/// {"type": "box", "size": […], "density": …, "at": […]}.
std::optional<MassProperties> read_mass_properties(const Place& place, int n_dimensions, ValueReader& reader);

/// The keys of each shape, besides "type".
std::map<std::string, std::vector<std::string>> shape_keys(int n_dimensions);

}  // namespace pleuel
