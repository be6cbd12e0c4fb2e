#include "pleuel/run/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <tuple>

#include "pleuel/base/error.hpp"
#include "pleuel/base/left_domain.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/counted_system.hpp"
#include "pleuel/run/assembled_start.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/run_failure.hpp"
#include "pleuel/run/start.hpp"
#include "pleuel/run/validity_watch.hpp"

namespace pleuel {
namespace {

constexpr double is_position = 1e-9;  // of 1 + max |q|: the constraints are met
constexpr double part_of_run = 1e-3;  // how far time goes to look at positions near by

/// The case; settings are checked against its problem and `run_options()`.
struct BuiltCase {
  const Problem& problem;
  Case c;

  CaseHeader header() const { return {problem.name, problem.title, c.remarks, c.system}; }
  Mobility mobility(ConstVec q) const {
    return mobility_at(c.system, c.t_begin, q, part_of_run * (c.t_end - c.t_begin));
  }
};

BuiltCase build(const Catalogue& catalogue, const CaseRequest& request) {
  const Problem& problem = catalogue.problem(request.case_name);
  auto faults = unknown_settings(request.settings, {problem.options, run_options()});
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  BuiltCase built{problem, checked_case(problem, request.settings)};
  if (!built.c.is_plain()) built.c.system = counted(built.c.system, built.c.t_begin);
  return built;
}

BuiltCase build_mechanism(const Catalogue& catalogue, const CaseRequest& request, const std::string& what) {
  BuiltCase built = build(catalogue, request);
  if (built.c.is_plain())
    throw InvalidInput("problem '" + built.problem.name + "' is a plain DAE: only a mechanism has " + what);
  return built;
}

/// Does `work`, which evaluates a model. What the model throws there means that there is no such
/// state.
template <class Work>
auto at_state(double t, Work work) {
  try {
    return work();
  } catch (const NoConsistentState&) {
    throw;
  } catch (const InvalidInput&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    throw NoConsistentState("the model cannot be evaluated at " + at_time(t) + ": " + thrown_text());
  }
}

/// Throws unless all of them are finite.
void want_finite(const char* what, double t, std::initializer_list<ConstVec> vectors,
                 std::initializer_list<double> numbers = {}) {
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

void want_finite(double t, const ModeSet& set) {
  for (const Mode& mode : set.modes)
    if (!std::isfinite(mode.natural_omega()) || !mode.q.allFinite() || !mode.s.allFinite())
      want_finite("a mode", t, {}, {std::numeric_limits<double>::quiet_NaN()});
}

/// Also where constraints repeat each other.
InitialState consistent(const std::shared_ptr<const MechanicalSystem>& system, double t, ConstVec q,
                        ConstVec v, ConstVec s) {
  if (system->info().n_lambda() == 0) return consistent_initial_state(*system, t, q, v, s);
  ConstraintChoice choice(system);
  return minimum_norm_initial_state(choice, t, q, v, s);
}

/// The start of a case, as a run would begin.
InitialState consistent(const Case& c, const AssembledStart& from) {
  InitialState x = consistent(c.system, c.t_begin, from.q, from.v, c.s0);
  x.position_moved = position_moved(c, x.q);
  x.velocity_moved = velocity_moved(c, x.v);
  return x;
}

Motion motion(double t, const InitialState& x) {
  return {.t = t, .q = x.q, .v = x.v, .a = x.a, .lambda = x.lambda, .s = x.s};
}

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

void check_plain(const Catalogue& catalogue, const CaseRequest& request, CheckResult& result) {
  const RunPlan planned = plan(catalogue, {.case_name = request.case_name, .settings = request.settings});
  result.n_unknowns = planned.dae.n_unknowns();
  try {
    result.moved = at_state(result.t, [&] { return first_start(RunEquations(planned)); }).position_moved;
  } catch (const NoConsistentState& error) {
    result.verdict = StartVerdict::none;
    result.faults = {error.what()};
  }
}

/// A run takes redundant constraints where the user, or else the case, says so.
bool takes_redundant(const Case& c, const Settings& settings) {
  const OptionValues options(run_options(), settings);
  return options.is("redundant", "case") ? c.is_redundant : options.is("redundant", "minimum-norm");
}

void check_mechanism(const BuiltCase& built, const Settings& settings, CheckResult& result) {
  const Case& c = built.c;
  try {
    at_state(c.t_begin, [&] {
      result.given = residuals_of(c);
      const AssembledStart from = assembled_start(c, Redundant::allowed);
      result.start = consistent(c, from);
      result.report = report_on_start(c, from, motion(c.t_begin, *result.start),
                                      built.problem.preferences.rtol.value_or(ToleranceRequest().rtol));
      result.mobility = built.mobility(result.start->q);
      result.energy = c.system->make_evaluator()->energy(motion(c.t_begin, *result.start));
      want_finite("the start", c.t_begin, *result.start);
      want_finite("the energy of the start", c.t_begin, {},
                  {result.energy.total(), result.report.strain_energy});
      want_finite("the residual of the constraints in the values given", c.t_begin, {},
                  {result.given.position, result.given.velocity});
    });
  } catch (const NoConsistentState& error) {
    result.verdict = StartVerdict::none;
    result.faults = {error.what()};
    // A singular position may be the reason, if the position is one at all.
    if (!result.mobility && result.given.position <= is_position * (1 + c.q0.cwiseAbs().maxCoeff()))
      result.mobility = built.mobility(c.q0);
    return;
  }
  if (takes_redundant(c, settings) || result.mobility->redundant.empty()) return;
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

/// The state that a run ends in, made consistent, its time, and the system with its turns there.
std::tuple<double, InitialState, std::shared_ptr<const MechanicalSystem>> reached_state(
    const Catalogue& catalogue, const ModesRequest& request) {
  RunRequest wanted{.case_name = request.of.case_name};
  wanted.tolerance.rtol = wanted.tolerance.atol = request.rtol;
  wanted.until = request.until;
  wanted.settings = request.of.settings;
  const RunPlan planned = plan(catalogue, wanted);
  const RunEquations equations(planned);
  const RunResult result = run(equations);
  if (result.status != RunStatus::ok || result.t != planned.t_end)
    throw NoConsistentState("the run that should reach " + at_time(planned.t_end) +
                            " did not: " + result.message);
  const Motion at = equations.mechanical->motion(result.t, view(result.y));
  const auto& system = equations.system;
  return {result.t, consistent(system, result.t, at.q, at.v, at.s), system};
}

void refuse_singular_position(const BuiltCase& built, double t, const InitialState& x) {
  if (built.c.system->info().n_lambda() == 0) return;
  const Mobility mobility =
      mobility_at(built.c.system, t, x.q, part_of_run * (built.c.t_end - built.c.t_begin));
  if (!mobility.is_singular()) return;
  const auto it = std::find_if(mobility.redundant.begin(), mobility.redundant.end(),
                               [](const auto& r) { return r.kind == Redundancy::here; });
  throw NoConsistentState("system '" + built.c.system->info().name + "' is in a singular position at " +
                          at_time(t) + ": constraint '" + built.c.system->info().constraints[it->row] +
                          "' repeats others in this position only, so there is nothing to linearise on; "
                          "choose another position");
}

/// What would keep a run of the whole interval from starting, though the start itself is sound:
/// drivers that jump on the way.
void add_refusals_of_run(const Catalogue& catalogue, const CaseRequest& request,
                         std::vector<std::string>& remarks) {
  try {
    (void)plan(catalogue, {.case_name = request.case_name, .settings = request.settings});
  } catch (const InvalidModel& refusal) {
    for (const std::string& fault : refusal.faults()) remarks.push_back("a run is refused: " + fault);
  } catch (const InvalidInput&) {
    // Of the pair, not of the case.
  }
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
  if (built.c.is_plain())
    check_plain(catalogue, request, result);
  else
    check_mechanism(built, request.settings, result);
  for (const std::string& remark : result.report.remarks) result.header.remarks.push_back(remark);
  if (built.c.time_functions != nullptr) add_refusals_of_run(catalogue, request, result.header.remarks);
  return result;
}

StaticsResult statics_of(const Catalogue& catalogue, const CaseRequest& request) {
  const BuiltCase built = build_mechanism(catalogue, request, "equilibria");
  const Case& c = built.c;
  StaticsResult result;
  result.header = built.header();
  result.t = c.t_begin;
  at_state(c.t_begin, [&] {
    result.equilibrium = find_equilibrium(c.system, c.t_begin, c.q0, c.s0);
    result.energy = c.system->make_evaluator()->energy(motion(c.t_begin, result.equilibrium.state));
    const Equilibrium& e = result.equilibrium;
    want_finite(
        "the equilibrium", c.t_begin, {e.state.q, e.state.lambda, e.state.s},
        {e.state.position_moved, e.force_residual, e.force_scale, e.constraint_residual, e.largest_rate});
    want_finite("the energy of the equilibrium", c.t_begin, {}, {result.energy.total()});
    if (e.modes) want_finite(c.t_begin, *e.modes);
  });
  ValidityWatch validity(c.validity);
  try {
    validity.look(c.t_begin, result.equilibrium.state.q);
    for (std::string& remark : validity.remarks()) result.header.remarks.push_back(std::move(remark));
  } catch (const LeftDomain& left) {
    result.header.remarks.push_back(left.what());
  }
  return result;
}

ModesResult modes_of(const Catalogue& catalogue, const ModesRequest& request) {
  ModesResult result;
  result.about = request.about;
  if (request.about == ModesAbout::reached) {
    // Settings of formulations and methods count here, which the run checks.
    const Problem& problem = catalogue.problem(request.of.case_name);
    BuiltCase built{problem, checked_case(problem, request.of.settings)};
    if (built.c.is_plain()) (void)build_mechanism(catalogue, request.of, "modes");
    std::tie(result.t, result.state, built.c.system) =
        at_state(request.until, [&] { return reached_state(catalogue, request); });
    result.header = built.header();
    refuse_singular_position(built, result.t, result.state);
  } else {
    const BuiltCase built = build_mechanism(catalogue, request.of, "modes");
    const Case& c = built.c;
    result.header = built.header();
    result.t = c.t_begin;
    result.state = at_state(c.t_begin, [&] {
      return request.about == ModesAbout::equilibrium
                 ? find_equilibrium(c.system, c.t_begin, c.q0, c.s0).state
                 : consistent(c, assembled_start(c, Redundant::allowed));
    });
    refuse_singular_position(built, result.t, result.state);
  }
  want_finite("the state", result.t, {result.state.q, result.state.v, result.state.s});
  result.modes =
      at_state(result.t, [&] { return modes_about(*result.header.system, motion(result.t, result.state)); });
  want_finite(result.t, result.modes);
  return result;
}

}  // namespace pleuel
