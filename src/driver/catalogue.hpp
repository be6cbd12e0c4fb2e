// Everything a user can name.
#pragma once

#include <string>
#include <vector>

#include "pleuel/integrator/method.hpp"
#include "pleuel/mechanics/formulation/formulation.hpp"
#include "pleuel/problem/problem.hpp"

namespace pleuel {

/// A method that this program could have been built with.
struct AbsentMethod {
  std::string name;
  std::string remedy;  ///< how to get it, as a sentence
};

/// Problems, formulations and methods by name. A lookup throws InvalidInput with the nearest names.
struct Catalogue {
  std::vector<Problem> problems;
  std::vector<Formulation> formulations;
  std::vector<Method> methods;
  std::vector<AbsentMethod> absent_methods = {};

  const Problem& problem(const std::string& name) const;
  const Formulation& formulation(const std::string& name) const;
  const Method& method(const std::string& name) const;
};

/// All that Pleuel ships.
Catalogue standard_catalogue();

}  // namespace pleuel
