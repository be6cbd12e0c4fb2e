#include "pleuel/run/support_matrix.hpp"

#include "pleuel/base/error.hpp"

namespace pleuel {
namespace {

std::shared_ptr<const MechanicalSystem> constrained_system(const Catalogue& catalogue) {
  for (const Problem& problem : catalogue.problems) {
    const Case built = problem.build(OptionValues(problem.options, {}));
    if (built.system != nullptr && built.system->info().n_lambda() > 0) return built.system;
  }
  return nullptr;
}

}  // namespace

Compatibility::Compatibility(const Catalogue& catalogue) {
  const auto system = constrained_system(catalogue);
  if (system == nullptr) return;
  for (const Formulation& formulation : catalogue.formulations) {
    try {
      formulations_.push_back(formulation.make(system, OptionValues(formulation.options, {}))->info());
    } catch (const InvalidInput&) {
      // The system does not allow these equations; the method is not the reason.
    }
  }
}

std::vector<RefusedFormulation> Compatibility::refused_by(const Method& method) const {
  std::vector<RefusedFormulation> refused;
  if (!method.refusal) return refused;
  for (const DaeInfo& formulation : formulations_)
    if (auto reason = method.refusal(formulation)) refused.push_back({formulation.name, std::move(*reason)});
  return refused;
}

}  // namespace pleuel
