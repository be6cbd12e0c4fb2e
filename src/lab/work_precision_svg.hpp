// The work-precision diagram of a case, as a picture.
#pragma once

#include <string>

#include "pleuel/lab/study_summary.hpp"

namespace pleuel {

/// Error (10^−digits) against processor time, both by decades; down and left is better. At most ten
/// pairs, the fastest, have a colour, a marker and a label at their most accurate run; further ones
/// are drawn in grey. One self-contained SVG without scripts; empty if no run has digits.
std::string work_precision_svg(const CaseSummary& summary);

}  // namespace pleuel
