// Measures whether a deformation is within the range of validity of its equations.
#pragma once

#include <functional>
#include <string>

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// A dimensionless size of a deformation, such as the largest displacement divided by the length of
/// the body. From `remark` on, the result is doubtful. From `limit` on, the equations are invalid
/// and a run ends with `domain_left`.
struct ValidityMeasure {
  std::string body;    ///< by name
  std::string what;    ///< "the displacement over its length of 1 m"
  std::string theory;  ///< "linear elasticity"
  std::string remedy;
  double remark = 0.1;
  double limit = 1;
  /// The largest value over the body, or an upper bound if that is below `remark`. No allocation;
  /// may be shared by threads.
  std::function<double(ConstVec q)> value;
};

}  // namespace pleuel
