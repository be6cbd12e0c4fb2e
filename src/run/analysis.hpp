// Analyses of a case without integration: degrees of freedom, start, equilibrium, modes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/mechanics/analysis/degrees_of_freedom.hpp"
#include "pleuel/mechanics/analysis/statics.hpp"
#include "pleuel/mechanics/motion_monitor.hpp"
#include "pleuel/mechanics/start_report.hpp"
#include "pleuel/run/catalogue.hpp"
#include "pleuel/run/run_result.hpp"

namespace pleuel {

/// A case of the catalogue with its settings, which contain options of the problem and
/// `run_options()`.
struct CaseRequest {
  std::string case_name;
  Settings settings = {};
};

/// Identifies the case of a result.
struct CaseHeader {
  std::string case_name;
  std::string title;
  std::vector<std::string> remarks;
  std::shared_ptr<const MechanicalSystem> system;  ///< for names; null for a plain DAE
};

/// Whether a run could start.
enum class StartVerdict {
  ok,         ///< it can run
  redundant,  ///< a run refuses it: constraints are redundant and that is not allowed
  none        ///< no consistent state
};

struct CheckResult {
  CaseHeader header;
  double t = 0;
  int n_unknowns = 0;                                  ///< of a plain DAE
  std::optional<DegreesOfFreedom> degrees_of_freedom;  ///< of a mechanism, at its start
  StartVerdict verdict = StartVerdict::ok;
  std::vector<std::string> faults;    ///< why it cannot run, with the remedy
  ConstraintResiduals given;          ///< residuals of the given q₀ and v₀; no acceleration level
  std::optional<InitialState> start;  ///< of a mechanism; λ of least norm if it is not unique
  double moved = 0;                   ///< distance by which y of a plain DAE was moved
  /// changes of the given values; its remarks are in the header
  StartReport report;
  Energy energy;  ///< of a mechanism at its start
};

/// Degrees of freedom, redundant constraints, initial values and energies. A start that cannot be
/// made consistent is part of the result. Throws InvalidInput for an invalid request and
/// InvalidModel for a case that cannot be built.
CheckResult check_case(const Catalogue& catalogue, const CaseRequest& request);

struct StaticsResult {
  CaseHeader header;
  double t = 0;
  Equilibrium equilibrium;
  Energy energy;
  /// of the case, at the equilibrium; NaN where one cannot be computed
  std::vector<Output> outputs;
  Case problem_case;  ///< its drawing and outputs show the modes
};

/// The equilibrium near the start. Throws InvalidInput, InvalidModel or NoConsistentState.
StaticsResult statics_of(const Catalogue& catalogue, const CaseRequest& request);

/// The motion about which to linearise.
enum class ModesAbout { start, equilibrium, reached };
const char* name_of(ModesAbout about);

struct ModesRequest {
  CaseRequest of;
  ModesAbout about = ModesAbout::start;
  double until = 0;    ///< for ModesAbout::reached
  double rtol = 1e-8;  ///< rtol and atol of the run that reaches it
  int most = 0;        ///< modes, the slowest ones; 0: all, or usual_slowest of a large system
};

struct ModesResult {
  CaseHeader header;
  ModesAbout about = ModesAbout::start;
  double t = 0;
  InitialState state;
  ModeSet modes;
  std::vector<Output> outputs;  ///< of the case, at the state; NaN where one cannot be computed
  Case problem_case;            ///< its drawing and outputs show the modes
};

/// The modes about an equilibrium that has some.
ModesResult modes_about(const StaticsResult& result);

/// Throws InvalidInput, InvalidModel or NoConsistentState. The last is thrown if there is no such
/// state, if the run to it fails, and in a singular configuration, where the constraints have no
/// tangent space.
ModesResult modes_of(const Catalogue& catalogue, const ModesRequest& request);

}  // namespace pleuel
