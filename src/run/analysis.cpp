#include "pleuel/run/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/mechanics/advised_system.hpp"
#include "pleuel/mechanics/counted_system.hpp"
#include "pleuel/mechanics/system_with_solvers.hpp"
#include "pleuel/run/analysed_state.hpp"
#include "pleuel/run/case_equations.hpp"
#include "pleuel/run/output_row.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/settings_check.hpp"
#include "pleuel/run/validity_watch.hpp"

namespace pleuel {
namespace {

/// The case; settings are checked against its problem and `run_options()`.
struct BuiltCase {
  const Problem& problem;
  Case c;

  CaseHeader header() const { return {problem.name, problem.title, c.remarks, c.system}; }
};

BuiltCase build(const Catalogue& catalogue, const CaseRequest& request) {
  const Problem& problem = catalogue.problem(request.case_name);
  auto faults = unknown_settings(request.settings, {problem.options, run_options()});
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  BuiltCase built{problem, checked_case(problem, request.settings)};
  auto solvers = solvers_of(request.settings);
  built.c.system = counted(built.c.system, built.c.t_begin);
  if (built.c.system != nullptr)
    built.c.system = std::make_shared<SystemWithSolvers>(built.c.system, std::move(solvers));
  return built;
}

BuiltCase build_mechanism(const Catalogue& catalogue, const CaseRequest& request, const std::string& what) {
  BuiltCase built = build(catalogue, request);
  equations_of(built.c).want_mechanism(built.problem, what);
  return built;
}

void want_finite_modes(double t, const ModeSet& set) {
  for (const Mode& mode : set.modes)
    if (!std::isfinite(mode.natural_omega()) || !mode.q.allFinite() || !mode.s.allFinite())
      want_finite("a mode", t, {}, {std::numeric_limits<double>::quiet_NaN()});
}

/// The outputs of the case at a state. A remark says why one cannot be computed.
std::vector<Output> outputs_at(const Case& c, double t, const InitialState& x,
                               std::vector<std::string>& remarks) {
  const SystemInfo& info = c.system->info();
  const std::pair<const std::vector<Quantity>*, const Vector*> parts[] = {
      {&info.q, &x.q}, {&info.v, &x.v}, {&info.a, &x.a}, {&info.lambda, &x.lambda}, {&info.s, &x.s}};
  std::vector<Output> list;
  for (const std::string& name : c.outputs)
    for (const auto& [names, values] : parts)
      for (std::size_t i = 0; i < names->size(); ++i)
        if ((*names)[i].name == name)
          list.push_back({name, (*names)[i].unit, (*values)[static_cast<Eigen::Index>(i)]});
  Motion motion = motion_of(t, x);
  motion.revolutions = c.system->revolutions();
  for (const MotionOutput& output : c.motion_outputs) {
    OutputRow row({output}, [&](double, ConstVec) { return motion; });
    double value = std::numeric_limits<double>::quiet_NaN();
    try {
      value = row.at(t, x.q)[0];
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      remarks.push_back(error.what());
    }
    list.push_back({output.name, output.unit, value});
  }
  return list;
}

/// The consistent final state of a run, its time, and the system with its revolution count.
std::tuple<double, InitialState, std::shared_ptr<const MechanicalSystem>> reached_state(
    const Catalogue& catalogue, const ModesRequest& request, const Case& c) {
  RunRequest wanted{.case_name = request.of.case_name};
  wanted.tolerance.rtol = wanted.tolerance.atol = request.rtol;
  wanted.until = request.until;
  wanted.settings = request.of.settings;
  const RunPlan planned = plan(catalogue, wanted, c);
  const RunEquations equations(planned);
  const RunResult result = run(equations);
  if (result.status != RunStatus::ok || result.t != planned.t_end)
    throw NoConsistentState("the run that should reach " + at_time(planned.t_end) +
                            " did not: " + result.message);
  const Motion at = equations.mechanical->motion(result.t, view(result.y));
  const auto& system = equations.system;
  return {result.t, consistent_state(system, result.t, at.q, at.v, at.s), system};
}

void refuse_singular_position(const BuiltCase& built, double t, const InitialState& x) {
  if (built.c.system->info().n_lambda() == 0) return;
  const DegreesOfFreedom here = degrees_of_freedom_near(built.c, t, x.q);
  if (!here.is_singular()) return;
  const auto it = std::find_if(here.redundant.begin(), here.redundant.end(),
                               [](const auto& r) { return r.kind == Redundancy::here; });
  throw NoConsistentState("system '" + built.c.system->info().name + "' is in a singular position at " +
                          at_time(t) + ": constraint '" + built.c.system->info().constraints[it->row] +
                          "' repeats others in this position only, so there is nothing to linearise on; "
                          "choose another position");
}

/// Adds what would prevent a run of the whole interval although its start is valid: drivers that
/// jump.
void add_refusals_of_run(const Catalogue& catalogue, const CaseRequest& request, const Case& c,
                         std::vector<std::string>& remarks) {
  try {
    (void)plan(catalogue, {.case_name = request.case_name, .settings = request.settings}, c);
  } catch (const InvalidModel& refusal) {
    for (const std::string& fault : refusal.faults()) remarks.push_back("a run is refused: " + fault);
  } catch (const InvalidInput&) {
    // A fault of the pair, not of the case.
  }
}

/// Drivers and other constraints that move at t, which an equilibrium ignores.
void remark_on_moving_constraints(const Case& c, double t, const InitialState& x,
                                  std::vector<std::string>& remarks) {
  const SystemInfo& info = c.system->info();
  const Vector at_rest = Vector::Zero(info.n_v());
  Vector rates = Vector::Zero(info.n_lambda());
  c.system->make_evaluator()->rows(
      {.t = t, .q = x.q, .v = at_rest, .a = at_rest, .lambda = x.lambda, .s = x.s}, {.velocity = rates});
  std::vector<int> moving;
  for (int i = 0; i < info.n_lambda(); ++i)
    if (std::abs(rates[i]) > 0) moving.push_back(i);
  if (moving.empty()) return;
  const std::vector<std::string> owners = owners_of(info, moving);
  remarks.push_back(quoted_list(owners) + (owners.size() == 1 ? " moves" : " move") + " at " + at_time(t) +
                    ", but an equilibrium is without motion: inertia forces of this motion are left out");
}

}  // namespace

const char* name_of(ModesAbout about) {
  switch (about) {
    case ModesAbout::start:
      return "start";
    case ModesAbout::equilibrium:
      return "equilibrium";
    case ModesAbout::reached:
      return "reached";
  }
  return "";
}

CheckResult check_case(const Catalogue& catalogue, const CaseRequest& request) {
  const BuiltCase built = build(catalogue, request);
  CheckResult result;
  result.header = built.header();
  result.t = built.c.t_begin;
  equations_of(built.c).check_start(catalogue, request, built.problem, built.c, result);
  for (const std::string& remark : result.report.remarks) result.header.remarks.push_back(remark);
  if (built.c.time_functions != nullptr)
    add_refusals_of_run(catalogue, request, built.c, result.header.remarks);
  return result;
}

StaticsResult statics_of(const Catalogue& catalogue, const CaseRequest& request) {
  BuiltCase built = build_mechanism(catalogue, request, "equilibria");
  const Case& c = built.c;
  StaticsResult result;
  result.header = built.header();
  result.t = c.t_begin;
  at_state(c.t_begin, [&] {
    result.equilibrium = find_equilibrium(c.system, c.t_begin, c.q0, c.s0);
    result.energy = c.system->make_evaluator()->energy(motion_of(c.t_begin, result.equilibrium.state));
    const Equilibrium& e = result.equilibrium;
    want_finite(
        "the equilibrium", c.t_begin, {e.state.q, e.state.lambda, e.state.s},
        {e.state.position_moved, e.force_residual, e.force_scale, e.constraint_residual, e.largest_rate});
    want_finite("the energy of the equilibrium", c.t_begin, {}, {result.energy.total()});
    if (e.modes) want_finite_modes(c.t_begin, *e.modes);
  });
  remark_on_moving_constraints(c, c.t_begin, result.equilibrium.state, result.header.remarks);
  result.outputs = outputs_at(c, c.t_begin, result.equilibrium.state, result.header.remarks);
  ValidityWatch validity(c.validity);
  try {
    validity.look(c.t_begin, result.equilibrium.state.q);
    for (std::string& remark : validity.remarks()) result.header.remarks.push_back(std::move(remark));
  } catch (const LeftDomain& left) {
    result.header.remarks.push_back(left.what());
  }
  result.problem_case = std::move(built.c);
  return result;
}

ModesResult modes_about(const StaticsResult& result) {
  return {.header = result.header,
          .about = ModesAbout::equilibrium,
          .t = result.t,
          .state = result.equilibrium.state,
          .modes = result.equilibrium.modes.value(),
          .outputs = result.outputs,
          .problem_case = result.problem_case};
}

ModesResult modes_of(const Catalogue& catalogue, const ModesRequest& request) {
  ModesResult result;
  result.about = request.about;
  if (request.about == ModesAbout::reached) {
    // Settings of formulations and methods are allowed here; the run checks them.
    const Problem& problem = catalogue.problem(request.of.case_name);
    BuiltCase built{problem, checked_case(problem, request.of.settings)};
    equations_of(built.c).want_mechanism(problem, "modes");
    std::tie(result.t, result.state, built.c.system) =
        at_state(request.until, [&] { return reached_state(catalogue, request, built.c); });
    result.header = built.header();
    refuse_singular_position(built, result.t, result.state);
    result.problem_case = std::move(built.c);
  } else {
    BuiltCase built = build_mechanism(catalogue, request.of, "modes");
    const Case& c = built.c;
    result.header = built.header();
    result.t = c.t_begin;
    result.state = at_state(c.t_begin, [&] {
      return request.about == ModesAbout::equilibrium
                 ? find_equilibrium(c.system, c.t_begin, c.q0, c.s0, Judgement::omitted).state
                 : consistent_state(c, assembled_start(c, Redundant::allowed));
    });
    refuse_singular_position(built, result.t, result.state);
    result.problem_case = std::move(built.c);
  }
  want_finite("the state", result.t, {result.state.q, result.state.v, result.state.s});
  result.modes = at_state(result.t, [&] {
    return modes_about(*result.header.system, motion_of(result.t, result.state), request.most);
  });
  want_finite_modes(result.t, result.modes);
  result.outputs = outputs_at(result.problem_case, result.t, result.state, result.header.remarks);
  return result;
}

}  // namespace pleuel
