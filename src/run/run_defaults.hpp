// Defaults for values that a request omits.
#pragma once

#include <map>

#include "pleuel/run/faults.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel {

/// Descriptions of the DAEs of one case, by formulation.
class KnownDaes {
 public:
  KnownDaes(std::shared_ptr<const MechanicalSystem> system, const Settings& settings)
      : system_(std::move(system)), settings_(settings) {}

  const DaeInfo& info(const Formulation& formulation);

 private:
  std::shared_ptr<const MechanicalSystem> system_;
  const Settings& settings_;
  std::map<std::string, DaeInfo> known_;
};

/// Applies the preferences of the case to omitted values. A method with its own equations ignores a
/// formulation.
void apply(const Catalogue& catalogue, const Preferences& preferences, RunRequest& request);

/// Reason why a method does not support a formulation of the case. `daes` must outlive it.
Refusal refusal_by(KnownDaes& daes);

/// The refusal of the plan's method as a sentence, if any; `what` names the equations.
std::optional<std::string> refusal_by_method(const RunPlan& plan, const std::string& what);

/// Adds a remark if the errors of the pair may exceed the tolerance, with the default pair as
/// alternative.
void add_doubt(const Catalogue& catalogue, KnownDaes& daes, RunPlan& plan);

/// True if a run accepts redundant constraints: the user's setting, otherwise that of the case.
bool takes_redundant(const Case& c, const Settings& settings);

/// How the deformation of the start is computed: the user's setting, otherwise that of the case.
/// Reference digits belong to the start of the case.
void choose_start(RunPlan& plan, Faults& faults);

/// The outputs of the case, and those of requested groups that it does not already have.
void choose_outputs(RunPlan& plan, Faults& faults);

}  // namespace pleuel
