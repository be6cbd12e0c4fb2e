// A result as one JSON object.
#pragma once

#include <string>

#include "pleuel/run/run_result.hpp"

namespace pleuel {

/// The enumerator's own spelling, which files have; name_of is for people.
const char* file_name_of(FailureKind kind);

/// One line, UTF-8; numbers that are not finite become null. The keys are those of
/// docs/run-json.md.
std::string run_json(const RunResult& result);

/// The object for a run that could not begin: "case", "status" ("failed") and "message".
std::string declined_json(const std::string& case_name, const std::string& message);

}  // namespace pleuel
