#include "pleuel/run/plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <set>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/mechanics/smooth_start.hpp"
#include "pleuel/mechanics/unknown_names.hpp"
#include "pleuel/problem/model_problem.hpp"
#include "pleuel/run/run_equations.hpp"
#include "pleuel/run/switch_plan.hpp"
#include "pleuel/run/time_grid.hpp"
#include "pleuel/run/tolerance_remark.hpp"

namespace pleuel {
namespace {

using Faults = std::vector<std::string>;

// A fault that two checks find is stated once.
void append(Faults& faults, const Faults& more) {
  for (const auto& fault : more) {
    if (std::find(faults.begin(), faults.end(), fault) == faults.end()) faults.push_back(fault);
  }
}

// Does `work`; what the user did wrong in it is added to `faults`.
void collecting(Faults& faults, const std::function<void()>& work) {
  try {
    work();
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
  if (request.timeout && !(is_size(*request.timeout) && *request.timeout > 0)) {
    faults.push_back("the wall-time limit is " + shown(*request.timeout) + " s, but must be positive");
  }
  for (const std::string& group : request.outputs) {
    const auto& known = output_groups();
    if (std::find(known.begin(), known.end(), group) == known.end())
      faults.push_back(unknown_name("group of outputs", group, known));
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
  const double span = t_end - problem_case.t_begin;
  if (request.every && *request.every > 0 && !(span / *request.every < TimeGrid::most_points)) {
    faults.push_back("the sampling interval is " + shown(*request.every) + ", but must give fewer than " +
                     shown(TimeGrid::most_points) + " samples in " + shown(span) + " s");
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

template <class SomeEvent>
Faults faults_of_events(const std::string& place, const std::vector<SomeEvent>& events) {
  Faults faults;
  for (const SomeEvent& event : events) {
    if (!event.value) faults.push_back(place + ": event '" + event.name + "' has no function");
    if ((event.effect == EventEffect::jump) != (event.jump != nullptr))
      faults.push_back(place + ": event '" + event.name + "' must have a jump exactly if that is its effect");
  }
  return faults;
}

// Names may stand but once in the head of a trajectory.
Faults faults_of_outputs(const std::string& place, const Case& c) {
  Faults faults;
  std::set<std::string> names = {"t"};
  const SystemInfo& system = c.system->info();
  for (const auto* part : {&system.q, &system.v, &system.a, &system.lambda, &system.s})
    for (const Quantity& x : *part) names.insert(x.name);
  for (const MotionOutput& output : c.motion_outputs) {
    if (!output.value) faults.push_back(place + ": output '" + output.name + "' has no function");
    if (!names.insert(output.name).second)
      faults.push_back(place + ": output '" + output.name +
                       "' has the name of an unknown or of another output; give it one of its own");
  }
  for (const std::string& name : c.outputs)
    if (const auto fault = fault_of_unknown(system, name)) faults.push_back(place + ": outputs: " + *fault);
  return faults;
}

Faults faults_of_plain_case(const Case& c) {
  const std::string place = "case '" + c.name + "'";
  Faults faults = faults_of_events(place, c.events);
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

// What an author forgot, where it would otherwise show as a crash.
Faults faults_of_case(const Case& c) {
  if (c.is_plain()) return faults_of_plain_case(c);
  if (c.system == nullptr) return {"case '" + c.name + "' has no system"};
  Faults faults = faults_of_events("case '" + c.name + "'", c.motion_events);
  append(faults, faults_of_outputs("case '" + c.name + "'", c));
  if (!c.events.empty())
    faults.push_back("case '" + c.name +
                     "' is a mechanism, but has events of a plain DAE; give motion_events");
  const auto compare = [&](const char* name, Eigen::Index size, int wanted) {
    if (size == wanted) return;
    faults.push_back("case '" + c.name + "': " + name + " has " + std::to_string(size) +
                     " values, but its system wants " + std::to_string(wanted));
  };
  const SystemInfo& system = c.system->info();
  compare("q0", c.q0.size(), system.n_q());
  compare("v0", c.v0.size(), system.n_v());
  compare("s0", c.s0.size(), system.n_s());
  return faults;
}

// What is known of the DAEs of one case, by formulation.
class Daes {
 public:
  Daes(std::shared_ptr<const MechanicalSystem> system, const Settings& settings)
      : system_(std::move(system)), settings_(settings) {}

  const DaeInfo& info(const Formulation& formulation) {
    auto& info = known_[formulation.name];
    if (info.name.empty()) info = formulation.describe(system_, OptionValues(formulation.options, settings_));
    return info;
  }

 private:
  std::shared_ptr<const MechanicalSystem> system_;
  const Settings& settings_;
  std::map<std::string, DaeInfo> known_;
};

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

// What the user leaves open, as the case asks for it. A method with equations of its own has no use
// for a formulation.
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

// Names that can be looked up by themselves, and all values that can be checked without a case.
void check_names_and_numbers(const Catalogue& catalogue, RunPlan& plan, Faults& faults,
                             Faults& model_faults) {
  RunRequest& request = plan.request;
  try {
    plan.problem = &catalogue.problem(request.case_name);
    apply(catalogue, plan.problem->preferences, request);
  } catch (const InvalidModel& error) {
    model_faults = error.faults();
  } catch (const InvalidInput& error) {
    append(faults, error.faults());
  }
  if (request.formulation)
    collecting(faults, [&] { plan.formulation = &catalogue.formulation(*request.formulation); });
  if (request.method) collecting(faults, [&] { plan.method = &catalogue.method(*request.method); });
  append(faults, faults_of_numbers(request));
  collecting(faults, [&] { plan.step = step_settings(request); });
}

// The options that a setting may mean: those of `chosen`, or of every entry while none is known.
template <class Entry>
void add_options(const std::vector<Entry>& entries, const Entry* chosen, std::vector<OptionSpecs>& specs) {
  // a model file is none of the entries
  if (chosen != nullptr) return specs.push_back(chosen->options);
  for (const Entry& entry : entries) specs.push_back(entry.options);
}

// Parameters of a model are named by its author, who need not know the options of methods.
Faults ambiguous_settings(const Settings& settings, const OptionSpecs& parameters,
                          const std::vector<OptionSpecs>& others) {
  const auto has = [](const OptionSpecs& specs, const std::string& name) {
    return std::any_of(specs.begin(), specs.end(), [&](const OptionSpec& spec) { return spec.name == name; });
  };
  Faults faults;
  for (const auto& [name, value] : settings) {
    const bool is_option =
        std::any_of(others.begin(), others.end(), [&](const OptionSpecs& specs) { return has(specs, name); });
    if (is_option && has(parameters, name))
      faults.push_back("the setting '" + name +
                       "' is both a parameter of the model and an option of this run; rename the "
                       "parameter in the file");
  }
  return faults;
}

// Settings that the method does not use, if they ask for another thing than is done anyway.
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

void check_settings(const Catalogue& catalogue, RunPlan& plan, Faults& faults) {
  const Settings& settings = plan.request.settings;
  std::vector<OptionSpecs> specs;
  add_options(catalogue.problems, plan.problem, specs);
  const bool has_formulation = !(plan.problem_case.is_plain() && plan.problem != nullptr) &&
                               !(plan.method != nullptr && plan.method->is_mechanical());
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

// Why a method cannot take a formulation of the case.
Refusal refusal_by(Daes& daes) {
  return [&](const Formulation& formulation, const Method& method) {
    return method.refusal ? method.refusal(daes.info(formulation)) : std::nullopt;
  };
}

// Fills in the names left open.
void choose_names(const Catalogue& catalogue, Daes& daes, RunPlan& plan) {
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

void choose_equations(const Catalogue& catalogue, Daes& daes, RunPlan& plan) {
  if (plan.problem_case.is_plain()) return choose_for_plain_dae(catalogue, plan);
  if (plan.method != nullptr && plan.method->is_mechanical()) return choose_for_mechanical_method(plan);
  choose_names(catalogue, daes, plan);
}

// What needs the equations: tolerances by name, refusal.
void check_equations(RunPlan& plan, Faults& faults) {
  if (plan.problem_case.is_plain()) {
    plan.dae = plan.problem_case.dae()->info();
  } else {
    const auto dae = make_mechanical_dae(plan, plan.problem_case.system);
    plan.dae = dae->info();
    plan.motion = dae->parts();
  }
  collecting(faults, [&] { (void)resolve(plan.request.tolerance, plan.dae.unknowns); });
  if (plan.problem_case.is_plain() && plan.method->is_mechanical()) {
    faults.push_back("method '" + plan.method->name + "' cannot take the plain DAE '" + plan.problem->name +
                     "': it integrates mechanisms, with their q, v, a and lambda");
    return;
  }
  if (const auto reason = plan.method->refusal ? plan.method->refusal(plan.dae) : std::nullopt) {
    const std::string what = plan.problem_case.is_plain()
                                 ? "the plain DAE '" + plan.problem->name + "'"
                                 : "formulation '" + plan.names.formulation.name + "'";
    faults.push_back("method '" + plan.method->name + "' cannot take " + what + ": " + *reason);
  }
}

// The remark on a pair whose errors may exceed the tolerance, with the pair that would be chosen
// instead.
void add_doubt(const Catalogue& catalogue, Daes& daes, RunPlan& plan) {
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

// Whether constraints may repeat each other: as the user says, or else the case.
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

// How the deformation of the start is computed: as the user says, or else the case. Reference
// digits belong to the case's own start.
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

// The outputs of the case, and those of the groups asked for that it does not have itself.
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

// The case asked for, or one that lends its times to the checks and whose unknowns prove nothing.
enum class CaseKind { real, stand_in };

// The case; what the model's author did wrong goes to `model_faults`, a wrong setting to `faults`.
// After either the case of the default settings takes its place, if it can: its times serve to
// check the rest.
CaseKind build_case(RunPlan& plan, Faults& faults, Faults& model_faults) {
  try {
    plan.problem_case = checked_case(*plan.problem, plan.request.settings);
    return CaseKind::real;
  } catch (const InvalidModel& error) {
    model_faults = error.faults();
  } catch (const InvalidInput& error) {
    append(faults, error.faults());
  }
  try {
    plan.problem_case = checked_case(*plan.problem, {});
  } catch (const InvalidInput&) {
    // Case{} begins at 0 like nearly every other.
  }
  return CaseKind::stand_in;
}

// Everything that needs the case.
void complete(const Catalogue& catalogue, CaseKind kind, RunPlan& plan, Faults& faults) {
  const bool are_names_known = (!plan.request.formulation || plan.formulation != nullptr) &&
                               (!plan.request.method || plan.method != nullptr);
  Daes daes(plan.problem_case.system, plan.request.settings);
  if (kind == CaseKind::real && are_names_known)
    collecting(faults, [&] { choose_equations(catalogue, daes, plan); });
  const bool are_names_chosen = !plan.names.formulation.name.empty();
  check_settings(catalogue, plan, faults);
  plan.t_end = plan.request.until.value_or(plan.problem_case.t_end);
  append(faults, faults_of_times(plan.request, plan.problem_case, plan.t_end));
  if (are_names_chosen) {
    collecting(faults, [&] {
      check_equations(plan, faults);
      choose_redundancy(plan, faults);
      choose_start(plan, faults);
      choose_outputs(plan, faults);
      add_doubt(catalogue, daes, plan);
      add_tolerance_remarks(plan);
    });
  }
  if (plan.dae.unknowns.empty()) append(faults, faults_of_tolerance(plan.request.tolerance));
}

// Whether the user said nothing but the name of a model file: then what does not fit is in the
// file.
bool is_of_file_alone(const RunRequest& r, const Problem* problem) {
  const bool says_how = r.formulation || r.method || r.until || r.every || !r.at.empty() || r.h0 != 0 ||
                        r.step != 0 || !r.outputs.empty() || !r.settings.empty() || r.timeout ||
                        r.repeat != RunRequest().repeat;
  return problem != nullptr && !problem->preferences.place.empty() && !says_how && r.is_tolerance_open;
}

}  // namespace

const std::vector<std::string>& output_groups() {
  static const std::vector<std::string> groups = {"energy", "power"};
  return groups;
}

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
       .maximum = 1e15,
       .is_whole = true},
      {.name = "max_retries",
       .default_value = "100",
       .help = "the run is given up after so many failed tries of one step",
       .minimum = 0,
       .maximum = 1e9,
       .is_whole = true},
      {.name = "redundant",
       .default_value = "case",
       .help = "constraints that repeat others: refused, or left out and their least reactions recovered; "
               "case: as the case says, "
               "which is refuse but for problems made for it",
       .choices = {"case", "refuse", "minimum-norm"}},
      {.name = "sweeps",
       .default_value = "case",
       .help = "quasi-static sweeps for the deformation of elastic bodies at the start, which then hardly "
               "oscillate; 0: the values of the case; case: as the case says, which is 0 for those that ship",
       .choices = {"case"},
       .number_allowed = true,
       .minimum = 0,
       .maximum = SmoothStartRequest::most_sweeps,
       .is_whole = true}};
}

Case checked_case(const Problem& problem, const Settings& settings) {
  // a fault in here is the request's, not the model's
  const OptionValues options(problem.options, settings);
  Faults faults;
  try {
    Case result = problem.build(options);
    faults = faults_of_case(result);
    if (faults.empty()) return result;
  } catch (const InvalidInput& error) {
    faults = error.faults();
  } catch (const LeftDomain& left) {
    throw NoConsistentState("case '" + problem.name + "' cannot be evaluated at its start: " + left.what());
  }
  throw InvalidModel(std::move(faults));
}

RunPlan plan(const Catalogue& catalogue, const RunRequest& request) {
  RunPlan plan;
  plan.request = request;
  Faults faults, model_faults;
  check_names_and_numbers(catalogue, plan, faults, model_faults);
  if (plan.problem != nullptr) {
    const CaseKind kind = build_case(plan, faults, model_faults);
    complete(catalogue, kind, plan, faults);
    if (faults.empty() && model_faults.empty()) model_faults = collect_switches(plan);
  } else if (model_faults.empty()) {  // a file that cannot be read may have any parameters
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
