#include "pleuel/mechanics/formulation/catalogue.hpp"

#include "pleuel/mechanics/formulation/baumgarte.hpp"
#include "pleuel/mechanics/formulation/ggl1.hpp"
#include "pleuel/mechanics/formulation/ori2.hpp"
#include "pleuel/mechanics/formulation/ovd0.hpp"
#include "pleuel/mechanics/formulation/ovd1.hpp"
#include "pleuel/mechanics/formulation/psi0.hpp"
#include "pleuel/mechanics/formulation/psi1.hpp"
#include "pleuel/mechanics/formulation/qs.hpp"
#include "pleuel/mechanics/formulation/rcd0.hpp"
#include "pleuel/mechanics/formulation/rcd1.hpp"

namespace pleuel {

std::vector<Formulation> formulation_catalogue() {
  std::vector<Formulation> all = motion_formulations();
  all.push_back(qs());
  return all;
}

std::vector<Formulation> motion_formulations() {
  return {ori2(), rcd1(), rcd0(), baumgarte(), ggl1(), psi1(), psi0(), ovd1(), ovd0()};
}

}  // namespace pleuel
