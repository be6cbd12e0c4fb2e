// An explicit method that gives way to an implicit one where the motion is stiff.
#pragma once

#include "pleuel/run/choice/two_methods.hpp"

namespace pleuel {

/// The explicit method of a plan, and the pair RunPlan::stiff.
///
/// - Explicit to implicit: stability limits the steps (Integrator::is_limited_by_stability), or the
///   explicit method fails.
/// - Implicit to explicit: the fastest rate of the motion (FastestRates) would allow an explicit
///   method half the present work. This is looked at after 64, 128, 256, … steps.
/// - After each change, sixteen steps show whether the new method needs less work per second of the
///   motion than the old one did (WorkModel). If not, the old one goes on, and four times as many
///   steps as before must pass until the next change. Steps of such a trial are kept.
class StiffnessChange final : public TwoMethods {
 public:
  StiffnessChange(const RunEquations& of, std::unique_ptr<Integrator> first);

 private:
  void look() override;
  bool is_explicit_faster();
};

}  // namespace pleuel
