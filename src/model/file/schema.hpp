// A JSON schema of model files, for editors.
#pragma once

#include <string>

#include "pleuel/model/element_catalogue.hpp"

namespace pleuel {

/// JSON Schema, draft 7: what can be checked without knowing names, parameters and dimension. The
/// reader accepts nothing that the schema rejects.
std::string model_schema(const ModelCatalogue& catalogue);

}  // namespace pleuel
