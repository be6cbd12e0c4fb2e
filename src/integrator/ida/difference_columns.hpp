// Which columns of a sparse Jacobian can be had from one difference of the residual.
#pragma once

#include <vector>

#include "pleuel/dae/dae.hpp"

namespace pleuel {

/// The pattern of ∂residual/∂(y, ẏ), by columns, and columns without a common row grouped [CPR74].
struct DifferenceColumns {
  std::vector<long> start;               ///< of each column, and the number of entries
  std::vector<long> row;                 ///< of each entry, rising within a column
  std::vector<std::vector<int>> groups;  ///< columns that are perturbed together

  int n_entries() const { return static_cast<int>(row.size()); }
};

/// Found by letting one unknown and its derivative be NaN at a time: rows that become NaN depend on
/// it, whatever its value. Rows of an unknown whose NaN the model refuses with an exception are all
/// taken.
DifferenceColumns difference_columns(Dae& dae, double t, ConstVec y, ConstVec ydot);

}  // namespace pleuel
