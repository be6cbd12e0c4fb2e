#include "pleuel/run/default_choice.hpp"

#include <algorithm>

namespace pleuel {
namespace {

/// Sorts by ascending rank.
template <class Entry>
std::vector<const Entry*> by_rank(const std::vector<Entry>& entries) {
  std::vector<const Entry*> list;
  for (const Entry& entry : entries) list.push_back(&entry);
  std::stable_sort(list.begin(), list.end(),
                   [](const Entry* a, const Entry* b) { return a->traits.rank < b->traits.rank; });
  return list;
}

std::vector<const Formulation*> motions_by_rank(const Catalogue& catalogue) {
  auto list = by_rank(catalogue.formulations);
  std::erase_if(list, [](const Formulation* f) { return !f->has_motion(); });
  return list;
}

Choice choose_formulation(const Catalogue& catalogue, const OpenNames& given, const SystemInfo& system,
                          const std::function<bool(const Formulation&)>& is_taken) {
  if (given.formulation) return {*given.formulation};
  if (system.n_lambda() == 0)
    return {for_free_motion(catalogue).name,
            "without constraints the equations are an ODE: nothing to choose"};
  const Formulation& best = for_constrained_motion(catalogue);
  for (const Formulation* formulation : motions_by_rank(catalogue)) {
    if (!is_taken(*formulation)) continue;
    if (formulation == &best) break;
    return {formulation->name, "the most stable one that " + given.method.value_or("the method") + " takes"};
  }
  return {best.name, best.traits.merit};
}

}  // namespace

const Formulation& for_free_motion(const Catalogue& catalogue) {
  for (const Formulation& formulation : catalogue.formulations)
    if (formulation.traits.is_for_free_motion) return formulation;
  throw InvalidInput("the catalogue has no formulation for systems without constraints");
}

const Formulation& for_constrained_motion(const Catalogue& catalogue) {
  const auto list = motions_by_rank(catalogue);
  if (list.empty()) throw InvalidInput("the catalogue has no formulation of motion");
  return *list.front();
}

const Method& usual_method(const Catalogue& catalogue) {
  const auto list = by_rank(catalogue.methods);
  if (list.empty()) throw InvalidInput("the catalogue has no method");
  return *list.front();
}

Choice choose_method(const Catalogue& catalogue, const std::optional<std::string>& given) {
  if (given) return {*given};
  const Method& method = usual_method(catalogue);
  return {method.name, method.traits.merit};
}

ChosenPair choose(const Catalogue& catalogue, const OpenNames& given, const SystemInfo& system,
                  const Refusal& refusal) {
  ChosenPair pair;
  pair.method = choose_method(catalogue, given.method);
  const Method& method = catalogue.method(pair.method.name);
  pair.formulation = choose_formulation(catalogue, given, system, [&](const Formulation& formulation) {
    return !refusal(formulation, method);
  });
  return pair;
}

}  // namespace pleuel
