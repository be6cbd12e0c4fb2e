// Default formulation and method.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "pleuel/mechanics/system_info.hpp"
#include "pleuel/run/catalogue.hpp"

namespace pleuel {

/// A name and the reason for its choice; the reason is empty if the user gave the name.
struct Choice {
  std::string name;
  std::string reason = {};
  bool is_automatic() const { return !reason.empty(); }
};

struct ChosenPair {
  Choice formulation;
  Choice method;
};

/// Omitted names are chosen by the traits of the catalogue:
///
/// - Method: the one of lowest rank.
/// - Formulation without constraints: the one for free motion, because the equations are an ODE.
/// - Formulation with constraints: the one of lowest rank that the method supports.
///
/// `refusal` returns the reason why a method does not support a formulation, or empty. Given names
/// must be in the catalogue.
struct OpenNames {
  std::optional<std::string> formulation;
  std::optional<std::string> method;
};
using Refusal = std::function<std::optional<std::string>(const Formulation&, const Method&)>;
/// Only the method, for equations without formulations.
Choice choose_method(const Catalogue& catalogue, const std::optional<std::string>& given);
ChosenPair choose(const Catalogue& catalogue, const OpenNames& given, const SystemInfo& system,
                  const Refusal& refusal);

/// The default choice for a free motion.
const Formulation& for_free_motion(const Catalogue& catalogue);
const Formulation& for_constrained_motion(const Catalogue& catalogue);
const Method& usual_method(const Catalogue& catalogue);

}  // namespace pleuel
