// Groups columns of a sparse Jacobian for difference quotients.
#pragma once

#include <vector>

#include "pleuel/dae/dae.hpp"

namespace pleuel {

/// The column pattern of ∂residual/∂(y, ẏ), and groups of columns without a common row [CPR74].
struct DifferenceColumns {
  std::vector<long> start;               ///< start of each column, and the number of entries
  std::vector<long> row;                 ///< row of each entry, ascending within a column
  std::vector<std::vector<int>> groups;  ///< columns that are perturbed together

  int n_entries() const { return static_cast<int>(row.size()); }
};

/// Found by setting one unknown and its derivative to NaN at a time: rows that become NaN depend on
/// it. If the model throws an exception for a NaN, all rows count as dependent.
DifferenceColumns difference_columns(Dae& dae, double t, ConstVec y, ConstVec ydot);

}  // namespace pleuel
