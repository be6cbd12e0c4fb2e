// A matrix as it stands in a file.
#pragma once

#include <string>
#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel::fem {

/// Entries of a real matrix with the lines on which they stand. Rows and columns count from 0.
struct TextMatrix {
  struct Entry {
    int row, col;
    double value;
    int line;
  };
  std::string path;
  int rows = 0, cols = 0;
  /// An entry (i, j) stands for (j, i) too.
  bool is_half = false;
  std::vector<Entry> entries;

  /// "path:line" of an entry, or of its mirror image; the path if neither is there.
  std::string place(int row, int col) const;
};

/// The whole matrix, in which row k is row `order[k]` of the file and without the zeros of the
/// file. Its pattern contains the diagonal and the pattern of `wider`, which may be empty.
/// Differences between A and Aᵀ by rounding are averaged.
///
/// Throws InvalidInput with file and lines for a matrix that is not square or not symmetric, and
/// for entries that are given twice.
FixedMatrix symmetric_matrix(const TextMatrix& text, const std::vector<int>& order,
                             const FixedMatrix& wider = {});
/// A matrix whose column k is column `order[k]` of the file.
FixedMatrix plain_matrix(const TextMatrix& text, const std::vector<int>& order);

}  // namespace pleuel::fem
