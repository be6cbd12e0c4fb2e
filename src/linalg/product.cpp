#include "pleuel/linalg/product.hpp"

#include <algorithm>
#include <utility>

namespace pleuel {
namespace {

/// Calls visit(i, k_a, k_b) for each pair of entries a(i, l), b(l, j) of column j of A B.
template <class Visit>
void for_each_meeting(const FixedMatrix& a, const FixedMatrix& b, int j, Visit visit) {
  for (int k = b.start[j]; k < b.start[j + 1]; ++k)
    for (int l = a.start[b.row[k]]; l < a.start[b.row[k] + 1]; ++l) visit(a.row[l], l, k);
}

}  // namespace

FixedMatrix product_pattern(const FixedMatrix& a, const FixedMatrix& b) {
  std::vector<int> starts(b.cols + 1, 0), marked(a.rows, -1);
  for (int j = 0; j < b.cols; ++j) {
    starts[j + 1] = starts[j];
    for_each_meeting(a, b, j, [&](int i, int, int) {
      if (std::exchange(marked[i], j) != j) ++starts[j + 1];
    });
  }
  std::fill(marked.begin(), marked.end(), -1);
  std::vector<int> rows(starts.back());
  for (int j = 0; j < b.cols; ++j) {
    int end = starts[j];
    for_each_meeting(a, b, j, [&](int i, int, int) {
      if (std::exchange(marked[i], j) != j) rows[end++] = i;
    });
    std::sort(rows.begin() + starts[j], rows.begin() + end);
  }
  return {a.rows, b.cols, std::move(starts), std::move(rows)};
}

ProductPlan::ProductPlan(const FixedMatrix& a, const FixedMatrix& b, const FixedMatrix& c) {
  std::size_t n_meetings = 0;
  for (const int l : b.row) n_meetings += a.start[l + 1] - a.start[l];
  meetings_.reserve(n_meetings);
  std::vector<int> place(c.rows, -1);  // of each row in the current column of C
  for (int j = 0; j < b.cols; ++j) {
    for (int k = c.start[j]; k < c.start[j + 1]; ++k) place[c.row[k]] = k;
    for_each_meeting(a, b, j, [&](int i, int k_a, int k_b) { meetings_.push_back({k_a, k_b, place[i]}); });
  }
}

}  // namespace pleuel
