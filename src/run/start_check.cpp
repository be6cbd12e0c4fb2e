#include "pleuel/run/start_check.hpp"

#include <limits>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/run/analysed_state.hpp"
#include "pleuel/run/case_equations.hpp"

namespace pleuel {
namespace {

constexpr double is_position = 1e-9;  // relative to 1 + max |q|: the constraints are satisfied

ConstraintResiduals residuals_of(const Case& c) {
  const SystemInfo& info = c.system->info();
  ConstraintResiduals result{0, 0, std::numeric_limits<double>::quiet_NaN()};
  if (info.n_lambda() == 0) return result;
  const Vector a = Vector::Zero(info.n_v()), lambda = Vector::Zero(info.n_lambda());
  Vector g(info.n_lambda()), rate(info.n_lambda());
  c.system->make_evaluator()->rows(
      {.t = c.t_begin, .q = given_position(c), .v = given_velocity(c), .a = a, .lambda = lambda, .s = c.s0},
      {.position = g, .velocity = rate});
  result.position = g.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
  result.velocity = rate.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
  return result;
}

}  // namespace

void check_plain_start(const Catalogue& catalogue, const CaseRequest& request, const Case& c,
                       CheckResult& result) {
  const RunPlan planned = plan(catalogue, {.case_name = request.case_name, .settings = request.settings}, c);
  result.n_unknowns = planned.dae.n_unknowns();
  try {
    result.moved = at_state(result.t, [&] {
                     return planned.equations->first_start(RunEquations(planned));
                   }).position_moved;
  } catch (const NoConsistentState& error) {
    result.verdict = StartVerdict::none;
    result.faults = {error.what()};
  }
}

void check_mechanism_start(const CaseRequest& request, const Problem& problem, const Case& c,
                           CheckResult& result) {
  try {
    at_state(c.t_begin, [&] {
      result.given = residuals_of(c);
      const AssembledStart from = assembled_start(c, Redundant::allowed);
      result.start = consistent_state(c, from);
      result.report = report_on_start(c, from, motion_of(c.t_begin, *result.start),
                                      problem.preferences.rtol.value_or(ToleranceRequest().rtol));
      result.degrees_of_freedom = degrees_of_freedom_near(c, c.t_begin, result.start->q);
      result.energy = c.system->make_evaluator()->energy(motion_of(c.t_begin, *result.start));
      want_finite("the start", c.t_begin, *result.start);
      want_finite("the energy of the start", c.t_begin, {},
                  {result.energy.total(), result.report.strain_energy});
      want_finite("the residual of the constraints in the values given", c.t_begin, {},
                  {result.given.position, result.given.velocity});
    });
  } catch (const NoConsistentState& error) {
    result.verdict = StartVerdict::none;
    result.faults = {error.what()};
    // A singular configuration may be the reason, if the position satisfies the constraints.
    if (!result.degrees_of_freedom && result.given.position <= is_position * (1 + c.q0.cwiseAbs().maxCoeff()))
      try {
        result.degrees_of_freedom = degrees_of_freedom_near(c, c.t_begin, c.q0);
      } catch (const LeftDomain&) {  // the fault says why
      }
    return;
  }
  if (takes_redundant(c, request.settings) || result.degrees_of_freedom->redundant.empty()) return;
  try {
    refuse_dependent_constraints(*c.system, c.t_begin, result.start->q, result.start->v, c.s0);
  } catch (const RedundantConstraints& error) {
    result.verdict = StartVerdict::redundant;
    result.faults = error.faults();
  } catch (const NoConsistentState& error) {
    result.verdict = StartVerdict::none;
    result.faults = {error.what()};
  }
}

}  // namespace pleuel
