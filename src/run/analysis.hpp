// What can be said of a case without integrating it: freedoms, start, equilibrium, modes.
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

namespace pleuel {

/// A case of the catalogue with its settings, which reach the options of the problem and
/// `run_options()`.
struct CaseRequest {
  std::string case_name;
  Settings settings = {};
};

/// Which case a result is about.
struct CaseHeader {
  std::string case_name;
  std::string title;
  std::vector<std::string> remarks;
  std::shared_ptr<const MechanicalSystem> system;  ///< for the names; none for a plain DAE
};

/// What would become of a run's start.
enum class StartVerdict {
  ok,         ///< it can run
  redundant,  ///< a run refuses it: constraints repeat others, and that is not allowed
  none        ///< no consistent state
};

struct CheckResult {
  CaseHeader header;
  double t = 0;
  int n_unknowns = 0;                                  ///< of a plain DAE
  std::optional<DegreesOfFreedom> degrees_of_freedom;  ///< of a mechanism, at its start
  StartVerdict verdict = StartVerdict::ok;
  std::vector<std::string> faults;    ///< why it cannot run, with the remedy
  ConstraintResiduals given;          ///< of q₀ and v₀ as they were given; no acceleration level
  std::optional<InitialState> start;  ///< of a mechanism; λ of least norm where it is not unique
  double moved = 0;                   ///< how far y of a plain DAE was moved
  /// what became of the values given; its remarks are in the header
  StartReport report;
  Energy energy;  ///< of a mechanism at its start
};

/// Degrees of freedom, constraints that repeat others, initial values and energies. A start that
/// cannot be made consistent is part of the answer. Throws InvalidInput for a wrong request and
/// InvalidModel for a case that cannot be built.
CheckResult check_case(const Catalogue& catalogue, const CaseRequest& request);

struct StaticsResult {
  CaseHeader header;
  double t = 0;
  Equilibrium equilibrium;
  Energy energy;
};

/// The equilibrium near the start. Throws besides InvalidInput and InvalidModel NoConsistentState.
StaticsResult statics_of(const Catalogue& catalogue, const CaseRequest& request);

/// The motion that is linearised.
enum class ModesAbout { start, equilibrium, reached };
const char* name_of(ModesAbout about);

struct ModesRequest {
  CaseRequest of;
  ModesAbout about = ModesAbout::start;
  double until = 0;    ///< for ModesAbout::reached
  double rtol = 1e-8;  ///< of the run that reaches it; atol is the same
};

struct ModesResult {
  CaseHeader header;
  ModesAbout about = ModesAbout::start;
  double t = 0;
  InitialState state;
  ModeSet modes;
};

/// Throws besides InvalidInput and InvalidModel NoConsistentState: where there is no such state,
/// where the run that should reach it fails, and in a singular position, where the constraints have
/// no tangent space to linearise on.
ModesResult modes_of(const Catalogue& catalogue, const ModesRequest& request);

}  // namespace pleuel
