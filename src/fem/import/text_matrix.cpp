#include "pleuel/fem/import/text_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/import/text_lines.hpp"

namespace pleuel::fem {
namespace {

using Entry = TextMatrix::Entry;

// of √(A_ii A_jj): files have six digits and more
constexpr double largest_asymmetry = 1e-6;

std::string name_of(int row, int col) {
  return "(" + std::to_string(row + 1) + ", " + std::to_string(col + 1) + ")";
}

/// By columns, then rows; of a half matrix the lower triangle. Refuses what stands there twice.
std::vector<Entry> sorted_entries(const TextMatrix& text) {
  std::vector<Entry> sorted = text.entries;
  if (text.is_half)
    for (Entry& e : sorted)
      if (e.row < e.col) std::swap(e.row, e.col);
  std::ranges::sort(sorted, {}, [](const Entry& e) { return std::tuple(e.col, e.row, e.line); });
  for (std::size_t k = 1; k < sorted.size(); ++k) {
    const Entry &a = sorted[k - 1], &b = sorted[k];
    if (a.row != b.row || a.col != b.col) continue;
    throw InvalidInput(line_text(text.path, b.line) + ": the entry " + name_of(b.row, b.col) +
                       (text.is_half ? " or its mirror image" : "") + " stands in line " +
                       std::to_string(a.line) + " already; remove one of them" +
                       (text.is_half ? ": one triangle of a symmetric matrix stands for both" : ""));
  }
  return sorted;
}

std::vector<int> places_of(const std::vector<int>& order) {
  std::vector<int> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    place[static_cast<std::size_t>(order[k])] = static_cast<int>(k);
  return place;
}

/// Refuses the largest difference between an entry and its mirror image.
void require_symmetry(const TextMatrix& text, const FixedMatrix& A, const std::vector<int>& order) {
  double largest = largest_asymmetry;
  int row = -1, col = -1;
  for (int j = 0; j < A.cols; ++j)
    for (int k = A.start[j]; k < A.start[j + 1]; ++k) {
      const int i = A.row[k];
      if (i <= j) continue;
      const double diagonals = std::abs(A.value[A.slot(i, i)] * A.value[A.slot(j, j)]);
      const double difference = std::abs(A.value[k] - A.value[A.slot(j, i)]);
      if (difference <= largest * std::sqrt(diagonals)) continue;
      largest = diagonals > 0 ? difference / std::sqrt(diagonals) : INFINITY;
      row = i;
      col = j;
    }
  if (row < 0) return;
  const int i = order[static_cast<std::size_t>(row)], j = order[static_cast<std::size_t>(col)];
  throw InvalidInput(text.place(i, j) + ": the matrix is not symmetric: the entry " + name_of(i, j) + " is " +
                     number_text(A.value[A.slot(row, col)], 12) + ", but " + name_of(j, i) + " is " +
                     number_text(A.value[A.slot(col, row)], 12) +
                     "; export both, or declare the matrix symmetric and give one triangle");
}

}  // namespace

std::string TextMatrix::place(int row, int col) const {
  for (const Entry& e : entries)
    if (e.row == row && e.col == col) return line_text(path, e.line);
  for (const Entry& e : entries)
    if (e.row == col && e.col == row) return line_text(path, e.line);
  return path;
}

FixedMatrix symmetric_matrix(const TextMatrix& text, const std::vector<int>& order,
                             const FixedMatrix& wider) {
  if (text.rows != text.cols)
    throw InvalidInput(text.path + ": the matrix has " + std::to_string(text.rows) + " rows and " +
                       std::to_string(text.cols) + " columns, but must be square; export it again");
  const std::vector<int> place = places_of(order);
  const std::vector<Entry> entries = sorted_entries(text);
  std::vector<std::pair<int, int>> pattern;
  const auto at = [&](int k) { return place[static_cast<std::size_t>(k)]; };
  for (int k = 0; k < text.rows; ++k) pattern.emplace_back(k, k);
  for (const Entry& e : entries)
    if (e.value != 0) {
      pattern.emplace_back(at(e.row), at(e.col));
      pattern.emplace_back(at(e.col), at(e.row));
    }
  for (int j = 0; j < wider.cols; ++j)
    for (int k = wider.start[j]; k < wider.start[j + 1]; ++k) pattern.emplace_back(wider.row[k], j);
  FixedMatrix A(text.rows, text.cols, pattern);
  for (const Entry& e : entries) {
    if (e.value == 0) continue;
    A.value[A.slot(at(e.row), at(e.col))] = e.value;
    if (text.is_half) A.value[A.slot(at(e.col), at(e.row))] = e.value;
  }
  if (text.is_half) return A;
  require_symmetry(text, A, order);
  for (int j = 0; j < A.cols; ++j)
    for (int k = A.start[j]; k < A.start[j + 1]; ++k)
      if (A.row[k] > j) {
        double& mirror = A.value[A.slot(j, A.row[k])];
        A.value[k] = mirror = 0.5 * (A.value[k] + mirror);
      }
  return A;
}

FixedMatrix plain_matrix(const TextMatrix& text, const std::vector<int>& order) {
  const std::vector<int> place = places_of(order);
  std::vector<std::pair<int, int>> pattern;
  TextMatrix whole = text;
  if (text.is_half)
    for (const Entry& e : text.entries)
      if (e.row != e.col) whole.entries.push_back({e.col, e.row, e.value, e.line});
  whole.is_half = false;
  const std::vector<Entry> entries = sorted_entries(whole);
  for (const Entry& e : entries) pattern.emplace_back(e.row, place[static_cast<std::size_t>(e.col)]);
  FixedMatrix A(text.rows, text.cols, pattern);
  for (const Entry& e : entries) A.value[A.slot(e.row, place[static_cast<std::size_t>(e.col)])] = e.value;
  return A;
}

}  // namespace pleuel::fem
