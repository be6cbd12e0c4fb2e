#include "pleuel/run/choice/stiffness_change.hpp"

#include <algorithm>

#include "pleuel/run/choice/fastest_rates.hpp"

namespace pleuel {
namespace {

constexpr long compared_steps = 16;
constexpr long first_patience = 16;
constexpr long first_look = 64, last_look_interval = 1024;
constexpr double clearly = 0.5;  // part of the present work that a change must promise

}  // namespace

StiffnessChange::StiffnessChange(const RunEquations& of, std::unique_ptr<Integrator> first)
    : TwoMethods(of, std::move(first),
                 {.formulation = *of.plan.stiff->formulation,
                  .method = *of.plan.stiff->method,
                  .options = of.plan.stiff->method_options,
                  .settings = of.plan.stiff->request.settings,
                  .step = of.plan.stiff->step}) {
  patience_ = first_patience;
}

void StiffnessChange::look() {
  if (n_steps() == compared_steps && left_rate_ > 0) {
    const bool is_worse = rate() > left_rate_;
    left_rate_ = 0;
    if (is_worse) {
      patience_ *= patience_growth;
      return want_change("it needs less work");
    }
  }
  if (n_steps() < patience_) return;
  if (is_first()) {
    if (first().is_limited_by_stability())
      want_change("stability, not accuracy, limits the steps of '" + plan().method->name + "'");
  } else if (n_steps() >= std::max(next_look_, first_look)) {
    next_look_ = n_steps() + std::min(n_steps(), last_look_interval);
    if (is_explicit_faster()) want_change("the motion is not stiff any more");
  }
}

bool StiffnessChange::is_explicit_faster() {
  const auto rates = fastest_rates(system(), motion());
  if (!rates) return false;
  return evaluations_per_rate * rates->fastest() * first_model().acceleration() < clearly * rate();
}

}  // namespace pleuel
