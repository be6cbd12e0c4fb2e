// All element types of model files.
#pragma once

#include <vector>

#include "pleuel/model/element_type.hpp"

namespace pleuel {

struct ModelCatalogue {
  std::vector<ElementType> joints, drivers, forces, measures;
};

/// All built-in types. It lives as long as the program, because elements refer to their types.
const ModelCatalogue& standard_model_catalogue();

}  // namespace pleuel
