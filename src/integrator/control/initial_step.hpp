// Initial step size if the user gives none.
#pragma once

#include <vector>

#include "pleuel/dae/tolerances.hpp"
#include "pleuel/dae/unknown.hpp"

namespace pleuel {

struct InitialStepData {
  const std::vector<Unknown>& unknowns;
  const Tolerances& tolerances;
  ConstVec y;
  ConstVec ydot;
  double span = 1;      ///< length of the whole interval
  int error_order = 4;  ///< the error estimate behaves like h^error_order
};

/// h such that (h ‖ẏ‖/‖y‖)^p is about rtol, where p is the order of the estimate: the time scale
/// ‖y‖/‖ẏ‖ of [HNW93, II.4], reduced according to the tolerance. Differs from [HNW93, II.4]: there
/// is no second evaluation, because y + hẏ is not a consistent state of a DAE. The first error test
/// replaces it. Norms cover differential unknowns and are weighted by the tolerances. At most a
/// hundredth of the span.
double initial_step(const InitialStepData& data);

}  // namespace pleuel
