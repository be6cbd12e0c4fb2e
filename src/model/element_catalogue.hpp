// Every kind of element that a model file may name.
#pragma once

#include <vector>

#include "pleuel/model/element_type.hpp"

namespace pleuel {

struct ModelCatalogue {
  std::vector<ElementType> joints, drivers, forces, measures;
};

/// All that Pleuel ships. It lives as long as the program: elements refer to their types.
const ModelCatalogue& standard_model_catalogue();

}  // namespace pleuel
