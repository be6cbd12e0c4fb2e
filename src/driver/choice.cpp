#include "pleuel/driver/choice.hpp"

#include <algorithm>

namespace pleuel {
namespace {

/// Those of a catalogue that `is_taken`, the lowest rank first.
template <class Entry, class IsTaken>
std::vector<const Entry*> by_rank(const std::vector<Entry>& entries, IsTaken is_taken) {
  std::vector<const Entry*> list;
  for (const Entry& entry : entries)
    if (is_taken(entry)) list.push_back(&entry);
  std::stable_sort(list.begin(), list.end(),
                   [](const Entry* a, const Entry* b) { return a->traits.rank < b->traits.rank; });
  return list;
}

Choice choose_formulation(const Catalogue& catalogue, const OpenNames& given, const SystemInfo& system,
                          const std::function<bool(const Formulation&)>& is_taken) {
  if (given.formulation) return {*given.formulation};
  if (system.n_lambda() == 0)
    return {for_free_motion(catalogue).name,
            "without constraints the equations are an ODE: nothing to choose"};
  const Formulation& best = for_constrained_motion(catalogue);
  const auto taken =
      by_rank(catalogue.formulations, [&](const Formulation& f) { return f.has_motion() && is_taken(f); });
  if (taken.empty() || taken.front() == &best) return {best.name, best.traits.merit};
  return {taken.front()->name, "the most stable one that " + given.method.value_or("the method") + " takes"};
}

}  // namespace

const Formulation& for_free_motion(const Catalogue& catalogue) {
  for (const Formulation& formulation : catalogue.formulations)
    if (formulation.traits.is_for_free_motion) return formulation;
  throw InvalidInput("the catalogue has no formulation for systems without constraints");
}

const Formulation& for_constrained_motion(const Catalogue& catalogue) {
  const auto list = by_rank(catalogue.formulations, [](const Formulation& f) { return f.has_motion(); });
  if (list.empty()) throw InvalidInput("the catalogue has no formulation of motion");
  return *list.front();
}

const Method& usual_method(const Catalogue& catalogue) {
  const auto list = by_rank(catalogue.methods, [](const Method&) { return true; });
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
