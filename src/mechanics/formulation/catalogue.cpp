#include "pleuel/mechanics/formulation/catalogue.hpp"

#include "pleuel/mechanics/formulation/ggl1.hpp"
#include "pleuel/mechanics/formulation/ori2.hpp"
#include "pleuel/mechanics/formulation/rcd0.hpp"
#include "pleuel/mechanics/formulation/rcd1.hpp"

namespace pleuel {

std::vector<Formulation> formulation_catalogue() { return {ori2(), rcd1(), rcd0(), ggl1()}; }

}  // namespace pleuel
