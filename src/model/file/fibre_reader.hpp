// Reads the fibres of the sections of beams.
#pragma once

#include <optional>
#include <vector>

#include "pleuel/fem/fibres.hpp"
#include "pleuel/model/beam/beam_section.hpp"
#include "pleuel/model/file/value_reader.hpp"

namespace pleuel {

/// The fibres of a section whose material has a law, by its key 'fibres':
///
///     rectangle, in the plane   n, along the height; default 12
///     rectangle, in space       [along the height, along the width] or one number for both;
///                               default [8, 8]
///     circle, tube              [rings, angles], in the plane angles of half a ring;
///                               default [4, 12] in the plane, [4, 16] in space
///
/// Absent, with a fault, if the number is not one of these, or if the section is given by areas,
/// which say nothing about where its fibres are.
std::optional<std::vector<fem::Fibre>> read_fibres(const SourceLocation& section, const SectionShape& shape,
                                                   int dimension, ValueReader& reader);

}  // namespace pleuel
