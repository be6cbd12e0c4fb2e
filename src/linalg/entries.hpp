// Lists of matrix entries, from which sparsity patterns are made.
#pragma once

#include <utility>
#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// Calls visit(i, j, k) for each entry (i, j), column by column; k is its index in `value`.
template <class Visit>
void for_each_entry(const FixedMatrix& m, Visit visit) {
  for (int j = 0; j < m.cols; ++j)
    for (int k = m.start[j]; k < m.start[j + 1]; ++k) visit(m.row[k], j, k);
}

struct MatrixEntry {
  int i, j;
  double value;
};

/// (row, column) pairs for the constructor of FixedMatrix.
using Entries = std::vector<std::pair<int, int>>;

/// Appends the entries of a block that starts at `row` and `column` of a larger matrix; the second
/// function transposes it.
inline void append_block(const FixedMatrix& m, Entries& entries, int row = 0, int column = 0) {
  for_each_entry(m, [&](int i, int j, int) { entries.emplace_back(row + i, column + j); });
}
inline void append_transposed_block(const FixedMatrix& m, Entries& entries, int row = 0, int column = 0) {
  for_each_entry(m, [&](int i, int j, int) { entries.emplace_back(row + j, column + i); });
}
/// Appends all positions of a square diagonal block.
inline void append_full_block(int first, int size, Entries& entries) {
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) entries.emplace_back(first + i, first + j);
}

/// Returns place(i, j) of each entry, in the order of its values.
template <class SourceLocation>
std::vector<int> places_of(const FixedMatrix& m, SourceLocation place) {
  std::vector<int> result;
  result.reserve(m.row.size());
  for_each_entry(m, [&](int i, int j, int) { result.push_back(place(i, j)); });
  return result;
}

}  // namespace pleuel
