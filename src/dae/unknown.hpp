// Description of one unknown of a DAE.
#pragma once

#include <string>

namespace pleuel {

/// Kind of an unknown; tolerances and error norms refer to groups. `y` is an unknown of a plain
/// DAE.
enum class Group { q, v, a, lambda, s, eta, y };

/// "q", "v", "a", "lambda", "s", "eta", "y": the names used by --rtol GROUP=R and in files.
const char* name_of(Group group);

struct Unknown {
  std::string name;
  std::string unit;
  Group group = Group::y;
  /// DAE index: 1, 2 or 3 [HW96, VII.1]; an unknown of an ODE counts as 1
  int index = 1;
  bool is_differential = true;  ///< its derivative occurs in the equations
};

}  // namespace pleuel
