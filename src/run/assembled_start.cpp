#include "pleuel/run/assembled_start.hpp"

#include "pleuel/mechanics/constraint_choice.hpp"

namespace pleuel {
const Vector& given_position(const Case& c) { return c.q_given.size() > 0 ? c.q_given : c.q0; }
const Vector& given_velocity(const Case& c) { return c.v_given.size() > 0 ? c.v_given : c.v0; }

AssembledStart assembled_start(const Case& c, Redundant redundant) {
  AssembledStart start{c.q0, c.v0, {}};
  if (!c.start_metric) return start;
  const bool is_moved = given_position(c) != c.q0 || given_velocity(c) != c.v0;
  const bool is_done = is_consistent(*c.system, c.t_begin, c.q0, c.v0, c.s0);
  if (is_done && !is_moved) return start;
  start.metric = c.start_metric();
  if (is_done || start.metric->is_mass()) return start;
  InitialState x;
  if (redundant == Redundant::refused) {
    x = consistent_initial_state(*c.system, c.t_begin, c.q0, c.v0, c.s0, &*start.metric);
  } else {
    ConstraintChoice choice(c.system);
    x = minimum_norm_initial_state(choice, c.t_begin, c.q0, c.v0, c.s0, &*start.metric);
  }
  start.q = std::move(x.q);
  start.v = std::move(x.v);
  return start;
}

StartReport report_on_start(const Case& c, const AssembledStart& assembled, const Motion& at, double rtol,
                            bool is_strain_meant) {
  return report_on_start(*c.system, at,
                         {.q_given = given_position(c),
                          .v_given = given_velocity(c),
                          .metric = assembled.metric ? &*assembled.metric : nullptr,
                          .rtol = rtol,
                          .is_strain_meant = is_strain_meant});
}

double position_moved(const Case& c, ConstVec q) { return (q - given_position(c)).norm(); }
double velocity_moved(const Case& c, ConstVec v) { return (v - given_velocity(c)).norm(); }

}  // namespace pleuel
