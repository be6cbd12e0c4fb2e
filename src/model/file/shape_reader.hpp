// Reads the shape of a body.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/mechanics/solid.hpp"
#include "pleuel/model/body/shape.hpp"
#include "pleuel/model/file/geometry_reader.hpp"

namespace pleuel {

/// Mass properties and appearance, both in the body's frame.
struct BodyShape {
  MassProperties properties;
  Solid solid;
};

/// {"type": "box", "size": […], "density": …, "at": […]}.
std::optional<BodyShape> read_shape(const SourceLocation& place, int n_dimensions, ValueReader& reader);

/// The same without density and mass: only for pictures.
std::optional<Solid> read_look(const SourceLocation& place, int n_dimensions, ValueReader& reader);

/// The keys of each shape in addition to "type".
std::map<std::string, std::vector<std::string>> shape_keys(int n_dimensions);

}  // namespace pleuel
