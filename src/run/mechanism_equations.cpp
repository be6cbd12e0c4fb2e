#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "pleuel/mechanics/counted_system.hpp"
#include "pleuel/mechanics/stoppable_system.hpp"
#include "pleuel/mechanics/system_with_solvers.hpp"
#include "pleuel/mechanics/unknown_names.hpp"
#include "pleuel/run/case_equations.hpp"
#include "pleuel/run/mechanism_start.hpp"
#include "pleuel/run/run_monitors.hpp"
#include "pleuel/run/settings_check.hpp"
#include "pleuel/run/start_check.hpp"

namespace pleuel {
namespace {

class MechanismEquations final : public CaseEquations {
 public:
  Faults faults_of(const Case& c) const override;
  void want_mechanism(const Problem&, const std::string&) const override {}
  void check_start(const Catalogue&, const CaseRequest& request, const Problem& problem, const Case& c,
                   CheckResult& result) const override {
    check_mechanism_start(request, problem, c, result);
  }

  bool has_formulations() const override { return true; }
  void choose_pair(const Catalogue& catalogue, KnownDaes& daes, RunPlan& plan) const override;
  void describe(RunPlan& plan) const override;
  std::optional<std::string> refusal(const RunPlan& plan) const override {
    return refusal_by_method(plan, "formulation '" + plan.names.formulation.name + "'");
  }
  void choose_redundancy(RunPlan& plan, Faults& faults) const override;
  std::vector<MotionOutput> outputs(const std::string& group, const RunPlan& plan,
                                    Faults& faults) const override;
  std::optional<ChosenPair> usual_pair(const Catalogue& catalogue, KnownDaes& daes,
                                       const RunPlan& plan) const override {
    return choose(catalogue, {}, plan.problem_case.system->info(), refusal_by(daes));
  }
  std::vector<std::string> formulations(const Catalogue& catalogue, const RunPlan& plan) const override;

  void make(RunEquations& run) const override;
  Start first_start(const RunEquations& of) const override { return first_mechanism_start(of); }
  Start restart(const RunEquations& of, double t, ConstVec y) const override {
    const Motion at = of.mechanical->motion(t, y);
    return mechanism_start(of, t, at.q, at.v, at.s);
  }
  Start jumped(const RunEquations& of, const std::vector<int>& events, double t, ConstVec y) const override;
  Start step_again(const RunEquations& of, double t, ConstVec y) const override {
    return {.t = t, .y = y, .ydot = of.mechanical->derivative(t, y)};
  }
  bool can_step_again(const RunPlan&) const override { return true; }
  std::vector<Event> events(const RunEquations& of) const override;
  std::vector<Event> corners(const RunEquations& of) const override;
  void add_monitors(const RunEquations& of, const Start& start, RunMonitors& monitors) const override {
    monitors.watch_motion(of, start);
  }
  int n_reference(const RunPlan& plan) const override {
    const SystemInfo& system = plan.problem_case.system->info();
    return system.n_q() + 2 * system.n_v() + system.n_lambda();
  }
};

// Names must be unique in the header of a trajectory.
Faults faults_of_outputs(const std::string& place, const Case& c) {
  Faults faults;
  std::unordered_map<std::string_view, int> uses = {{"t", 1}};
  for (const MotionOutput& output : c.motion_outputs) uses.emplace(output.name, 0);
  const SystemInfo& system = c.system->info();
  for (const auto* part : {&system.q, &system.v, &system.a, &system.lambda, &system.s})
    for (const Quantity& x : *part)
      if (const auto found = uses.find(x.name); found != uses.end()) ++found->second;
  for (const MotionOutput& output : c.motion_outputs) {
    if (!output.value) faults.push_back(place + ": output '" + output.name + "' has no function");
    if (uses[output.name]++ > 0)
      faults.push_back(place + ": output '" + output.name +
                       "' has the name of an unknown or of another output; give it one of its own");
  }
  for (const std::string& name : c.outputs)
    if (const auto fault = fault_of_unknown(system, name)) faults.push_back(place + ": outputs: " + *fault);
  return faults;
}

Faults MechanismEquations::faults_of(const Case& c) const {
  const std::string place = "case '" + c.name + "'";
  if (c.system == nullptr) return {place + " has no system"};
  Faults faults = faults_of_events(c, c.motion_events);
  append(faults, faults_of_outputs(place, c));
  if (!c.events.empty())
    faults.push_back(place + " is a mechanism, but has events of a plain DAE; give motion_events");
  const auto compare = [&](const char* name, Eigen::Index size, int wanted) {
    if (size == wanted) return;
    faults.push_back(place + ": " + name + " has " + std::to_string(size) + " values, but its system has " +
                     std::to_string(wanted));
  };
  const SystemInfo& system = c.system->info();
  compare("q0", c.q0.size(), system.n_q());
  compare("v0", c.v0.size(), system.n_v());
  compare("s0", c.s0.size(), system.n_s());
  return faults;
}

// A method for mechanisms has its own equations: there is no formulation to choose.
void choose_for_mechanical_method(RunPlan& plan) {
  const Method& method = *plan.method;
  const std::string name = method.equations(OptionValues(method.options, plan.request.settings));
  if (plan.request.formulation) {
    throw InvalidInput("the formulation is '" + *plan.request.formulation + "', but method '" + method.name +
                       "' has its own equations, here '" + name +
                       "': leave the formulation out; the method's options choose");
  }
  plan.names.method = {method.name};
  plan.names.formulation = {name, "method '" + method.name + "' has its own equations"};
}

void MechanismEquations::choose_pair(const Catalogue& catalogue, KnownDaes& daes, RunPlan& plan) const {
  if (plan.method != nullptr && plan.method->is_mechanical()) return choose_for_mechanical_method(plan);
  const RunRequest& request = plan.request;
  plan.names = choose(catalogue, {request.formulation, request.method}, plan.problem_case.system->info(),
                      refusal_by(daes));
  plan.formulation = &catalogue.formulation(plan.names.formulation.name);
  plan.method = &catalogue.method(plan.names.method.name);
}

// The unknowns q, v, a, λ, s with the name of the method's equations.
std::unique_ptr<MechanicalDae> bare_motion(const std::string& name,
                                           std::shared_ptr<const MechanicalSystem> system) {
  FormulationRows rows{.name = name, .constraints = {{.velocity = 1}}};
  rows.constraint_level = 1;
  rows.index_a = 2;
  return std::make_unique<EquationsOfMotion>(std::move(system), rows);
}

// The DAE of the plan's formulation, or of its method's equations.
std::unique_ptr<MechanicalDae> make_mechanical_dae(const RunPlan& plan,
                                                   std::shared_ptr<const MechanicalSystem> system) {
  if (plan.method->is_mechanical()) return bare_motion(plan.names.formulation.name, std::move(system));
  return plan.formulation->make(std::move(system),
                                OptionValues(plan.formulation->options, plan.request.settings));
}

void MechanismEquations::describe(RunPlan& plan) const {
  const auto dae = make_mechanical_dae(plan, plan.problem_case.system);
  plan.dae = dae->info();
  plan.motion = dae->parts();
}

void MechanismEquations::choose_redundancy(RunPlan& plan, Faults& faults) const {
  const Case& c = plan.problem_case;
  plan.takes_redundant = takes_redundant(c, plan.request.settings) && c.system->info().n_lambda() > 0;
  if (plan.takes_redundant && plan.method->is_mechanical())
    faults.push_back("redundant=minimum-norm is for methods that take a formulation, but method '" +
                     plan.method->name + "' takes the mechanism itself; choose another method");
  else if (plan.takes_redundant && plan.is_quasi_static())
    faults.push_back("redundant=minimum-norm is for equations of motion, but formulation '" +
                     plan.formulation->name + "' has none; leave the redundant constraint out");
}

std::vector<MotionOutput> MechanismEquations::outputs(const std::string& group, const RunPlan& plan,
                                                      Faults& faults) const {
  const auto& system = plan.problem_case.system;
  if (group == "energy") return energy_outputs(system);
  if (group != "power") return {};
  if (!plan.is_quasi_static()) return power_outputs(system);
  faults.push_back("the outputs 'power' need velocities, which the formulation '" + plan.formulation->name +
                   "' does not have; leave them out");
  return {};
}

// Equilibria are not motions, and without constraints there is only one formulation.
std::vector<std::string> MechanismEquations::formulations(const Catalogue& catalogue,
                                                          const RunPlan& plan) const {
  if (plan.is_quasi_static() || plan.problem_case.system->info().n_lambda() == 0)
    return {plan.names.formulation.name};
  std::vector<std::string> names;
  for (const Formulation& formulation : catalogue.formulations)
    if (formulation.has_motion()) names.push_back(formulation.name);
  return names;
}

void MechanismEquations::make(RunEquations& run) const {
  const Case& c = run.plan.problem_case;
  run.solvers = solvers_of(run.plan.request.settings);
  const auto solved = std::make_shared<SystemWithSolvers>(counted(c.system, c.t_begin), run.solvers);
  run.system = std::make_shared<StoppableSystem>(solved, run.stop);
  auto made = make_mechanical_dae(run.plan, run.system);
  made->share_names(run.plan.dae);
  run.mechanical = made.get();
  run.dae = std::move(made);
}

Start MechanismEquations::jumped(const RunEquations& of, const std::vector<int>& events, double t,
                                 ConstVec y) const {
  const Motion before = of.mechanical->motion(t, y);
  Vector q = before.q, v = before.v, s = before.s;
  JumpedState state{q, v, s};
  for (const int i : events) of.plan.problem_case.motion_events[i].jump(t, state);
  return mechanism_start(of, t, q, v, s);
}

std::vector<Event> MechanismEquations::events(const RunEquations& of) const {
  std::vector<Event> events;
  for (const MotionEvent& event : of.plan.problem_case.motion_events) {
    events.push_back({.name = event.name,
                      .value = [value = event.value, dae = of.mechanical](
                                   double t, ConstVec y) { return value(dae->motion(t, y)); },
                      .crossing = event.crossing,
                      .effect = event.effect});
  }
  return events;
}

/// The corners of a system at the last evaluated point.
class CornerValues {
 public:
  explicit CornerValues(const RunEquations& of)
      : dae_(of.mechanical),
        evaluator_(of.system->make_evaluator()),
        values_(Vector::Zero(of.system->info().n_corners)) {}

  double value(int k, double t, ConstVec y) {
    if (t != t_ || y.size() != y_.size() || (y.array() != y_.array()).any()) {
      t_ = t;
      y_ = y;
      evaluator_->corners(dae_->motion(t, y), values_);
    }
    // A NaN in an inactive branch of a formula does not affect other corners.
    return std::isnan(values_[k]) ? 1 : values_[k];
  }

 private:
  const MechanicalDae* dae_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  double t_ = 0;
  Vector y_, values_;
};

std::vector<Event> MechanismEquations::corners(const RunEquations& of) const {
  if (of.plan.is_quasi_static() || of.plan.step.fixed_step > 0) return {};
  std::vector<Event> corners;
  const auto values = std::make_shared<CornerValues>(of);
  for (int k = 0; k < of.system->info().n_corners; ++k)
    corners.push_back({.name = "corner",
                       .value = [values, k](double t, ConstVec y) { return values->value(k, t, y); },
                       .effect = EventEffect::note});
  return corners;
}

}  // namespace

const CaseEquations& mechanism_equations() {
  static const MechanismEquations equations;
  return equations;
}

}  // namespace pleuel
