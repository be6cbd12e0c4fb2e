// Some rows and columns of a sparse matrix.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// 0, 1, …, n − 1: a selection of all.
std::vector<int> all_numbers(int n);

/// The rows and columns of `m` with the numbers given, in that order, as a pattern, and for each of
/// its entries the one of `m`.
struct MatrixSelection {
  MatrixSelection() = default;
  MatrixSelection(const FixedMatrix& m, const std::vector<int>& rows, const std::vector<int>& columns);
  /// With all columns.
  MatrixSelection(const FixedMatrix& m, const std::vector<int>& rows);
  /// Copies the values of the entries selected.
  void take(const FixedMatrix& m, FixedMatrix& out) const;

  FixedMatrix pattern;
  std::vector<int> source;
};

}  // namespace pleuel
