// The page that shows modes.
#pragma once

#include <filesystem>

#include "pleuel/run/analysis.hpp"

namespace pleuel {

/// Modes beyond this number are listed without a moving shape.
inline constexpr std::size_t most_shapes = 20;

/// Writes a page (viewer/src/run/modes) with a list of the modes, of which one is chosen:
///
///   modes               the list, and the names of the curves
///   scene               the drawing, and shapes of its meshes; absent if the case has none
///   mode-1-…, mode-2-…  one motion each (ModeMotion): places of frames, values at nodes, and
///                       the outputs that do not depend on forces
///
/// A mode has no amplitude of its own and so no forces. Shapes share 750 000 numbers of places
/// and 13 MB of values at nodes. Throws FileError, and InvalidInput where this build has no pages.
void write_modes_page(const std::filesystem::path& path, const ModesResult& result);

}  // namespace pleuel
