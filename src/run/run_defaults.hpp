// What a request leaves open.
#pragma once

#include <map>

#include "pleuel/run/faults.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel {

/// What is known of the DAEs of one case, by formulation.
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

/// What the user leaves open, as the case asks for it. A method with equations of its own has no
/// use for a formulation.
void apply(const Catalogue& catalogue, const Preferences& preferences, RunRequest& request);

/// Why a method cannot take a formulation of the case. `daes` must outlive it.
Refusal refusal_by(KnownDaes& daes);

/// The refusal of the plan's method as a sentence, if it refuses; `what` names the equations.
std::optional<std::string> refusal_by_method(const RunPlan& plan, const std::string& what);

/// The remark on a pair whose errors may exceed the tolerance, with the pair that would be chosen
/// instead.
void add_doubt(const Catalogue& catalogue, KnownDaes& daes, RunPlan& plan);

/// Whether a run takes constraints that repeat each other: as the user says, or else the case.
bool takes_redundant(const Case& c, const Settings& settings);

/// How the deformation of the start is computed: as the user says, or else the case. Reference
/// digits belong to the case's own start.
void choose_start(RunPlan& plan, Faults& faults);

/// The outputs of the case, and those of the groups asked for that it does not have itself.
void choose_outputs(RunPlan& plan, Faults& faults);

}  // namespace pleuel
