#include "pleuel/linalg/fixed_matrix.hpp"

#include <algorithm>

namespace pleuel {

FixedMatrix::FixedMatrix(int n_rows, int n_cols, const std::vector<std::pair<int, int>>& entries)
    : FixedMatrix(n_rows, n_cols) {
  std::vector<std::pair<int, int>> by_column;
  by_column.reserve(entries.size());
  for (const auto& [i, j] : entries) by_column.emplace_back(j, i);
  std::sort(by_column.begin(), by_column.end());
  by_column.erase(std::unique(by_column.begin(), by_column.end()), by_column.end());
  row.reserve(by_column.size());
  for (const auto& [j, i] : by_column) {
    row.push_back(i);
    ++start[j + 1];
  }
  for (int j = 0; j < n_cols; ++j) start[j + 1] += start[j];
  value.assign(row.size(), 0.0);
}

int FixedMatrix::slot(int i, int j) const {
  const auto first = row.begin() + start[j];
  const auto last = row.begin() + start[j + 1];
  const auto found = std::lower_bound(first, last, i);
  return found != last && *found == i ? static_cast<int>(found - row.begin()) : -1;
}

FixedMatrix FixedMatrix::transposed() const {
  std::vector<std::pair<int, int>> entries;
  entries.reserve(row.size());
  for (int j = 0; j < cols; ++j)
    for (int k = start[j]; k < start[j + 1]; ++k) entries.emplace_back(j, row[k]);
  FixedMatrix result(cols, rows, entries);
  for (int j = 0; j < cols; ++j)
    for (int k = start[j]; k < start[j + 1]; ++k) result.value[result.slot(j, row[k])] = value[k];
  return result;
}

void FixedMatrix::multiply_add(double scale, const double* x, double* y) const {
  for (int j = 0; j < cols; ++j) {
    const double xj = scale * x[j];
    for (int k = start[j]; k < start[j + 1]; ++k) y[row[k]] += value[k] * xj;
  }
}

void FixedMatrix::multiply_transposed_add(double scale, const double* x, double* y) const {
  for (int j = 0; j < cols; ++j) {
    double sum = 0;
    for (int k = start[j]; k < start[j + 1]; ++k) sum += value[k] * x[row[k]];
    y[j] += scale * sum;
  }
}

Matrix FixedMatrix::dense() const {
  Matrix result = Matrix::Zero(rows, cols);
  for (int j = 0; j < cols; ++j)
    for (int k = start[j]; k < start[j + 1]; ++k) result(row[k], j) = value[k];
  return result;
}

}  // namespace pleuel
