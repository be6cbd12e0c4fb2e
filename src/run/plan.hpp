// A request that has been checked and completed.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>

#include "pleuel/base/error.hpp"
#include "pleuel/integrator/integrator.hpp"
#include "pleuel/mechanics/formulation/motion_layout.hpp"
#include "pleuel/run/case_check.hpp"
#include "pleuel/run/catalogue.hpp"
#include "pleuel/run/default_choice.hpp"
#include "pleuel/run/run_request.hpp"

namespace pleuel {

class CaseEquations;

/// Everything a run needs. No run changes it, so threads may share one; what a run changes is in
/// its RunEquations. The catalogue must outlive it.
struct RunPlan {
  RunRequest request;
  const Problem* problem = nullptr;  ///< these three point into the catalogue
  /// none for a plain DAE, and where the method brings its own
  const Formulation* formulation = nullptr;
  const Method* method = nullptr;
  ChosenPair names;
  Case problem_case;
  const CaseEquations* equations = nullptr;  ///< the kind of the case
  std::vector<MotionOutput> outputs;         ///< of the case, then those asked for
  double t_end = 0;
  StepSettings step;
  OptionValues method_options{{}, {}};
  DaeInfo dae = {};                         ///< of the equations that each run makes
  std::optional<MotionLayout> motion = {};  ///< of a mechanism: where its motion stands in y
  int sweeps = 0;                           ///< of a smooth start; 0: the start of the case
  /// up to here all switching times are breakpoints of the case
  double switches_known_until = 0;
  /// constraints may repeat each other: redundant=minimum-norm
  bool takes_redundant = false;

  /// Whether the equations are those of equilibria, which have no velocities.
  bool is_quasi_static() const { return motion && !motion->has_motion(); }
};

/// Throws InvalidInput that states all that is wrong with the request: names, settings, tolerances,
/// times, a pair that the method refuses. Throws InvalidModel when the request is right but the
/// case cannot be built. `built` is the case of the request, where there is one (checked_case).
RunPlan plan(const Catalogue& catalogue, const RunRequest& request, std::optional<Case> built = {});

}  // namespace pleuel
