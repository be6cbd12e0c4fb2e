#include "pleuel/run/analysed_state.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/mechanics/constraint_choice.hpp"

namespace pleuel {
namespace {

constexpr double part_of_run = 1e-3;  // relative change of time to examine nearby positions

}  // namespace

void want_finite(const char* what, double t, std::initializer_list<ConstVec> vectors,
                 std::initializer_list<double> numbers) {
  const bool is_finite =
      std::all_of(vectors.begin(), vectors.end(), [](const ConstVec& x) { return x.allFinite(); }) &&
      std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
  if (is_finite) return;
  throw NoConsistentState(
      std::string(what) + " at " + at_time(t) +
      " has values that are not finite numbers: masses, lengths or forces of the model leave the "
      "range of double precision; check their units");
}

void want_finite(const char* what, double t, const InitialState& x) {
  want_finite(what, t, {x.q, x.v, x.a, x.lambda, x.s}, {x.position_moved, x.velocity_moved});
}

InitialState consistent_state(const std::shared_ptr<const MechanicalSystem>& system, double t, ConstVec q,
                              ConstVec v, ConstVec s) {
  if (system->info().n_lambda() == 0) return consistent_initial_state(*system, t, q, v, s);
  ConstraintChoice choice(system);
  return minimum_norm_initial_state(choice, t, q, v, s);
}

InitialState consistent_state(const Case& c, const AssembledStart& from) {
  InitialState x = consistent_state(c.system, c.t_begin, from.q, from.v, c.s0);
  x.position_moved = position_moved(c, x.q);
  x.velocity_moved = velocity_moved(c, x.v);
  return x;
}

Motion motion_of(double t, const InitialState& x) {
  return {.t = t, .q = x.q, .v = x.v, .a = x.a, .lambda = x.lambda, .s = x.s};
}

DegreesOfFreedom degrees_of_freedom_near(const Case& c, double t, ConstVec q) {
  return degrees_of_freedom_at(c.system, t, q, part_of_run * (c.t_end - c.t_begin));
}

}  // namespace pleuel
