#include "pleuel/linalg/fixed_matrix.hpp"

#include <algorithm>

namespace pleuel {

FixedMatrix::FixedMatrix(int n_rows, int n_cols, std::vector<int> starts, std::vector<int> rows_of_entries)
    : rows(n_rows),
      cols(n_cols),
      start(std::move(starts)),
      row(std::move(rows_of_entries)),
      value(row.size(), 0.0) {}

FixedMatrix::FixedMatrix(int n_rows, int n_cols, const std::vector<std::pair<int, int>>& entries)
    : rows(n_rows), cols(n_cols) {
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
  std::vector<int> starts(n_cols + 1, 0);
  visit_entries([&](int, int j) { ++starts[j + 1]; });
  for (int j = 0; j < n_cols; ++j) starts[j + 1] += starts[j];
  std::vector<int> rows_of_entries(starts.back());
  next.assign(starts.begin(), starts.end() - 1);
  visit_entries([&](int i, int j) { rows_of_entries[next[j]++] = i; });
  start = std::move(starts);
  row = std::move(rows_of_entries);
  value.assign(row.size(), 0.0);
}

FixedMatrix FixedMatrix::without_values() const {
  FixedMatrix pattern(rows, cols);
  pattern.start = start;
  pattern.row = row;
  return pattern;
}

FixedMatrix FixedMatrix::with_zeros() const {
  FixedMatrix matrix = without_values();
  matrix.value.assign(row.size(), 0.0);
  return matrix;
}

bool FixedMatrix::share_pattern(const FixedMatrix& other) {
  if (rows != other.rows || !(start == other.start) || !(row == other.row)) return false;
  start = other.start;
  row = other.row;
  return true;
}

int FixedMatrix::slot(int i, int j) const {
  const auto first = row.begin() + start[j];
  const auto last = row.begin() + start[j + 1];
  const auto found = std::lower_bound(first, last, i);
  return found != last && *found == i ? static_cast<int>(found - row.begin()) : -1;
}

FixedMatrix FixedMatrix::transposed() const {
  std::vector<int> starts(rows + 1, 0), columns(row.size());
  for (const int i : row) ++starts[i + 1];
  for (int i = 0; i < rows; ++i) starts[i + 1] += starts[i];
  std::vector<int> next(starts.begin(), starts.end() - 1);
  std::vector<double> values(value.size());
  for (int j = 0; j < cols; ++j)
    for (int k = start[j]; k < start[j + 1]; ++k) {
      const int place = next[row[k]]++;
      columns[place] = j;
      if (!values.empty()) values[place] = value[k];
    }
  FixedMatrix result(cols, rows, std::move(starts), std::move(columns));
  result.value = std::move(values);
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
