#include "pleuel/run/run_defaults.hpp"

#include <algorithm>

#include "pleuel/run/case_equations.hpp"
#include "pleuel/run/settings_check.hpp"

namespace pleuel {

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

Refusal refusal_by(KnownDaes& daes) {
  return [&](const Formulation& formulation, const Method& method) {
    return method.refusal ? method.refusal(daes.info(formulation)) : std::nullopt;
  };
}

std::optional<std::string> refusal_by_method(const RunPlan& plan, const std::string& what) {
  const auto reason = plan.method->refusal ? plan.method->refusal(plan.dae) : std::nullopt;
  if (!reason) return std::nullopt;
  return "method '" + plan.method->name + "' cannot take " + what + ": " + *reason;
}

void add_doubt(const Catalogue& catalogue, KnownDaes& daes, RunPlan& plan) {
  if (!plan.method->doubt || plan.step.fixed_step > 0) return;
  const auto reason = plan.method->doubt(plan.dae);
  if (!reason) return;
  std::string text = "errors may exceed the tolerance by far with method '" + plan.method->name + "' on '" +
                     plan.names.formulation.name + "': " + *reason;
  if (const auto better = plan.equations->usual_pair(catalogue, daes, plan))
    text +=
        "; take '" + better->formulation.name + "' with '" + better->method.name + "' where digits matter";
  plan.problem_case.remarks.push_back(std::move(text));
}

bool takes_redundant(const Case& c, const Settings& settings) {
  const OptionValues options(run_options(), settings);
  return options.is("redundant", "case") ? c.is_redundant : options.is("redundant", "minimum-norm");
}

void choose_start(RunPlan& plan, Faults& faults) {
  const OptionValues options(run_options(), plan.request.settings);
  Case& c = plan.problem_case;
  if (options.is("sweeps", "case")) {
    plan.sweeps = plan.is_quasi_static() ? 0 : c.sweeps;
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
    faults.push_back(asked + "constraints may be redundant (redundant=minimum-norm); leave one out");
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
  for (const std::string& group : plan.request.outputs)
    for (MotionOutput& output : plan.equations->outputs(group, plan, faults)) {
      const auto is_same = [&](const MotionOutput& other) { return other.name == output.name; };
      if (std::none_of(plan.outputs.begin(), plan.outputs.end(), is_same))
        plan.outputs.push_back(std::move(output));
    }
}

const std::vector<std::string>& output_groups() {
  static const std::vector<std::string> groups = {"energy", "power"};
  return groups;
}

}  // namespace pleuel
