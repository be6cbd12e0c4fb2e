// One unknown of a DAE, as an integrator and a report see it.
#pragma once

#include <string>

namespace pleuel {

/// What an unknown is. Tolerances and error norms speak of groups; `y` is an unknown of a plain
/// DAE.
enum class Group { q, v, a, lambda, s, eta, y };

/// "q", "v", "a", "lambda", "s", "eta", "y": the names used by --rtol GROUP=R and in files.
const char* name_of(Group group);

struct Unknown {
  std::string name;
  std::string unit;
  Group group = Group::y;
  /// its DAE index: 1, 2 or 3 [HW96, VII.1]; an ODE unknown counts as 1
  int index = 1;
  bool is_differential = true;  ///< its derivative occurs in the equations
};

}  // namespace pleuel
