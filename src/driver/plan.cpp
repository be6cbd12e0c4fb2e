#include "pleuel/driver/plan.hpp"

#include <cmath>
#include <cstdio>
#include <functional>

namespace pleuel {
namespace {

using Faults = std::vector<std::string>;

void append(Faults& faults, const Faults& more) { faults.insert(faults.end(), more.begin(), more.end()); }

// Does `work`; what the user did wrong in it is added to `faults`.
void collecting(Faults& faults, const std::function<void()>& work) {
  try {
    work();
  } catch (const InvalidModel&) {
    throw;
  } catch (const InvalidInput& error) {
    append(faults, error.faults());
  }
}

std::string shown(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.12g", value);
  return text;
}

Faults faults_of_numbers(const RunRequest& request) {
  Faults faults;
  const auto is_size = [](double value) { return std::isfinite(value) && value >= 0; };
  if (!is_size(request.h0))
    faults.push_back("the first step is " + shown(request.h0) + ", but must be positive (or 0: chosen)");
  if (!is_size(request.step))
    faults.push_back("the step is " + shown(request.step) + ", but must be positive (or 0: variable)");
  if (request.every && !(is_size(*request.every) && *request.every > 0)) {
    faults.push_back("the sampling interval is " + shown(*request.every) + ", but must be positive");
  }
  if (request.every && !request.at.empty()) {
    faults.push_back("samples are asked for both at equal intervals and at given times; give one of the two");
  }
  if (request.repeat < 1) {
    faults.push_back("the number of repetitions is " + std::to_string(request.repeat) +
                     ", but must be at least 1");
  }
  return faults;
}

Faults faults_of_times(const RunRequest& request, const Case& problem_case, double t_end) {
  Faults faults;
  if (!std::isfinite(t_end) || t_end <= problem_case.t_begin) {
    faults.push_back("the end time is " + shown(t_end) + ", but must lie after the start, " +
                     shown(problem_case.t_begin));
    return faults;
  }
  for (const double t : request.at) {
    const bool is_inside = t >= problem_case.t_begin && t <= t_end;
    if (!is_inside) {
      faults.push_back("a sample is asked for at t = " + shown(t) + ", but the run goes from " +
                       shown(problem_case.t_begin) + " to " + shown(t_end));
    }
  }
  return faults;
}

// The common values alone, for when there are no unknowns yet to check the others against.
Faults faults_of_tolerance(const ToleranceRequest& tolerance) {
  Faults faults;
  collecting(faults, [&] { (void)resolve({.rtol = tolerance.rtol, .atol = tolerance.atol}, {}); });
  return faults;
}

Case build(const Problem& problem, const Settings& settings) {
  const OptionValues options(problem.options, settings);  // a fault in here is the request's, not the model's
  try {
    return problem.build(options);
  } catch (const InvalidInput& error) {
    throw InvalidModel(error.faults());
  }
}

// Why `method` cannot take `formulation` of this case, if so.
std::optional<std::string> refusal_of(const Formulation& formulation, const Method& method,
                                      const Case& problem_case, const Settings& settings) {
  if (!method.refusal) return std::nullopt;
  const auto dae = formulation.make(problem_case.system, OptionValues(formulation.options, settings));
  return method.refusal(dae->info());
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
  return step;
}

// Names that can be looked up by themselves, and all values that can be checked without a case.
void check_names_and_numbers(const Catalogue& catalogue, const RunRequest& request, RunPlan& plan,
                             Faults& faults) {
  collecting(faults, [&] { plan.problem = &catalogue.problem(request.case_name); });
  if (request.formulation) collecting(faults, [&] { (void)catalogue.formulation(*request.formulation); });
  if (request.method) collecting(faults, [&] { (void)catalogue.method(*request.method); });
  append(faults, faults_of_numbers(request));
  collecting(faults, [&] { plan.step = step_settings(request); });
}

// Everything that needs the case: settings by name, times, tolerances by name, refusal.
void complete(const Catalogue& catalogue, const RunRequest& request, RunPlan& plan, Faults& faults) {
  const auto refusal = [&](const Formulation& formulation, const Method& method) {
    return refusal_of(formulation, method, plan.problem_case, request.settings);
  };
  plan.names =
      choose(catalogue, {request.formulation, request.method}, plan.problem_case.system->info(), refusal);
  plan.formulation = &catalogue.formulation(plan.names.formulation.name);
  plan.method = &catalogue.method(plan.names.method.name);

  append(faults, unknown_settings(request.settings, {plan.problem->options, plan.formulation->options,
                                                     plan.method->options, run_options()}));
  collecting(faults, [&] { plan.method_options = OptionValues(plan.method->options, request.settings); });
  plan.t_end = request.until.value_or(plan.problem_case.t_end);
  append(faults, faults_of_times(request, plan.problem_case, plan.t_end));

  const OptionValues formulation_options(plan.formulation->options, request.settings);
  plan.dae = plan.formulation->make(plan.problem_case.system, formulation_options);
  collecting(faults, [&] { (void)resolve(request.tolerance, plan.dae->info().unknowns); });
  if (const auto reason = plan.method->refusal ? plan.method->refusal(plan.dae->info()) : std::nullopt) {
    faults.push_back("method '" + plan.method->name + "' cannot take formulation '" + plan.formulation->name +
                     "': " + *reason);
  }
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
       .help = "the run is given up after so many steps",
       .minimum = 1,
       .maximum = 1e15}};
}

RunPlan plan(const Catalogue& catalogue, const RunRequest& request) {
  RunPlan plan;
  plan.request = request;
  Faults faults;
  check_names_and_numbers(catalogue, request, plan, faults);
  const bool are_names_known = faults.empty();
  if (plan.problem != nullptr) {
    bool is_built = false;
    collecting(faults, [&] {
      plan.problem_case = build(*plan.problem, request.settings);
      is_built = true;
    });
    if (is_built && are_names_known) {
      collecting(faults, [&] { complete(catalogue, request, plan, faults); });
    } else {
      append(faults, faults_of_tolerance(request.tolerance));
    }
  } else {
    append(faults, faults_of_tolerance(request.tolerance));
  }
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  return plan;
}

}  // namespace pleuel
