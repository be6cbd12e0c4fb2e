// JSON with comments, read into values that know line and column.
#pragma once

#include <string>

#include "pleuel/model/file/json_value.hpp"

namespace pleuel {

/// JSON with // and /* */ comments. Lists and objects may be nested 60 deep and a text may have 64 MB; a key may occur once.
/// Throws InvalidInput "file:line:column: …" for the first fault of syntax, or for all keys that occur twice.
JsonValue parse_json(const std::string& file, const std::string& text);

}  // namespace pleuel
