// How far a deformation is inside the range in which its equations hold.
#pragma once

#include <functional>
#include <string>

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// A dimensionless size of a deformation, such as the largest displacement over the length of the
/// body. From `remark` on the result is doubtful; from `limit` on the equations have no meaning and
/// a run ends with `domain_left`.
struct ValidityMeasure {
  std::string body;    ///< by name
  std::string what;    ///< "the displacement over its length of 1 m"
  std::string theory;  ///< "linear elasticity"
  std::string remedy;
  double remark = 0.1;
  double limit = 1;
  /// The largest over the body, or an upper bound while that is below `remark`. Allocates nothing;
  /// threads may share it.
  std::function<double(ConstVec q)> value;
};

}  // namespace pleuel
