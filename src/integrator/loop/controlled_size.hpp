// Sizes of steps by a StepController, with what a trial says besides its error.
#pragma once

#include "pleuel/integrator/control/step_controller.hpp"
#include "pleuel/integrator/loop/step_method.hpp"

namespace pleuel {

/// The size after an accepted step: no growth where an attempt of it failed. A step cut short by
/// t_stop says nothing against the size planned before, if the growth limit holds it back.
double size_after(const Trial& trial, const Attempt& last, int newton_iterations, StepController& controller);

/// `size`, or the trial's own where it would grow so little that a new factorisation is not worth
/// it.
double kept_size(const Trial& trial, double size, const ControllerOptions& limits);

/// The size after the error test failed.
double size_after_error(const Trial& trial, const Attempt& last, int newton_iterations,
                        const StepController& controller);

}  // namespace pleuel
