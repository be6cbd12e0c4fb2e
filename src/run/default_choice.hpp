// Which formulation and which method, when the user leaves it open.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "pleuel/mechanics/system_info.hpp"
#include "pleuel/run/catalogue.hpp"

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

/// Names left open are filled in by the traits of the catalogue:
///
/// - Method: the one of lowest rank.
/// - Formulation, no constraints: the one for free motion, because the equations are an ODE.
/// - Formulation, constraints: the one of lowest rank that the method takes.
///
/// `refusal` says why a method cannot take a formulation, or nothing. Names given must be in the
/// catalogue.
struct OpenNames {
  std::optional<std::string> formulation;
  std::optional<std::string> method;
};
using Refusal = std::function<std::optional<std::string>(const Formulation&, const Method&)>;
/// The method alone, for equations that have no formulation.
Choice choose_method(const Catalogue& catalogue, const std::optional<std::string>& given);
ChosenPair choose(const Catalogue& catalogue, const OpenNames& given, const SystemInfo& system,
                  const Refusal& refusal);

/// What is chosen where nothing speaks against it.
const Formulation& for_free_motion(const Catalogue& catalogue);
const Formulation& for_constrained_motion(const Catalogue& catalogue);
const Method& usual_method(const Catalogue& catalogue);

}  // namespace pleuel
