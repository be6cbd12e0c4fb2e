#include "pleuel/material/material_law.hpp"

#include <cmath>

#include "pleuel/base/number_text.hpp"

namespace pleuel::material {

bool Domain::contains(double value) const {
  if (!std::isfinite(value)) return false;
  return is_open ? value > minimum && value < maximum : value >= minimum && value <= maximum;
}

std::string Domain::text() const {
  if (std::isfinite(maximum))
    return "between " + number_text(minimum) + " and " + number_text(maximum) +
           (is_open ? ", both excluded" : "");
  if (!std::isfinite(minimum)) return "a finite number";
  if (minimum == 0) return is_open ? "positive" : "zero or positive";
  return (is_open ? "above " : "at least ") + number_text(minimum);
}

std::vector<Parameter> with_elasticity(std::vector<Parameter> parameters) {
  const std::vector<Parameter> elasticity = {
      {.name = "E", .unit = "Pa", .help = "Young's modulus", .domain = domain::positive},
      {.name = "nu", .unit = "1", .help = "Poisson's ratio", .domain = domain::poisson}};
  parameters.insert(parameters.begin(), elasticity.begin(), elasticity.end());
  return parameters;
}

}  // namespace pleuel::material
