#include "pleuel/linalg/product.hpp"

namespace pleuel {
namespace {

/// Calls visit(i, j, k_a, k_b) for each pair of entries a(i, l), b(l, j).
template <class Visit>
void for_each_meeting(const FixedMatrix& a, const FixedMatrix& b, Visit visit) {
  for (int j = 0; j < b.cols; ++j)
    for (int k = b.start[j]; k < b.start[j + 1]; ++k)
      for (int l = a.start[b.row[k]]; l < a.start[b.row[k] + 1]; ++l) visit(a.row[l], j, l, k);
}

}  // namespace

FixedMatrix product_pattern(const FixedMatrix& a, const FixedMatrix& b) {
  std::vector<std::pair<int, int>> entries;
  for_each_meeting(a, b, [&](int i, int j, int, int) { entries.emplace_back(i, j); });
  return FixedMatrix(a.rows, b.cols, entries);
}

ProductPlan::ProductPlan(const FixedMatrix& a, const FixedMatrix& b, const FixedMatrix& c) {
  for_each_meeting(a, b, [&](int i, int j, int k_a, int k_b) {
    meetings_.push_back({k_a, k_b, c.slot(i, j)});
  });
}

}  // namespace pleuel
