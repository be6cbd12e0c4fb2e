#include <algorithm>

#include "pleuel/base/names.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/dae/consistent_start.hpp"
#include "pleuel/dae/stoppable_dae.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/run/case_equations.hpp"
#include "pleuel/run/settings_check.hpp"
#include "pleuel/run/start_check.hpp"

namespace pleuel {
namespace {

// Reported instead of a formulation.
constexpr const char* plain_formulation = "dae";

class PlainDaeEquations final : public CaseEquations {
 public:
  Faults faults_of(const Case& c) const override;
  void want_mechanism(const Problem& problem, const std::string& what) const override {
    throw InvalidInput("problem '" + problem.name + "' is a plain DAE: only a mechanism has " + what);
  }
  void check_start(const Catalogue& catalogue, const CaseRequest& request, const Problem&, const Case& c,
                   CheckResult& result) const override {
    check_plain_start(catalogue, request, c, result);
  }

  bool has_formulations() const override { return false; }
  void choose_pair(const Catalogue& catalogue, KnownDaes& daes, RunPlan& plan) const override;
  void describe(RunPlan& plan) const override { plan.dae = plan.problem_case.dae()->info(); }
  std::optional<std::string> refusal(const RunPlan& plan) const override;
  void choose_redundancy(RunPlan& plan, Faults& faults) const override;
  std::vector<MotionOutput> outputs(const std::string& group, const RunPlan& plan,
                                    Faults& faults) const override;
  std::optional<ChosenPair> usual_pair(const Catalogue&, KnownDaes&, const RunPlan&) const override {
    return std::nullopt;
  }
  std::vector<std::string> formulations(const Catalogue&, const RunPlan&) const override { return {}; }

  void make(RunEquations& run) const override {
    run.dae = std::make_unique<StoppableDae>(run.plan.problem_case.dae(), run.stop);
  }
  Start first_start(const RunEquations& of) const override;
  Start restart(const RunEquations& of, double t, ConstVec y) const override;
  Start jumped(const RunEquations& of, const std::vector<int>& events, double t, ConstVec y) const override;
  Start step_again(const RunEquations& of, double t, ConstVec y) const override { return restart(of, t, y); }
  // With hidden constraints ẏ is known only at the start.
  bool can_step_again(const RunPlan& plan) const override { return plan.dae.constraint_level == 0; }
  std::vector<Event> events(const RunEquations& of) const override { return of.plan.problem_case.events; }
  std::vector<Event> corners(const RunEquations&) const override { return {}; }
  void add_monitors(const RunEquations&, const Start&, RunMonitors&) const override {}
  int n_reference(const RunPlan& plan) const override { return plan.dae.n_unknowns(); }
};

Faults PlainDaeEquations::faults_of(const Case& c) const {
  const std::string place = "case '" + c.name + "'";
  Faults faults = faults_of_events(c, c.events);
  if (!c.motion_outputs.empty())
    faults.push_back(place + " is a plain DAE, but has outputs of a mechanism; leave motion_outputs empty");
  if (c.system != nullptr || !c.motion_events.empty())
    faults.push_back(place + " has both a mechanism and a plain DAE; give one of the two");
  const auto dae = c.dae();
  const DaeInfo& info = dae->info();
  const int n = info.n_unknowns();
  if (c.y0.size() != n || (c.ydot0.size() != 0 && c.ydot0.size() != n)) {
    faults.push_back(place + ": y0 and ydot0 have " + std::to_string(c.y0.size()) + " and " +
                     std::to_string(c.ydot0.size()) + " values, but its DAE has " + std::to_string(n) +
                     " unknowns");
  }
  std::vector<std::string> unknowns;
  for (const Unknown& unknown : info.unknowns) unknowns.push_back(unknown.name);
  for (const std::string& name : c.outputs)
    if (std::find(unknowns.begin(), unknowns.end(), name) == unknowns.end())
      faults.push_back(place + ": outputs: " + unknown_name("output", name, unknowns));
  if (info.constraint_level == 0 && !info.is_overdetermined()) return faults;
  const bool jumps = std::any_of(c.events.begin(), c.events.end(),
                                 [](const Event& event) { return event.effect == EventEffect::jump; });
  if (c.ydot0.size() == 0 || jumps || !c.breakpoints.empty()) {
    faults.push_back(place +
                     ": hidden constraints or surplus rows need a given ydot0, and allow neither jumps nor "
                     "breakpoints, because no consistent state can be computed");
  }
  return faults;
}

// Only the method is chosen; there is no formulation.
void PlainDaeEquations::choose_pair(const Catalogue& catalogue, KnownDaes&, RunPlan& plan) const {
  if (plan.request.formulation) {
    throw InvalidInput("the formulation is '" + *plan.request.formulation + "', but problem '" +
                       plan.problem->name + "' is a plain DAE: only a mechanism has formulations");
  }
  plan.names.formulation = {plain_formulation, "the problem is a plain DAE: there is nothing to formulate"};
  plan.names.method = choose_method(catalogue, plan.request.method);
  plan.method = &catalogue.method(plan.names.method.name);
}

std::optional<std::string> PlainDaeEquations::refusal(const RunPlan& plan) const {
  const std::string what = "the plain DAE '" + plan.problem->name + "'";
  if (plan.method->is_mechanical())
    return "method '" + plan.method->name + "' cannot take " + what +
           ": it integrates mechanisms, with their q, v, a and lambda";
  return refusal_by_method(plan, what);
}

void PlainDaeEquations::choose_redundancy(RunPlan& plan, Faults& faults) const {
  if (OptionValues(run_options(), plan.request.settings).is("redundant", "minimum-norm"))
    faults.push_back("redundant=minimum-norm is for mechanisms, but '" + plan.problem->name +
                     "' is a plain DAE");
  if (OptionValues(run_options(), plan.request.settings).is_changed("solver"))
    faults.push_back("the setting 'solver' is for mechanisms, but '" + plan.problem->name +
                     "' is a plain DAE; leave it out");
}

std::vector<MotionOutput> PlainDaeEquations::outputs(const std::string& group, const RunPlan& plan,
                                                     Faults& faults) const {
  faults.push_back("the outputs '" + group + "' are those of mechanisms, but '" + plan.problem->name +
                   "' is a plain DAE");
  return {};
}

Start PlainDaeEquations::first_start(const RunEquations& of) const {
  const Case& c = of.plan.problem_case;
  if (c.ydot0.size() == 0) return restart(of, c.t_begin, c.y0);
  return {.t = c.t_begin, .y = c.y0, .ydot = c.ydot0};
}

Start PlainDaeEquations::restart(const RunEquations& of, double t, ConstVec y) const {
  const RunPlan& plan = of.plan;
  ConsistentStart found = consistent_start(*of.dae, t, y, plan.t_end - plan.problem_case.t_begin);
  if (!found.fault.empty()) {
    throw NoConsistentState("no consistent state of '" + plan.problem_case.name +
                            "' at t = " + number_text(t, 10) + ": " + found.fault);
  }
  return {.t = t, .y = std::move(found.y), .ydot = std::move(found.ydot), .position_moved = found.moved};
}

Start PlainDaeEquations::jumped(const RunEquations& of, const std::vector<int>& events, double t,
                                ConstVec y) const {
  Vector after = y;
  for (const int i : events) of.plan.problem_case.events[i].jump(t, after);
  return restart(of, t, after);
}

}  // namespace

const CaseEquations& plain_dae_equations() {
  static const PlainDaeEquations equations;
  return equations;
}

}  // namespace pleuel
