// All kinds of elements that a model file may use.
#pragma once

#include <vector>

#include "pleuel/model/element_type.hpp"

namespace pleuel {

struct ModelCatalogue {
  std::vector<ElementType> joints, drivers, forces, measures;
};

}  // namespace pleuel
