// The work-precision diagram of a case as SVG.
#pragma once

#include <string>

#include "pleuel/lab/study_summary.hpp"

namespace pleuel {

/// Error (10^−digits) against processor time, both logarithmic; the lower left is best. At most ten
/// pairs, the fastest, have a colour, a marker and a label at their most accurate run; further
/// pairs are grey. One self-contained SVG without scripts; empty if no run has digits.
std::string work_precision_svg(const CaseSummary& summary);

}  // namespace pleuel
