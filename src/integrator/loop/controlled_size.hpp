// Step sizes from a StepController and the course of a trial.
#pragma once

#include "pleuel/integrator/control/step_controller.hpp"
#include "pleuel/integrator/loop/step_method.hpp"

namespace pleuel {

/// Size after an accepted step; no growth if an attempt failed. If t_stop cut the step, the size
/// planned before remains valid within the growth limit.
double size_after(const Trial& trial, const Attempt& last, int newton_iterations, StepController& controller);

/// `size`, or the size of the trial if the growth does not justify a new factorisation.
double kept_size(const Trial& trial, double size, const ControllerOptions& limits);

/// Size after a failed error test.
double size_after_error(const Trial& trial, const Attempt& last, int newton_iterations,
                        const StepController& controller);

}  // namespace pleuel
