// The terms of the elements of a model.
#pragma once

#include <vector>

#include "pleuel/model/assembly/element_terms.hpp"

namespace pleuel {

/// The terms of each joint, driver and force of a model, in the order of its description.
struct ModelTerms {
  std::vector<ElementTerms> joints, drivers, forces;
};

}  // namespace pleuel
