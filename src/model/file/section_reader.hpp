// Reads the sections of beams.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/model/beam/beam_section.hpp"
#include "pleuel/model/file/value_reader.hpp"

namespace pleuel {

/// What the section of a kind of beam contains.
struct SectionKind {
  int dimension = 3;
  double poisson = 0;
  const char* about_z = "Iz";            ///< the key of the second moment of area about z
  std::vector<std::string> others = {};  ///< further keys, which the caller reads
};

/// 'height' and 'width', or 'radius' and 'inner_radius', or areas ('area', 'Iz', in space 'Iy' and
/// 'J'); with 'shear_y', 'shear_z' and 'J' in place of the values that follow from the shape.
std::optional<SectionShape> read_section_shape(const SourceLocation& place, const SectionKind& kind,
                                               ValueReader& reader);

}  // namespace pleuel
