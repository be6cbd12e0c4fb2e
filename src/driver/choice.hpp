// Which formulation and which method, when the user leaves it open.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "pleuel/driver/catalogue.hpp"
#include "pleuel/mechanics/system_info.hpp"

namespace pleuel {

/// A name and why it was taken; the reason is empty when the user named it.
struct Choice {
  std::string name;
  std::string reason = {};
  bool is_automatic() const { return !reason.empty(); }
};

struct ChosenPair {
  Choice formulation;
  Choice method;
};

/// Names left open are filled in:
///
/// - Method: radau5. It is L-stable, so stiff deformation does not dictate the step, and it takes every index
/// up to 3.
/// - Formulation, no constraints: rcd0, because the equations are an ODE and nothing is to be chosen.
/// - Formulation, constraints: ggl1, which keeps the position and the velocity level, so nothing drifts, at
/// index 2; if the
///   method refuses it, the first of the others in the order of `stable_first` that it takes.
///
/// `refusal` says why a method cannot take a formulation, or nothing. Names given must be in the catalogue.
struct OpenNames {
  std::optional<std::string> formulation;
  std::optional<std::string> method;
};
using Refusal = std::function<std::optional<std::string>(const Formulation&, const Method&)>;
/// The method alone, for equations that have no formulation.
Choice choose_method(const std::optional<std::string>& given);
ChosenPair choose(const Catalogue& catalogue, const OpenNames& given, const SystemInfo& system,
                  const Refusal& refusal);

}  // namespace pleuel
