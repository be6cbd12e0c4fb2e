#include "pleuel/linalg/matrix_selection.hpp"

#include <numeric>

#include "pleuel/linalg/entries.hpp"

namespace pleuel {
namespace {

/// Inverse of the selection: for each number below n its position in `selected`, or −1.
std::vector<int> places_in(const std::vector<int>& selected, int n) {
  std::vector<int> place(n, -1);
  for (std::size_t i = 0; i < selected.size(); ++i) place[selected[i]] = static_cast<int>(i);
  return place;
}

}  // namespace

std::vector<int> all_numbers(int n) {
  std::vector<int> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

MatrixSelection::MatrixSelection(const FixedMatrix& m, const std::vector<int>& rows,
                                 const std::vector<int>& columns) {
  const std::vector<int> row = places_in(rows, m.rows), column = places_in(columns, m.cols);
  const auto visit_selected = [&](auto visit) {
    for_each_entry(m, [&](int i, int j, int k) {
      if (row[i] >= 0 && column[j] >= 0) visit(row[i], column[j], k);
    });
  };
  Entries entries;
  visit_selected([&](int i, int j, int) { entries.emplace_back(i, j); });
  pattern = FixedMatrix(static_cast<int>(rows.size()), static_cast<int>(columns.size()), entries);
  source.resize(pattern.row.size());
  visit_selected([&](int i, int j, int k) { source[pattern.slot(i, j)] = k; });
}

MatrixSelection::MatrixSelection(const FixedMatrix& m, const std::vector<int>& rows)
    : MatrixSelection(m, rows, all_numbers(m.cols)) {}

void MatrixSelection::take(const FixedMatrix& m, FixedMatrix& out) const {
  for (std::size_t k = 0; k < source.size(); ++k) out.value[k] = m.value[source[k]];
}

}  // namespace pleuel
