#include "pleuel/material/material_law.hpp"

#include <cmath>
#include <sstream>

namespace pleuel::material {

bool Domain::contains(double value) const {
  if (!std::isfinite(value)) return false;
  return is_open ? value > minimum && value < maximum : value >= minimum && value <= maximum;
}

std::string Domain::text() const {
  std::ostringstream out;
  if (std::isfinite(maximum)) {
    out << "between " << minimum << " and " << maximum << (is_open ? ", both excluded" : "");
  } else if (!std::isfinite(minimum)) {
    out << "a finite number";
  } else if (minimum == 0) {
    out << (is_open ? "positive" : "zero or positive");
  } else {
    out << (is_open ? "above " : "at least ") << minimum;
  }
  return out.str();
}

std::vector<Parameter> with_elasticity(std::vector<Parameter> parameters) {
  const std::vector<Parameter> elasticity = {
      {.name = "E", .unit = "Pa", .help = "Young's modulus", .domain = domain::positive},
      {.name = "nu", .unit = "1", .help = "Poisson's ratio", .domain = domain::poisson}};
  parameters.insert(parameters.begin(), elasticity.begin(), elasticity.end());
  return parameters;
}

}  // namespace pleuel::material
