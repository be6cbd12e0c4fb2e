// Simulates a mechanism with one call.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/problem/problem.hpp"
#include "pleuel/run/run_request.hpp"
#include "pleuel/run/simulation/solution.hpp"

namespace pleuel {

class ModelBuilder;

/// How to simulate. Empty values are chosen, or taken from the model.
struct SimulationOptions {
  std::optional<double> until = {};  ///< end time
  std::optional<double> rtol = {};   ///< relative tolerance; default 1e-6 or that of the model
  std::optional<double> atol = {};   ///< absolute tolerance; default: as rtol
  std::optional<double> every = {};  ///< samples at equal intervals; default: each step
  std::optional<std::string> formulation = {}, method = {};
  Settings settings = {};                   ///< as --set of the program
  std::optional<double> timeout = {};       ///< s, wall time; default: a day
  const std::atomic<bool>* stop = nullptr;  ///< set it to end the run
};

/// The initial values of a system of one's own. They need not be consistent: q and v are moved to
/// the nearest point that satisfies the constraints, and a and λ follow. Empty v and s are zero.
struct InitialValues {
  Vector q;
  Vector v = {};
  Vector s = {};
  double t = 0;
};

/// Simulates a system of one's own (make_system).
///
/// All of these throw what `run` throws (run.hpp): InvalidInput with all faults of the request,
/// InvalidModel, NoConsistentState. A failure of the integrator is no exception: the solution has
/// the trajectory so far, and its report the reason.
[[nodiscard]] Solution simulate(std::shared_ptr<const MechanicalSystem> system, const InitialValues& start,
                                const SimulationOptions& options);
/// Simulates a case: a system with outputs, events and breakpoints, or a plain DAE.
[[nodiscard]] Solution simulate(Case of, const SimulationOptions& options = {});
/// Simulates a model file, or a built-in problem by its name.
[[nodiscard]] Solution simulate(const std::string& case_name, const SimulationOptions& options = {});
/// Simulates a model that was built by calls; it is checked like a file.
[[nodiscard]] Solution simulate(const ModelBuilder& model, const SimulationOptions& options = {});
/// Simulates the text of a model file. File names in it are relative to the current directory.
[[nodiscard]] Solution simulate_text(const std::string& model, const SimulationOptions& options = {});

}  // namespace pleuel
