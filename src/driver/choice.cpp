#include "pleuel/driver/choice.hpp"

#include <algorithm>
#include <array>

namespace pleuel {
namespace {

// Formulations for constrained systems: those that keep all they can first, those that drift last.
constexpr std::array stable_first = {"ggl1",      "ovd1", "psi1", "ovd0", "psi0",
                                     "baumgarte", "rcd1", "rcd0", "ori2"};

const Formulation* find(const std::vector<Formulation>& formulations, const std::string& name) {
  const auto it =
      std::find_if(formulations.begin(), formulations.end(), [&](const auto& f) { return f.name == name; });
  return it == formulations.end() ? nullptr : &*it;
}

Choice choose_formulation(const Catalogue& catalogue, const OpenNames& given, const SystemInfo& system,
                          const std::function<bool(const Formulation&)>& is_taken) {
  if (given.formulation) return {*given.formulation};
  if (system.n_lambda() == 0)
    return {"rcd0", "without constraints the equations are an ODE: nothing to choose"};
  for (const char* name : stable_first) {
    const Formulation* formulation = find(catalogue.formulations, name);
    if (formulation == nullptr || !is_taken(*formulation)) continue;
    if (std::string(name) == "ggl1") {
      return {name, "keeps the constraints at position and velocity level, so nothing drifts"};
    }
    return {name, "the most stable one that " + given.method.value_or("the method") + " takes"};
  }
  return {"ggl1", "keeps the constraints at position and velocity level, so nothing drifts"};
}

}  // namespace

Choice choose_method(const std::optional<std::string>& given) {
  if (given) return {*given};
  return {"radau5",
          "L-stable, so stiff deformation does not dictate the step, and able to take every index up to 3"};
}

ChosenPair choose(const Catalogue& catalogue, const OpenNames& given, const SystemInfo& system,
                  const Refusal& refusal) {
  ChosenPair pair;
  pair.method = choose_method(given.method);
  const Method& method = catalogue.method(pair.method.name);
  pair.formulation = choose_formulation(catalogue, given, system, [&](const Formulation& formulation) {
    return !refusal(formulation, method);
  });
  return pair;
}

}  // namespace pleuel
