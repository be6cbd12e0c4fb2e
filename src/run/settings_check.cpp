#include "pleuel/run/settings_check.hpp"

#include "pleuel/linalg/linear_solvers.hpp"
#include "pleuel/mechanics/smooth_start.hpp"
#include "pleuel/problem/model_path.hpp"
#include "pleuel/run/case_equations.hpp"

namespace pleuel {
namespace {

// The options that a setting may refer to: those of `chosen`, or of all entries if it is unknown.
template <class Entry>
void add_options(const std::vector<Entry>& entries, const Entry* chosen, std::vector<OptionSpecs>& specs) {
  // a model file is not in the catalogue
  if (chosen != nullptr) return specs.push_back(chosen->options);
  for (const Entry& entry : entries) specs.push_back(entry.options);
}

// The author of a model names its parameters and need not know the options of methods.
Faults ambiguous_settings(const Settings& settings, const OptionSpecs& parameters,
                          const std::vector<OptionSpecs>& others) {
  const auto has = [](const OptionSpecs& specs, const std::string& name) {
    return std::any_of(specs.begin(), specs.end(), [&](const OptionSpec& spec) { return spec.name == name; });
  };
  Faults faults;
  for (const auto& setting : settings) {
    const std::string& name = setting.first;
    const bool is_option =
        std::any_of(others.begin(), others.end(), [&](const OptionSpecs& specs) { return has(specs, name); });
    if (is_option && has(parameters, name))
      faults.push_back("the setting '" + name +
                       "' is both a parameter of the model and an option of this run; rename the "
                       "parameter in the file");
  }
  return faults;
}

// Settings that the method ignores, if they differ from what it does.
Faults idle_settings(const RunPlan& plan, const std::vector<OptionSpecs>& specs) {
  Faults faults;
  if (plan.method == nullptr || !plan.method->ignored) return faults;
  for (const IgnoredSetting& ignored : plan.method->ignored(plan.method_options))
    for (const OptionSpecs& list : specs) {
      const auto has_name = [&](const OptionSpec& spec) { return spec.name == ignored.name; };
      if (std::any_of(list.begin(), list.end(), has_name) &&
          OptionValues(list, plan.request.settings).is_changed(ignored.name))
        faults.push_back("the setting '" + ignored.name + "' has no effect with method '" +
                         plan.method->name + "': " + ignored.reason + "; leave it out");
    }
  return faults;
}

}  // namespace

OptionSpecs run_options() {
  return {
      {.name = "error",
       .default_value = "scaled",
       .help =
           "how unknowns of index 2 and 3 enter the error test: scaled by powers of h, or like all others",
       .choices = {"scaled", "strict"}},
      {.name = "h_max", .default_value = "0", .help = "largest step; 0: the whole interval", .minimum = 0},
      {.name = "max_steps",
       .default_value = "10000000",
       .help = "the run fails after this number of steps",
       .minimum = 1,
       .maximum = 1e15,
       .is_whole = true},
      {.name = "max_retries",
       .default_value = "100",
       .help = "the run fails after this number of failed attempts of one step",
       .minimum = 0,
       .maximum = 1e9,
       .is_whole = true},
      {.name = "memory",
       .default_value = "check",
       .help = "a run that needs more memory than the machine has available: refused, or tried",
       .choices = {"check", "ignore"}},
      {.name = "redundant",
       .default_value = "case",
       .help = "redundant constraints: refused, or omitted with reactions of least norm; case: the default "
               "of the case, which is refuse except for problems designed for it",
       .choices = {"case", "refuse", "minimum-norm"}},
      {.name = "solver",
       .default_value = LinearSolvers::by_counts,
       .help =
           "sparse linear systems of mechanisms with more than 40 unknowns; auto: by their size, shape and "
           "fill (see: pleuel list solvers)",
       .choices = LinearSolvers::names()},
      {.name = "sweeps",
       .default_value = "case",
       .help = "quasi-static sweeps for the deformation of elastic bodies at the start, which then hardly "
               "oscillate; 0: the values of the case; case: the default of the case, which is 0 for built-in "
               "cases",
       .choices = {"case"},
       .number_allowed = true,
       .minimum = 0,
       .maximum = SmoothStartRequest::most_sweeps,
       .is_whole = true},
      {.name = "threads",
       .default_value = "0",
       .help = "threads of the run; 0: chosen from the number of unknowns; results do not depend on it",
       .minimum = 0,
       .maximum = 256,
       .is_whole = true}};
}

std::shared_ptr<LinearSolvers> solvers_of(const Settings& settings) {
  return std::make_shared<LinearSolvers>(OptionValues(run_options(), settings).text("solver"));
}

StepSettings step_settings(const RunRequest& request) {
  const OptionValues options(run_options(), request.settings);
  StepSettings step;
  step.tolerance = request.tolerance;
  step.scaling = options.is("error", "strict") ? IndexScaling::strict : IndexScaling::scaled;
  step.h0 = request.h0;
  step.fixed_step = request.step;
  step.h_max = options.number("h_max");
  step.max_steps = static_cast<long>(options.number("max_steps"));
  step.max_retries = static_cast<int>(options.number("max_retries"));
  return step;
}

void check_settings(const Catalogue& catalogue, RunPlan& plan, Faults& faults) {
  const Settings& settings = plan.request.settings;
  std::vector<OptionSpecs> specs;
  add_options(catalogue.problems, plan.problem, specs);
  const bool has_formulation =
      plan.equations->has_formulations() && !(plan.method != nullptr && plan.method->is_mechanical());
  if (has_formulation) add_options(catalogue.formulations, plan.formulation, specs);
  add_options(catalogue.methods, plan.method, specs);
  specs.push_back(run_options());
  append(faults, unknown_settings(settings, specs));
  if (plan.problem != nullptr && is_model_path(plan.problem->name))
    append(faults, ambiguous_settings(settings, plan.problem->options, {specs.begin() + 1, specs.end()}));
  if (plan.formulation != nullptr)
    collecting(faults, [&] { (void)OptionValues(plan.formulation->options, settings); });
  if (plan.method != nullptr)
    collecting(faults, [&] {
      plan.method_options = OptionValues(plan.method->options, settings);
      append(faults,
             idle_settings(plan, {run_options(),
                                  plan.formulation != nullptr ? plan.formulation->options : OptionSpecs()}));
    });
}

}  // namespace pleuel
