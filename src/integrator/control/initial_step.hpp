// A first step size when the user gives none.
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

/// h such that (h ‖ẏ‖/‖y‖)^p is about rtol, p the order of the estimate: the time scale ‖y‖/‖ẏ‖ of
/// [HNW93, II.4], shortened by what the tolerance asks for. Differs from [HNW93, II.4]: no second
/// evaluation, since y + hẏ is no consistent state of a DAE; the first error test takes its place.
/// Norms are over differential unknowns, weighted by the tolerances. At most a hundredth of the
/// span.
double initial_step(const InitialStepData& data);

}  // namespace pleuel
