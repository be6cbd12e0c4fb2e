// Selects rows and columns of a sparse matrix.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// 0, 1, …, n − 1: selects all.
std::vector<int> all_numbers(int n);

/// The pattern of the selected rows and columns of `m`, in the given order, and the source entry of
/// each entry.
struct MatrixSelection {
  MatrixSelection() = default;
  MatrixSelection(const FixedMatrix& m, const std::vector<int>& rows, const std::vector<int>& columns);
  /// Selects all columns.
  MatrixSelection(const FixedMatrix& m, const std::vector<int>& rows);
  /// Copies the values of the selected entries.
  void take(const FixedMatrix& m, FixedMatrix& out) const;

  FixedMatrix pattern;
  std::vector<int> source;
};

}  // namespace pleuel
