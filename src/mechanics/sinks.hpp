// What an author's matrix can be written into: one `M.add(i, j, value)` serves them all.
#pragma once

#include <utility>
#include <vector>

namespace pleuel {

/// y += A x, without A ever being stored.
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

/// Remembers where entries go, in the order in which they are added.
struct RecordSink {
  std::vector<std::pair<int, int>> entries;
  void add(int i, int j, double) { entries.emplace_back(i, j); }
};

/// Writes into a fixed pattern: the k-th call of `add` goes to value[slot[k]], so authors must add in the same order
/// each time.
struct SlotSink {
  const int* slot;
  double* value;
  void add(int, int, double v) { value[*slot++] += v; }
};

}  // namespace pleuel
