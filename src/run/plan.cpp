#include "pleuel/run/plan.hpp"

#include <algorithm>
#include <map>

#include "pleuel/run/case_check.hpp"
#include "pleuel/run/case_equations.hpp"
#include "pleuel/run/choice/automatic_choice.hpp"
#include "pleuel/run/request_check.hpp"
#include "pleuel/run/run_defaults.hpp"
#include "pleuel/run/run_resources.hpp"
#include "pleuel/run/settings_check.hpp"
#include "pleuel/run/switch_plan.hpp"
#include "pleuel/run/tolerance_remark.hpp"

namespace pleuel {
namespace {

// Checks that need the equations: tolerances by name, refusals.
void check_equations(RunPlan& plan, Faults& faults) {
  plan.equations->describe(plan);
  collecting(faults, [&] { (void)resolve(plan.request.tolerance, plan.dae.unknowns); });
  if (auto refusal = plan.equations->refusal(plan)) faults.push_back(std::move(*refusal));
}

void add_tolerance_remarks(RunPlan& plan) {
  if (plan.step.fixed_step > 0) return;  // there is no error test
  const ToleranceRequest& tolerance = plan.request.tolerance;
  std::map<std::string, double> given = {{"rtol", tolerance.rtol}};
  for (const auto& [group, rtol] : tolerance.rtol_of) given["rtol of " + group] = rtol;
  for (const auto& [name, rtol] : given)
    if (auto remark = tolerance_remark(name, rtol)) plan.problem_case.remarks.push_back(std::move(*remark));
  if (auto remark = absolute_tolerance_remark("atol", tolerance.atol))
    plan.problem_case.remarks.push_back(std::move(*remark));
}

void forget_automatic(RunRequest& request) {
  for (auto* name : {&request.formulation, &request.method})
    if (*name == automatic_name) name->reset();
}

// True if the plan's formulation or method was not given and could be another one.
bool is_open(const RunPlan& plan) {
  const RunRequest& request = plan.request;
  if (!request.method) return true;
  return plan.formulation != nullptr && !request.formulation;
}

// Checks names, and all values that do not depend on a case.
void check_names_and_numbers(const Catalogue& catalogue, RunPlan& plan, Faults& faults,
                             Faults& model_faults) {
  RunRequest& request = plan.request;
  try {
    plan.problem = &catalogue.problem(request.case_name);
    Preferences preferences = plan.problem->preferences;
    if (request.method == automatic_name) preferences.method.reset();
    if (request.formulation == automatic_name) preferences.formulation.reset();
    forget_automatic(request);
    apply(catalogue, preferences, request);
  } catch (const InvalidModel& error) {
    model_faults = error.faults();
  } catch (const InvalidInput& error) {
    append(faults, error.faults());
  }
  if (request.formulation)
    collecting(faults, [&] { plan.formulation = &catalogue.formulation(*request.formulation); });
  if (request.method) collecting(faults, [&] { plan.method = &catalogue.method(*request.method); });
  append(faults, faults_of_numbers(request));
  collecting(faults, [&] {
    plan.step = step_settings(request);
    (void)solvers_of(request.settings);
  });
}

// The requested case, or a substitute that provides only times for the checks.
enum class CaseKind { real, stand_in };

// Builds the case. Faults of the model go to `model_faults`, invalid settings to `faults`. After a
// fault the case with default settings replaces it if possible, so that times can still be checked.
CaseKind build_case(RunPlan& plan, Faults& faults, Faults& model_faults) {
  try {
    plan.problem_case = checked_case(*plan.problem, plan.request.settings);
    return CaseKind::real;
  } catch (const InvalidModel& error) {
    model_faults = error.faults();
  } catch (const InvalidInput& error) {
    append(faults, error.faults());
  }
  const auto is_set = [&](const OptionSpec& spec) { return plan.request.settings.contains(spec.name); };
  // Without own settings, the default case was the one that failed.
  if (std::ranges::none_of(plan.problem->options, is_set)) return CaseKind::stand_in;
  try {
    plan.problem_case = checked_case(*plan.problem, {});
  } catch (const InvalidInput&) {
    // Case{} starts at 0, like nearly all cases.
  }
  return CaseKind::stand_in;
}

// Completes everything that needs the case.
void complete(const Catalogue& catalogue, CaseKind kind, RunPlan& plan, Faults& faults) {
  const bool are_names_known = (!plan.request.formulation || plan.formulation != nullptr) &&
                               (!plan.request.method || plan.method != nullptr);
  KnownDaes daes(plan.problem_case.system, plan.request.settings);
  if (kind == CaseKind::real && are_names_known)
    collecting(faults, [&] { plan.equations->choose_pair(catalogue, daes, plan); });
  const bool are_names_chosen = !plan.names.formulation.name.empty();
  check_settings(catalogue, plan, faults);
  plan.t_end = plan.request.until.value_or(plan.problem_case.t_end);
  append(faults, faults_of_times(plan.request, plan.problem_case, plan.t_end));
  if (are_names_chosen) {
    collecting(faults, [&] {
      check_equations(plan, faults);
      plan.equations->choose_redundancy(plan, faults);
      choose_start(plan, faults);
      choose_outputs(plan, faults);
      check_memory(plan, faults);
      add_doubt(catalogue, daes, plan);
      add_tolerance_remarks(plan);
    });
  }
  if (plan.dae.unknowns.empty()) append(faults, faults_of_tolerance(plan.request.tolerance));
}

// True if the user gave only the name of a model file: any conflict is then in the file.
bool is_of_file_alone(const RunRequest& r, const Problem* problem) {
  const bool says_how = r.formulation || r.method || r.until || r.every || !r.at.empty() || r.h0 != 0 ||
                        r.step != 0 || !r.outputs.empty() || !r.settings.empty() || r.timeout ||
                        r.repeat != RunRequest().repeat;
  return problem != nullptr && !problem->preferences.place.empty() && !says_how && r.is_tolerance_open;
}

}  // namespace

RunPlan plan(const Catalogue& catalogue, const RunRequest& request, std::optional<Case> built) {
  RunPlan made = checked_plan(catalogue, request, std::move(built));
  return is_open(made) ? automatic_plan(catalogue, std::move(made)) : made;
}

RunPlan checked_plan(const Catalogue& catalogue, const RunRequest& request, std::optional<Case> built) {
  RunPlan plan;
  plan.request = request;
  Faults faults, model_faults;
  plan.equations = &equations_of(plan.problem_case);
  check_names_and_numbers(catalogue, plan, faults, model_faults);
  if (plan.problem != nullptr) {
    if (built) plan.problem_case = std::move(*built);
    const CaseKind kind = built ? CaseKind::real : build_case(plan, faults, model_faults);
    plan.equations = &equations_of(plan.problem_case);
    if (!plan.request.formulation || !plan.request.method)
      plan.built = std::make_shared<const Case>(plan.problem_case);
    complete(catalogue, kind, plan, faults);
    if (faults.empty() && model_faults.empty()) model_faults = collect_switches(plan);
  } else if (model_faults.empty()) {  // an unreadable file may have any parameters
    check_settings(catalogue, plan, faults);
    append(faults, faults_of_tolerance(request.tolerance));
  }
  if (is_of_file_alone(request, plan.problem)) {
    for (const auto& fault : faults) model_faults.push_back(plan.problem->preferences.place + ": " + fault);
    faults.clear();
  }
  if (faults.empty() && !model_faults.empty()) throw InvalidModel(std::move(model_faults));
  append(faults, model_faults);
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  return plan;
}

}  // namespace pleuel
