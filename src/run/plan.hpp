// A checked and completed request.
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
class Pilot;

/// Everything a run needs. Runs do not change it, so threads may share it; mutable data are in
/// RunEquations. The catalogue must outlive it.
struct RunPlan {
  RunRequest request;
  const Problem* problem = nullptr;  ///< this and the next two point into the catalogue
  /// null for a plain DAE, and if the method has its own equations
  const Formulation* formulation = nullptr;
  const Method* method = nullptr;
  ChosenPair names;
  Case problem_case;
  const CaseEquations* equations = nullptr;  ///< the kind of the case
  std::vector<MotionOutput> outputs;         ///< outputs of the case, then the requested ones
  double t_end = 0;
  StepSettings step;
  OptionValues method_options{{}, {}};
  DaeInfo dae = {};                         ///< of the equations that each run creates
  std::optional<MotionLayout> motion = {};  ///< positions of the motion in y; empty for a plain DAE
  int sweeps = 0;                           ///< sweeps of a smooth start; 0: the start of the case
  /// up to here all switching times are breakpoints
  double switches_known_until = 0;
  /// constraints may be redundant: redundant=minimum-norm
  bool takes_redundant = false;
  /// The pair to which a run changes where its explicit method, which was chosen automatically,
  /// turns stiff (StiffnessChange); null: none.
  std::shared_ptr<const RunPlan> stiff = {};
  /// The formulation to which a run changes where accelerations dictate the steps of the one of
  /// index 1 that was chosen automatically (IndexChange); null: none.
  const Formulation* index_2 = nullptr;
  /// The pilot of this plan, whose steps the first run takes over; null: none.
  std::shared_ptr<Pilot> pilot = {};
  /// The case before the plan completed it, while the automatic choice needs it; null otherwise.
  std::shared_ptr<const Case> built = {};

  /// True for equations of equilibrium, which have no velocities.
  bool is_quasi_static() const { return motion && !motion->has_motion(); }
};

/// The name that a request may give instead of a formulation or method: as if it was omitted, also
/// by the case.
inline constexpr const char* automatic_name = "auto";

/// Omitted formulations and methods are chosen by pilot runs (automatic_plan). Throws InvalidInput
/// with all faults of the request: names, settings, tolerances, times, unsupported pairs. Throws
/// InvalidModel if the request is valid but the case cannot be built. `built` is the case of the
/// request, if it exists already (checked_case).
RunPlan plan(const Catalogue& catalogue, const RunRequest& request, std::optional<Case> built = {});

/// The same without pilot runs: omitted names are those of lowest rank (default_choice.hpp).
RunPlan checked_plan(const Catalogue& catalogue, const RunRequest& request, std::optional<Case> built = {});

}  // namespace pleuel
