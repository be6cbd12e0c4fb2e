#include "pleuel/run/choice/index_change.hpp"

#include <algorithm>

#include "pleuel/base/number_text.hpp"

namespace pleuel {
namespace {

constexpr long first_comparison = 64, last_comparison_interval = 4096;  // steps

}  // namespace

IndexChange::IndexChange(const RunEquations& of, std::unique_ptr<Integrator> first)
    : TwoMethods(of, std::move(first),
                 {.formulation = *of.plan.index_2,
                  .method = *of.plan.method,
                  .options = of.plan.method_options,
                  .settings = of.plan.request.settings,
                  .step = of.plan.step}) {
  next_look_ = first_comparison;
}

void IndexChange::look() {
  if (!is_first() || n_steps() < next_look_) return;
  next_look_ = n_steps() + std::min(n_steps(), last_comparison_interval);
  const double present = rate();
  if (present * time_left() < noticeable_seconds) return;
  const auto trial = rate_of_trial();
  if (trial && index_2_advantage * *trial < present)
    want_change("accelerations are not tested any more: resolving them takes " +
                number_text(present / *trial, 2) + " times as long");
}

}  // namespace pleuel
