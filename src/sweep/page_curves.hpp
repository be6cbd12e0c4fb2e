// The curves of a study on its page.
#pragma once

#include "pleuel/io/page.hpp"
#include "pleuel/sweep/result_files.hpp"

namespace pleuel::sweep {

/// For each curve of the study the items "curves" (JSON: name, unit, grid, runs) and "curve-K"
/// (PackedColumns): the quantiles 5, 25, 50, 75, 95 % at each time over the runs that have a value
/// there, the number of these runs, then single curves, a column per run.
///
/// Limits: a curve of more than 400 points shows every second, third, … of them. A quantile is
/// computed of 2 million numbers at most per curve, and single curves have as many together: of
/// more runs every second, third, … is taken.
void add_curves(Page& page, const Findings& of);

}  // namespace pleuel::sweep
