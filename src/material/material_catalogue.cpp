#include "pleuel/material/material_catalogue.hpp"

#include <algorithm>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/material/material_laws.hpp"

namespace pleuel::material {
namespace {

using Faults = std::vector<std::string>;

std::string shown(double value, const std::string& unit) {
  const std::string number = number_text(value, 10);
  return unit == "1" ? number : number + " " + unit;
}

const Parameter* find(const MaterialLaw& of, const std::string& name) {
  const auto found = std::ranges::find(of.parameters, name, &Parameter::name);
  return found == of.parameters.end() ? nullptr : &*found;
}

std::vector<std::string> names_of_parameters(const MaterialLaw& of) {
  std::vector<std::string> names;
  for (const Parameter& p : of.parameters) names.push_back(p.name);
  return names;
}

// The parameters with defaults filled in.
Parameters complete(const MaterialLaw& of, const MaterialRequest& request, Faults& faults) {
  Parameters all;
  for (const auto& [name, value] : request.parameters) {
    if (find(of, name) == nullptr)
      faults.push_back(
          request.place + ": " +
          unknown_name("parameter of the law '" + of.name + "',", name, names_of_parameters(of)));
  }
  for (const Parameter& p : of.parameters) {
    const auto given = request.parameters.find(p.name);
    if (given != request.parameters.end()) {
      all[p.name] = given->second;
    } else if (p.default_value) {
      all[p.name] = *p.default_value;
    } else if (all.contains(p.default_from)) {
      all[p.name] = all.at(p.default_from);
    } else if (p.default_from.empty()) {
      faults.push_back(request.place + ": " + p.name + ", " + p.help + " in " + p.unit +
                       ", is missing; it must be " + p.domain.text());
    }
  }
  return all;
}

void check_domains(const MaterialLaw& of, const MaterialRequest& request, const Parameters& all,
                   Faults& faults) {
  for (const auto& [name, value] : all) {
    const Parameter& p = *find(of, name);
    if (!p.domain.contains(value))
      faults.push_back(request.place + ": " + name + ", " + p.help + ", is " + shown(value, p.unit) +
                       "; it must be " + p.domain.text());
  }
}

}  // namespace

const std::vector<MaterialLaw>& laws() {
  static const std::vector<MaterialLaw> all = {elastic(), chan_bodner_lindholm(), chaboche(), perzyna(),
                                               norton()};
  return all;
}

const MaterialLaw& law(const std::string& name, const std::vector<MaterialLaw>& catalogue) {
  std::vector<std::string> names;
  for (const MaterialLaw& candidate : catalogue) {
    if (candidate.name == name) return candidate;
    names.push_back(candidate.name);
  }
  throw InvalidInput(unknown_name("material law", name, names));
}

StressState stress_state(const std::string& typed) {
  std::vector<std::string> names;
  for (const StressState state : stress_states()) {
    if (name(state) == typed) return state;
    names.push_back(name(state));
  }
  throw InvalidInput(unknown_name("stress state", typed, names));
}

std::shared_ptr<const Material> make_material(const MaterialRequest& request,
                                              const std::vector<MaterialLaw>& catalogue) {
  const MaterialLaw& chosen = law(request.law, catalogue);
  Faults faults = unknown_settings(request.options, {chosen.options});
  const Parameters all = complete(chosen, request, faults);
  check_domains(chosen, request, all, faults);
  if (std::ranges::find(chosen.states, request.state) == chosen.states.end()) {
    std::string available;
    for (const StressState state : chosen.states) available += (available.empty() ? "" : ", ") + name(state);
    faults.push_back("the law '" + chosen.name + "' is not available in the stress state " +
                     name(request.state) + "; it is in " + available);
  }
  if (!faults.empty()) throw InvalidInput(faults);
  const OptionValues options(chosen.options, request.options);
  if (chosen.faults) {
    for (const std::string& fault : chosen.faults(all, request.state, options))
      faults.push_back(request.place + ": " + fault);
  }
  if (!faults.empty()) throw InvalidInput(faults);
  return chosen.build(all, request.state, options);
}

}  // namespace pleuel::material
