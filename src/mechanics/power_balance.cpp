#include "pleuel/mechanics/power_balance.hpp"

namespace pleuel {

Power PowerBalance::at(SystemEvaluator& evaluator, const Motion& at) {
  Power power = evaluator.power(at);
  if (g_t_.size() == 0) return power;
  const Motion at_rest{.t = at.t,
                       .q = at.q,
                       .v = no_velocity_,
                       .a = at.a,
                       .lambda = at.lambda,
                       .s = at.s,
                       .revolutions = at.revolutions};
  evaluator.rows(at_rest, {.velocity = g_t_});  // G·0 + g_t
  power.supplied += at.lambda.dot(g_t_);
  return power;
}

}  // namespace pleuel
