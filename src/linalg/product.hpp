// Sparse products with precomputed patterns.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// The pattern of A B. `value` is zero.
FixedMatrix product_pattern(const FixedMatrix& a, const FixedMatrix& b);

/// C += scale · A B for matrices with fixed patterns; all products of entries are listed in
/// advance.
class ProductPlan {
 public:
  ProductPlan() = default;
  /// `c` must contain the pattern of A B.
  ProductPlan(const FixedMatrix& a, const FixedMatrix& b, const FixedMatrix& c);

  template <class A, class B, class C>
  void add(C scale, const A* a, const B* b, C* c) const {
    for (const Meeting& m : meetings_) c[m.c] += scale * (a[m.a] * b[m.b]);
  }

 private:
  struct Meeting {
    int a, b, c;
  };
  std::vector<Meeting> meetings_;
};

}  // namespace pleuel
