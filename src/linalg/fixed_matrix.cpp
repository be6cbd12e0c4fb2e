#include "pleuel/linalg/fixed_matrix.hpp"

#include <algorithm>

namespace pleuel {

FixedMatrix::FixedMatrix(int n_rows, int n_cols, const std::vector<std::pair<int, int>>& entries)
    : FixedMatrix(n_rows, n_cols) {
  // The columns of each row, by counting.
  std::vector<int> first(n_rows + 1, 0), columns(entries.size());
  for (const auto& [i, j] : entries) ++first[i + 1];
  for (int i = 0; i < n_rows; ++i) first[i + 1] += first[i];
  std::vector<int> next(first.begin(), first.end() - 1);
  for (const auto& [i, j] : entries) columns[next[i]++] = j;
  // Row after row, a column grows unless its last entry is in this row already.
  const auto visit_entries = [&](auto visit) {
    std::vector<int> last(n_cols, -1);
    for (int i = 0; i < n_rows; ++i)
      for (int k = first[i]; k < first[i + 1]; ++k)
        if (std::exchange(last[columns[k]], i) != i) visit(i, columns[k]);
  };
  visit_entries([&](int, int j) { ++start[j + 1]; });
  for (int j = 0; j < n_cols; ++j) start[j + 1] += start[j];
  row.resize(start.back());
  next.assign(start.begin(), start.end() - 1);
  visit_entries([&](int i, int j) { row[next[j]++] = i; });
  value.assign(row.size(), 0.0);
}

int FixedMatrix::slot(int i, int j) const {
  const auto first = row.begin() + start[j];
  const auto last = row.begin() + start[j + 1];
  const auto found = std::lower_bound(first, last, i);
  return found != last && *found == i ? static_cast<int>(found - row.begin()) : -1;
}

FixedMatrix FixedMatrix::transposed() const {
  FixedMatrix result(cols, rows);
  for (const int i : row) ++result.start[i + 1];
  for (int i = 0; i < rows; ++i) result.start[i + 1] += result.start[i];
  std::vector<int> next(result.start.begin(), result.start.end() - 1);
  result.row.resize(row.size());
  result.value.resize(row.size());
  for (int j = 0; j < cols; ++j)
    for (int k = start[j]; k < start[j + 1]; ++k) {
      const int place = next[row[k]]++;
      result.row[place] = j;
      result.value[place] = value[k];
    }
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
