// A method in its loop, made in one go.
#pragma once

#include "pleuel/integrator/loop/step_loop.hpp"

namespace pleuel {

/// Looped<RadauIIA>(dae, settings, options): a StepLoop around that method.
template <class Method>
class Looped final : public StepLoop {
 public:
  template <class Equations>
  Looped(Equations&& equations, const StepSettings& settings, const typename Method::Options& options = {})
      : StepLoop(std::make_unique<Method>(std::forward<Equations>(equations), settings, options), settings) {}

  Method& inner() { return static_cast<Method&>(method()); }
};

}  // namespace pleuel
