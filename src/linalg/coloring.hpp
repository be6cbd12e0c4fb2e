// Columns of a sparse Jacobian that can be differentiated together.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// Columns of one colour have no row in common, so one directional derivative gives all of them
/// [CPR74].
struct Coloring {
  FixedMatrix pattern;
  std::vector<int> color;  ///< of each column
  int n_colors = 0;
};

/// Greedy, columns in their order: for chains and meshes within a few colours of the fullest row's
/// length.
Coloring color_columns(FixedMatrix pattern);

}  // namespace pleuel
