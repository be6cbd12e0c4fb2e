// Recognises files that are not JSON.
#pragma once

#include <string>
#include <string_view>

namespace pleuel {

/// Why a text cannot be the JSON of a model or a material, judged by its beginning: it is empty,
/// not UTF-8, a mesh, binary, or not an object. A sentence with a remedy that does not quote the
/// text; empty if it begins like an object or a list.
std::string why_no_json(std::string_view text);

}  // namespace pleuel
