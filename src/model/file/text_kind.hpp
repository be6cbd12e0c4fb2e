// What a file holds that is no JSON.
#pragma once

#include <string>
#include <string_view>

namespace pleuel {

/// Why a text cannot be the JSON of a model or a material, told by how it begins: it is empty, in
/// another encoding than UTF-8, a mesh, binary, or no object. A sentence with a remedy, which
/// quotes nothing of the text; empty where it begins like an object or a list.
std::string why_no_json(std::string_view text);

}  // namespace pleuel
