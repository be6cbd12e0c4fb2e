// What was found of a case without integrating it, as one JSON object.
#pragma once

#include <string>

#include "pleuel/run/analysis.hpp"

namespace pleuel {

/// One line, UTF-8; numbers that are not finite become null. The keys are those of
/// docs/analysis.md.
std::string check_json(const CheckResult& result);
std::string statics_json(const StaticsResult& result);
std::string modes_json(const ModesResult& result);

}  // namespace pleuel
