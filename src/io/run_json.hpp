// A run result as a JSON object.
#pragma once

#include <string>

#include "pleuel/run/run_result.hpp"

namespace pleuel {

/// The enumerator's own spelling, used in files; name_of is for people.
const char* file_name_of(FailureKind kind);

/// One line, UTF-8; numbers that are not finite become null. The keys are documented in
/// docs/run-json.md.
std::string run_json(const RunResult& result);

/// The object for a run that could not start: "case", "status" ("failed") and "message".
std::string declined_json(const std::string& case_name, const std::string& message);

}  // namespace pleuel
