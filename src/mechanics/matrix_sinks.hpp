// Targets of an author's matrix function: one `M.add(i, j, value)` serves all of them.
#pragma once

#include <utility>
#include <vector>

namespace pleuel {

/// y += A x, without storing A.
template <class S, class X>
struct ProductSink {
  const X* x;
  S* y;
  void add(int i, int j, const S& value) { y[i] += value * x[j]; }
};

/// y += Aᵀ x.
template <class S, class X>
struct TransposedProductSink {
  const X* x;
  S* y;
  void add(int i, int j, const S& value) { y[j] += value * x[i]; }
};

/// sum += xᵀ A x.
struct QuadraticFormSink {
  const double* x;
  double sum = 0;
  void add(int i, int j, double value) { sum += x[i] * value * x[j]; }
};

/// Records the positions of entries in the order of their addition.
struct RecordSink {
  std::vector<std::pair<int, int>> entries;
  void add(int i, int j, double) { entries.emplace_back(i, j); }
};

/// A recorded entry and its position in the pattern.
struct RecordedEntry {
  int row, col, slot;
};

/// Writes into a fixed pattern: the k-th call of `add` goes to the k-th recorded entry. Authors
/// must always add the same entries in the same order; `is_complete` checks it.
struct SlotSink {
  const RecordedEntry* next;
  const RecordedEntry* end;
  double* value;
  bool is_right = true;

  SlotSink(const std::vector<RecordedEntry>& entries, std::vector<double>& values)
      : next(entries.data()), end(next + entries.size()), value(values.data()) {}
  void add(int i, int j, double v) {
    if (next == end || next->row != i || next->col != j) {
      is_right = false;
      return;
    }
    value[next++->slot] += v;
  }
  bool is_complete() const { return is_right && next == end; }
};

}  // namespace pleuel
