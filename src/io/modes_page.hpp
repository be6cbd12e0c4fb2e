// Pages that show modes.
#pragma once

#include <filesystem>

#include "pleuel/run/analysis.hpp"

namespace pleuel {

/// Modes beyond this number have no page.
inline constexpr std::size_t most_mode_pages = 20;

/// Writes modes.html, a table of the modes, and mode-1.html, mode-2.html, … with the moving shapes
/// (ModeMotion), if the case has a drawing. A shape's page is that of a run (RunPage) with outputs
/// that do not depend on forces. Throws FileError, and InvalidInput where this build has no pages.
void write_modes_pages(const std::filesystem::path& folder, const ModesResult& result);

}  // namespace pleuel
