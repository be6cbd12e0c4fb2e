// Tolerances per unknown, given as one common value, per group or per name.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "pleuel/dae/unknown.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// The tolerances a user asks for. Keys of the maps are names of groups ("v") or unknowns ("phi1").
/// A name overrides a group; a group overrides the common value.
struct ToleranceRequest {
  double rtol = 1e-6;
  double atol = 1e-6;
  std::map<std::string, double> rtol_of = {};
  std::map<std::string, double> atol_of = {};
};

struct Tolerances {
  Vector rtol;
  Vector atol;
};

/// One pair per unknown. Throws InvalidInput for values that are not positive and finite (atol may
/// be zero) and for unknown keys.
Tolerances resolve(const ToleranceRequest& request, const std::vector<Unknown>& unknowns);

}  // namespace pleuel
