#include "pleuel/run/case_check.hpp"

#include <set>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/mechanics/unknown_names.hpp"
#include "pleuel/run/catalogue.hpp"

namespace pleuel {
namespace {

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

}  // namespace

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

}  // namespace pleuel
