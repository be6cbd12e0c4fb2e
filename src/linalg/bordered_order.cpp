#include "pleuel/linalg/bordered_order.hpp"

#include <klu.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <stdexcept>

namespace pleuel {
namespace {

// Scale of border rows relative to the smallest column of the rest: far below any pivot there, if
// its condition is below 2⁴⁰.
constexpr int border_exponent = -40;

using Entries = std::vector<std::pair<int, int>>;

/// KLU's order for a square pattern: along its diagonal, or with rows permuted so that the diagonal
/// is nonzero.
PivotOrder klu_order(const FixedMatrix& pattern, bool keeps_diagonal) {
  if (pattern.rows == 0) return {};
  klu_common common{};
  klu_defaults(&common);
  common.btf = keeps_diagonal ? 0 : 1;
  std::vector<int> start = pattern.start, row = pattern.row;
  klu_symbolic* symbolic = klu_analyze(pattern.rows, start.data(), row.data(), &common);
  if (symbolic == nullptr) throw std::logic_error("bordered_order: the pattern has no order");
  PivotOrder order{{symbolic->P, symbolic->P + pattern.rows}, {symbolic->Q, symbolic->Q + pattern.rows}};
  klu_free_symbolic(&symbolic, &common);
  return order;
}

/// Connected parts of a graph.
class Parts {
 public:
  explicit Parts(int n) : above_(n) { std::iota(above_.begin(), above_.end(), 0); }
  int of(int i) {
    while (above_[i] != i) i = above_[i] = above_[above_[i]];
    return i;
  }
  void join(int i, int j) { above_[of(i)] = of(j); }

 private:
  std::vector<int> above_;
};

struct SourceLocation {
  bool is_last = false;
  int number = 0;  // index within the border or within the rest
};

std::vector<SourceLocation> places(int n, const std::vector<int>& last) {
  std::vector<SourceLocation> result(n);
  for (const int i : last) result[i].is_last = true;
  int n_first = 0, n_last = 0;
  for (SourceLocation& p : result) p.number = p.is_last ? n_last++ : n_first++;
  return result;
}

/// The pattern of E − C B⁻¹F.
FixedMatrix border_pattern(const FixedMatrix& pattern, const std::vector<SourceLocation>& place, int n_last) {
  const int n_first = pattern.rows - n_last;
  Parts parts(n_first);
  std::vector<std::set<int>> rows(n_first),
      cols(n_first);  // of the border, by the rows and columns of B that they touch
  Entries entries;
  for (int j = 0; j < pattern.cols; ++j)
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
      const SourceLocation &row = place[pattern.row[k]], &col = place[j];
      if (row.is_last && col.is_last) entries.emplace_back(row.number, col.number);
      if (!row.is_last && !col.is_last) parts.join(row.number, col.number);
    }
  for (int j = 0; j < pattern.cols; ++j)
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
      const SourceLocation &row = place[pattern.row[k]], &col = place[j];
      if (row.is_last && !col.is_last) rows[parts.of(col.number)].insert(row.number);
      if (!row.is_last && col.is_last) cols[parts.of(row.number)].insert(col.number);
    }
  for (int part = 0; part < n_first; ++part)
    for (const int i : rows[part])
      for (const int j : cols[part]) entries.emplace_back(i, j);
  return {n_last, n_last, entries};
}

}  // namespace

PivotOrder bordered_order(const FixedMatrix& pattern, const std::vector<int>& last) {
  const std::vector<SourceLocation> place = places(pattern.rows, last);
  std::vector<int> first;
  Entries inner;
  for (int j = 0; j < pattern.cols; ++j) {
    if (place[j].is_last) continue;
    first.push_back(j);
    inner.emplace_back(place[j].number, place[j].number);
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k)
      if (!place[pattern.row[k]].is_last) inner.emplace_back(place[pattern.row[k]].number, place[j].number);
  }
  const int n_first = static_cast<int>(first.size()), n_last = static_cast<int>(last.size());
  const PivotOrder of_first = klu_order({n_first, n_first, inner}, true);
  const PivotOrder of_last = klu_order(border_pattern(pattern, place, n_last), false);
  PivotOrder order;
  for (const int i : of_first.cols) order.cols.push_back(first[i]);
  order.rows = order.cols;
  for (const int i : of_last.rows) order.rows.push_back(last[i]);
  for (const int i : of_last.cols) order.cols.push_back(last[i]);
  return order;
}

std::vector<double> border_row_scale(const FixedMatrix& pattern, const std::vector<int>& border,
                                     const double* re, const double* im) {
  const auto size_of = [&](int k) {
    return im != nullptr ? std::max(std::abs(re[k]), std::abs(im[k])) : std::abs(re[k]);
  };
  std::vector<char> is_last(pattern.rows, 0);
  for (const int i : border) is_last[i] = 1;
  std::vector<double> largest(pattern.rows, 0.0), scale(pattern.rows, 1.0);
  double smallest = std::numeric_limits<double>::infinity();  // smallest column of B
  for (int j = 0; j < pattern.cols; ++j) {
    double inner = 0;
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
      const int i = pattern.row[k];
      largest[i] = std::max(largest[i], size_of(k));
      if (!is_last[i]) inner = std::max(inner, size_of(k));
    }
    if (!is_last[j] && inner > 0) smallest = std::min(smallest, inner);
  }
  if (!std::isfinite(smallest)) return scale;
  for (const int i : border)
    if (largest[i] > 0)
      scale[i] = std::ldexp(1.0, std::ilogb(smallest) - std::ilogb(largest[i]) + border_exponent);
  return scale;
}

}  // namespace pleuel
