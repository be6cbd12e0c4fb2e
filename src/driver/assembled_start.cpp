#include "pleuel/driver/assembled_start.hpp"

#include "pleuel/mechanics/constraint_choice.hpp"

namespace pleuel {
namespace {

const Vector& given(const Vector& as_given, const Vector& start) {
  return as_given.size() > 0 ? as_given : start;
}

}  // namespace

AssembledStart assembled_start(const Case& c, Redundant redundant) {
  AssembledStart start{c.q0, c.v0, {}};
  if (!c.start_metric) return start;
  const bool is_moved = given(c.q_given, c.q0) != c.q0 || given(c.v_given, c.v0) != c.v0;
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
                         {.q_given = given(c.q_given, c.q0),
                          .v_given = given(c.v_given, c.v0),
                          .metric = assembled.metric ? &*assembled.metric : nullptr,
                          .rtol = rtol,
                          .is_strain_meant = is_strain_meant});
}

double position_moved(const Case& c, ConstVec q) { return (q - given(c.q_given, c.q0)).norm(); }
double velocity_moved(const Case& c, ConstVec v) { return (v - given(c.v_given, c.v0)).norm(); }

}  // namespace pleuel
