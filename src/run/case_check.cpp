#include "pleuel/run/case_check.hpp"

#include "pleuel/base/left_domain.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/run/case_equations.hpp"
#include "pleuel/run/catalogue.hpp"

namespace pleuel {

Case checked_case(const Problem& problem, const Settings& settings) {
  // faults here belong to the request, not to the model
  const OptionValues options(problem.options, settings);
  Faults faults;
  try {
    Case result = problem.build(options);
    faults = equations_of(result).faults_of(result);
    if (faults.empty()) return result;
  } catch (const InvalidInput& error) {
    faults = error.faults();
  } catch (const LeftDomain& left) {
    throw NoConsistentState("case '" + problem.name + "' cannot be evaluated at its start: " + left.what());
  }
  throw InvalidModel(std::move(faults));
}

}  // namespace pleuel
