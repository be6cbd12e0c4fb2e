#include "pleuel/run/run_defaults.hpp"

#include <algorithm>

#include "pleuel/run/settings_check.hpp"

namespace pleuel {
namespace {

// Why a method cannot take a formulation of the case.
Refusal refusal_by(KnownDaes& daes) {
  return [&](const Formulation& formulation, const Method& method) {
    return method.refusal ? method.refusal(daes.info(formulation)) : std::nullopt;
  };
}

// Fills in the names left open.
void choose_names(const Catalogue& catalogue, KnownDaes& daes, RunPlan& plan) {
  const RunRequest& request = plan.request;
  plan.names = choose(catalogue, {request.formulation, request.method}, plan.problem_case.system->info(),
                      refusal_by(daes));
  plan.formulation = &catalogue.formulation(plan.names.formulation.name);
  plan.method = &catalogue.method(plan.names.method.name);
}

// A plain DAE has no formulation: only the method is chosen.
void choose_for_plain_dae(const Catalogue& catalogue, RunPlan& plan) {
  if (plan.request.formulation) {
    throw InvalidInput("the formulation is '" + *plan.request.formulation + "', but problem '" +
                       plan.problem->name + "' is a plain DAE: only a mechanism has formulations");
  }
  plan.names.formulation = {plain_formulation, "the problem is a plain DAE: there is nothing to formulate"};
  plan.names.method = choose_method(catalogue, plan.request.method);
  plan.method = &catalogue.method(plan.names.method.name);
}

// A method that takes the mechanism itself brings its own equations: there is no formulation to
// choose.
void choose_for_mechanical_method(RunPlan& plan) {
  const Method& method = *plan.method;
  const std::string name = method.equations(OptionValues(method.options, plan.request.settings));
  if (plan.request.formulation) {
    throw InvalidInput("the formulation is '" + *plan.request.formulation + "', but method '" + method.name +
                       "' brings its own equations, here '" + name +
                       "': leave the formulation out; the method's options choose");
  }
  plan.names.method = {method.name};
  plan.names.formulation = {name, "method '" + method.name + "' brings its own equations"};
}

}  // namespace

const DaeInfo& KnownDaes::info(const Formulation& formulation) {
  auto& info = known_[formulation.name];
  if (info.name.empty()) info = formulation.describe(system_, OptionValues(formulation.options, settings_));
  return info;
}

void apply(const Catalogue& catalogue, const Preferences& preferences, RunRequest& request) {
  if (!request.method) request.method = preferences.method;
  const auto brings_equations = [&](const Method& m) {
    return m.name == request.method && m.is_mechanical();
  };
  if (!request.formulation &&
      std::none_of(catalogue.methods.begin(), catalogue.methods.end(), brings_equations))
    request.formulation = preferences.formulation;
  if (request.is_tolerance_open && preferences.rtol) request.tolerance.rtol = *preferences.rtol;
  if (request.is_tolerance_open && (preferences.atol || preferences.rtol))
    request.tolerance.atol = preferences.atol.value_or(request.tolerance.rtol);
  if (!request.every && request.at.empty()) request.every = preferences.every;
}

void choose_equations(const Catalogue& catalogue, KnownDaes& daes, RunPlan& plan) {
  if (plan.problem_case.is_plain()) return choose_for_plain_dae(catalogue, plan);
  if (plan.method != nullptr && plan.method->is_mechanical()) return choose_for_mechanical_method(plan);
  choose_names(catalogue, daes, plan);
}

void add_doubt(const Catalogue& catalogue, KnownDaes& daes, RunPlan& plan) {
  if (!plan.method->doubt || plan.step.fixed_step > 0) return;
  const auto reason = plan.method->doubt(plan.dae);
  if (!reason) return;
  std::string text = "errors may exceed the tolerance by far with method '" + plan.method->name + "' on '" +
                     plan.names.formulation.name + "': " + *reason;
  if (!plan.problem_case.is_plain()) {
    const ChosenPair better = choose(catalogue, {}, plan.problem_case.system->info(), refusal_by(daes));
    text += "; take '" + better.formulation.name + "' with '" + better.method.name + "' where digits matter";
  }
  plan.problem_case.remarks.push_back(std::move(text));
}

void choose_redundancy(RunPlan& plan, Faults& faults) {
  const OptionValues options(run_options(), plan.request.settings);
  const std::string& said = options.text("redundant");
  const bool is_wanted = said == "case" ? plan.problem_case.is_redundant : said == "minimum-norm";
  if (said == "minimum-norm" && plan.problem_case.is_plain())
    faults.push_back("redundant=minimum-norm is for mechanisms, but '" + plan.problem->name +
                     "' is a plain DAE");
  plan.takes_redundant =
      is_wanted && !plan.problem_case.is_plain() && plan.problem_case.system->info().n_lambda() > 0;
  if (plan.takes_redundant && plan.method->is_mechanical())
    faults.push_back("redundant=minimum-norm is for methods that take a formulation, but method '" +
                     plan.method->name + "' takes the mechanism itself; choose another method");
  else if (plan.takes_redundant && plan.is_quasi_static())
    faults.push_back("redundant=minimum-norm is for equations of motion, but formulation '" +
                     plan.formulation->name + "' has none; leave the repeated constraint out");
}

void choose_start(RunPlan& plan, Faults& faults) {
  const OptionValues options(run_options(), plan.request.settings);
  Case& c = plan.problem_case;
  if (options.is("sweeps", "case")) {
    plan.sweeps = c.is_plain() || plan.is_quasi_static() ? 0 : c.sweeps;
  } else {
    plan.sweeps = static_cast<int>(options.number("sweeps"));
  }
  if (plan.sweeps != c.sweeps) {
    c.reference = nullptr;
    c.table_norm = [](double) { return std::optional<TableNorm>(); };
  }
  if (plan.sweeps == 0) return;
  const std::string asked = "sweeps=" + std::to_string(plan.sweeps) + " asks for a smooth start, but ";
  if (c.deformation.empty())
    faults.push_back(asked + "'" + plan.problem->name + "' has no elastic deformations; leave it out");
  else if (plan.takes_redundant)
    faults.push_back(asked + "constraints may repeat each other (redundant=minimum-norm); leave one out");
  else if (plan.is_quasi_static())
    faults.push_back(asked + "formulation '" + plan.formulation->name +
                     "' has no motion; leave it out: its start is in equilibrium");
}

void choose_outputs(RunPlan& plan, Faults& faults) {
  plan.outputs = plan.problem_case.motion_outputs;
  const auto& unknowns = plan.dae.unknowns;
  for (const std::string& name : plan.problem_case.outputs)
    if (std::none_of(unknowns.begin(), unknowns.end(), [&](const Unknown& x) { return x.name == name; }))
      plan.problem_case.remarks.push_back("the output '" + name + "' is no unknown of '" +
                                          plan.names.formulation.name + "', and is not shown");
  const auto add = [&](const std::vector<MotionOutput>& group) {
    for (const MotionOutput& output : group) {
      const auto is_same = [&](const MotionOutput& other) { return other.name == output.name; };
      if (std::none_of(plan.outputs.begin(), plan.outputs.end(), is_same)) plan.outputs.push_back(output);
    }
  };
  for (const std::string& group : plan.request.outputs) {
    if (plan.problem_case.is_plain())
      faults.push_back("the outputs '" + group + "' are those of mechanisms, but '" + plan.problem->name +
                       "' is a plain DAE");
    else if (group == "energy")
      add(energy_outputs(plan.problem_case.system));
    else if (group == "power" && plan.is_quasi_static())
      faults.push_back("the outputs 'power' need velocities, which the formulation '" +
                       plan.formulation->name + "' does not have; leave them out");
    else if (group == "power")
      add(power_outputs(plan.problem_case.system));
  }
}

const std::vector<std::string>& output_groups() {
  static const std::vector<std::string> groups = {"energy", "power"};
  return groups;
}

}  // namespace pleuel
