// Which method of Pleuel stands for which program of the literature.
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

  /// "radau5 error=strict".
  std::string text() const;
};

/// The method that the catalogue has for the program `solver` ("RADAU5", "PSIDE-1", …): the same
/// formula with the same purpose, not the same code. Nothing until a method of its family is
/// registered.
std::optional<MatchingMethod> matching_method(const std::string& solver, const Catalogue& catalogue);

/// The published names that can have a counterpart.
std::vector<std::string> known_solvers();

}  // namespace pleuel
