// Elimination order of a sparse matrix with a border.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// Row and column of each pivot, as far as the pattern determines them.
struct PivotOrder {
  std::vector<int> rows;
  std::vector<int> cols;
};

/// For a matrix [B F; C E] whose border are the rows and columns in `last`, ascending. The pivots
/// of B come first, on the diagonal, in a fill-reducing order (AMD). The border follows in an order
/// for E − C B⁻¹F. Eliminating a connected part of B couples all border rows and columns that it
/// touches.
PivotOrder bordered_order(const FixedMatrix& pattern, const std::vector<int>& last);

/// Powers of two that scale the border's rows to 2⁻⁴⁰ of the smallest column of B, so that they are
/// no pivots in its columns; 1 for the other rows. `im` may be null.
std::vector<double> border_row_scale(const FixedMatrix& pattern, const std::vector<int>& border,
                                     const double* re, const double* im);

}  // namespace pleuel
