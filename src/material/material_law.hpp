// A material law that a user can name.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/base/options.hpp"
#include "pleuel/material/material.hpp"

namespace pleuel::material {

/// The allowed values of a parameter.
struct Domain {
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool is_open = false;  ///< the ends are excluded

  bool contains(double value) const;
  /// "positive", "between -1 and 0.5", …
  std::string text() const;
};

namespace domain {
inline constexpr Domain positive = {.minimum = 0, .is_open = true};
inline constexpr Domain not_negative = {.minimum = 0};
inline constexpr Domain at_least_one = {.minimum = 1};
inline constexpr Domain poisson = {.minimum = -1, .maximum = 0.5, .is_open = true};
}  // namespace domain

struct Parameter {
  std::string name;
  std::string unit;  ///< SI: "Pa", "1/s", "1/Pa", "1"
  std::string help;
  Domain domain = {};
  std::optional<double> default_value = {};  ///< empty: required
  /// the parameter that provides the default
  std::string default_from = {};
};

/// Values by name, SI units.
using Parameters = std::map<std::string, double>;

/// A law: its parameters, and how to create a material. `build` receives all parameters, each
/// inside its domain.
struct MaterialLaw {
  std::string name;
  std::string title;
  std::string equations;  ///< one line per equation
  std::string source;     ///< key into docs/references.bib, or "textbook"
  std::vector<Parameter> parameters;
  OptionSpecs options = {};
  /// Faults in combinations of parameters, or of an option in a stress state; one sentence per
  /// fault.
  std::function<std::vector<std::string>(const Parameters&, StressState, const OptionValues&)> faults = {};
  std::function<std::shared_ptr<const Material>(const Parameters&, StressState, const OptionValues&)> build;
  std::vector<StressState> states = stress_states();  ///< stress states in which it is available
};

/// Adds E and ν, which every law has.
std::vector<Parameter> with_elasticity(std::vector<Parameter> parameters);

}  // namespace pleuel::material
