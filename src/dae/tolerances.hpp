// Tolerances for every unknown, given once for all, by group, or by name.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "pleuel/dae/unknown.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// What the user asks for. Keys of the maps are a group's name ("v") or an unknown's name ("phi1");
/// a name wins over a group, a group over the common value.
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

/// One pair for each unknown. Throws InvalidInput for values that are not positive and finite (atol
/// may be zero) and for keys that name neither a group nor an unknown.
Tolerances resolve(const ToleranceRequest& request, const std::vector<Unknown>& unknowns);

}  // namespace pleuel
