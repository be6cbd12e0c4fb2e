#include "pleuel/integrator/loop/controlled_size.hpp"

#include <algorithm>

namespace pleuel {

double size_after(const Trial& trial, const Attempt& last, int newton_iterations,
                  StepController& controller) {
  double size = controller.accepted(trial.size, last.error, newton_iterations);
  if (trial.was_rejected) size = std::min(size, trial.size);
  if (trial.was_cut && trial.size * controller.options().largest_growth < trial.planned) size = trial.planned;
  return size;
}

double kept_size(const Trial& trial, double size, const ControllerOptions& limits) {
  const double growth = size / trial.size;
  return growth >= 1 && growth <= limits.keep_up_to ? trial.size : size;
}

double size_after_error(const Trial& trial, const Attempt& last, int newton_iterations,
                        const StepController& controller) {
  return trial.is_first ? trial.size / controller.options().first_reduction
                        : controller.rejected(trial.size, last.error, newton_iterations);
}

}  // namespace pleuel
