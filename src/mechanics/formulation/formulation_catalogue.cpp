#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"

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

namespace {

/// Adds the option that selects the Jacobian.
Formulation with_jacobian_option(Formulation formulation) {
  formulation.options.push_back(
      {.name = "jacobian",
       .default_value = "exact",
       .help = "of Newton's method: exact, or without the derivatives of M(q) a, Gᵀ(q) λ and G(q) a, or also "
               "without those of the forces, as the IVP test set has it",
       .choices = {"exact", "mass-frozen", "test-set"}});
  formulation.rows = [rows = std::move(formulation.rows)](const OptionValues& values) {
    FormulationRows result = rows(values);
    if (values.is("jacobian", "mass-frozen")) result.jacobian = JacobianKind::mass_frozen;
    if (values.is("jacobian", "test-set")) result.jacobian = JacobianKind::test_set;
    return result;
  };
  return formulation;
}

}  // namespace

std::vector<Formulation> formulation_catalogue() {
  std::vector<Formulation> all = motion_formulations();
  all.push_back(qs());
  return all;
}

std::vector<Formulation> motion_formulations() {
  std::vector<Formulation> all = {ori2(), rcd1(), rcd0(), baumgarte(), ggl1(),
                                  psi1(), psi0(), ovd1(), ovd0()};
  for (Formulation& formulation : all) formulation = with_jacobian_option(std::move(formulation));
  return all;
}

}  // namespace pleuel
