// Maps programs of the literature to methods of Pleuel.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/base/options.hpp"
#include "pleuel/run/catalogue.hpp"

namespace pleuel {

struct MatchingMethod {
  std::string method;
  Settings settings = {};
  /// further settings of the published runs of equations of index 3
  Settings at_index_3 = {};

  /// "radau5 error=strict".
  std::string text() const;
};

/// The method of the catalogue that corresponds to the program `solver` ("RADAU5", "PSIDE-1", …):
/// the same formula and purpose, not the same code. Empty if no method of its family is registered.
std::optional<MatchingMethod> matching_method(const std::string& solver, const Catalogue& catalogue);

/// The published names that may have a counterpart.
std::vector<std::string> known_solvers();

}  // namespace pleuel
