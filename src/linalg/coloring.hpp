// Columns of a sparse Jacobian that are differentiated together.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// Columns of one colour share no row, so one directional derivative determines all of them
/// [CPR74].
struct Coloring {
  FixedMatrix pattern;
  std::vector<int> color;  ///< of each column
  int n_colors = 0;
};

/// Greedy colouring in the given order. For chains and meshes the number of colours is close to the
/// length of the fullest row.
Coloring color_columns(FixedMatrix pattern);

}  // namespace pleuel
