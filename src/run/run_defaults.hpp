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

/// Formulation and method. Throws InvalidInput where they do not fit the case.
void choose_equations(const Catalogue& catalogue, KnownDaes& daes, RunPlan& plan);

/// The remark on a pair whose errors may exceed the tolerance, with the pair that would be chosen
/// instead.
void add_doubt(const Catalogue& catalogue, KnownDaes& daes, RunPlan& plan);

/// Whether constraints may repeat each other: as the user says, or else the case.
void choose_redundancy(RunPlan& plan, Faults& faults);

/// How the deformation of the start is computed: as the user says, or else the case. Reference
/// digits belong to the case's own start.
void choose_start(RunPlan& plan, Faults& faults);

/// The outputs of the case, and those of the groups asked for that it does not have itself.
void choose_outputs(RunPlan& plan, Faults& faults);

}  // namespace pleuel
