#include "pleuel/run/run_checkpoints.hpp"

#include <algorithm>

#include "pleuel/base/error.hpp"

namespace pleuel {
namespace {

constexpr long jacobians_per_mark = 100;

}  // namespace

long steps_per_mark(const RunPlan& plan) {
  return jacobians_per_mark * std::max(1, plan.method->traits.steps_per_jacobian);
}

void check_checkpoints(const RunPlan& plan) {
  if (plan.method->traits.can_be_saved) return;
  throw InvalidInput("method '" + plan.method->name +
                     "' cannot be saved, because its library keeps its state to itself: leave --checkpoint "
                     "out, or take another method, such as bdf");
}

}  // namespace pleuel
