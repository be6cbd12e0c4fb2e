// In which order a sparse matrix with a border is eliminated.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// Row and column of each pivot, as far as the pattern decides.
struct PivotOrder {
  std::vector<int> rows;
  std::vector<int> cols;
};

/// For a matrix [B F; C E] in which the rows and columns numbered in `last`, ascending, are the
/// border: those of B first, each on its diagonal, in an order of little fill (AMD), then those of
/// the border, in an order that suits E − C B⁻¹F. Elimination of a connected part of B couples all
/// border rows and columns that reach into it.
PivotOrder bordered_order(const FixedMatrix& pattern, const std::vector<int>& last);

}  // namespace pleuel
