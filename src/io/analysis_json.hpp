// Results of analyses as JSON objects.
#pragma once

#include <string>

#include "pleuel/run/analysis.hpp"
#include "pleuel/run/part_modes.hpp"
#include "pleuel/run/reduction_errors.hpp"

namespace pleuel {

/// One line, UTF-8; numbers that are not finite become null. The keys are documented in
/// docs/analysis.md.
std::string check_json(const CheckResult& result);
std::string statics_json(const StaticsResult& result);
std::string modes_json(const ModesResult& result);

/// One object: "case", "part", "modes" with "omega", "frequency" and "shape" by coordinate.
std::string part_modes_json(const PartModes& modes);

/// One object: "case", "bodies" with their shapes, "markers" with estimated errors.
std::string reduction_json(const ReductionErrors& errors);

}  // namespace pleuel
