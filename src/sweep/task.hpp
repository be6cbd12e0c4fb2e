// Computes one task of a study.
#pragma once

#include <filesystem>
#include <string>

#include "pleuel/run/catalogue.hpp"
#include "pleuel/sweep/row.hpp"
#include "pleuel/sweep/study.hpp"

namespace pleuel::sweep {

/// Makes the run of a task. Every end is a row: also an invalid model, a start that cannot be made
/// consistent, a failure of the integrator, the time limit, a value that is not finite. If `page`
/// is not empty, the page of the run is written there, unless the run does not begin; throws
/// FileError if it cannot be written.
Row compute_task(const Catalogue& catalogue, const Study& study, long task,
                 const std::filesystem::path& page = {});

/// A row for a task that could not be computed.
Row failed_row(const Study& study, long task, std::string kind, std::string message);

/// The same for one that reached the time limit.
Row late_row(const Study& study, long task);

}  // namespace pleuel::sweep
