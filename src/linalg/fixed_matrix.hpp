// A real sparse matrix with a fixed pattern.
#pragma once

#include <utility>
#include <vector>

#include "pleuel/base/shared_array.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// Compressed columns: entries k in [start[j], start[j+1]) of column j have row[k], ascending, and
/// value[k]. The pattern is fixed at construction and shared by copies; only `value` changes
/// afterwards.
struct FixedMatrix {
  int rows = 0;
  int cols = 0;
  SharedArray<int> start = {0};
  SharedArray<int> row;
  std::vector<double> value;

  FixedMatrix() = default;
  FixedMatrix(int n_rows, int n_cols) : FixedMatrix(n_rows, n_cols, std::vector<int>(n_cols + 1, 0), {}) {}
  /// With zero values.
  FixedMatrix(int n_rows, int n_cols, std::vector<int> starts, std::vector<int> rows_of_entries);
  /// The pattern of all (row, col) pairs, in any order; duplicates are allowed.
  FixedMatrix(int n_rows, int n_cols, const std::vector<std::pair<int, int>>& entries);

  int n_entries() const { return static_cast<int>(row.size()); }
  bool is_empty() const { return row.empty(); }
  void set_zero() { std::fill(value.begin(), value.end(), 0.0); }
  /// Position of (i, j) in `value`, −1 if it is not in the pattern.
  int slot(int i, int j) const;
  /// The same pattern without values, and with zeros.
  FixedMatrix without_values() const;
  FixedMatrix with_zeros() const;
  /// Takes the other pattern's memory if both are equal; returns whether they are.
  bool share_pattern(const FixedMatrix& other);
  FixedMatrix transposed() const;

  /// y += scale · A x and y += scale · Aᵀ x.
  void multiply_add(double scale, const double* x, double* y) const;
  void multiply_transposed_add(double scale, const double* x, double* y) const;

  Matrix dense() const;
};

}  // namespace pleuel
