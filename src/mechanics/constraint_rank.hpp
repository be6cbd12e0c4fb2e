// Separates independent constraints from their linear combinations.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// A row of G that is a linear combination of independent rows.
struct DependentRow {
  int row = 0;
  std::vector<int> of;  ///< the independent rows in the combination, ascending

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.row, self.of);
  }
};

struct ConstraintRank {
  std::vector<int> independent;         ///< ascending
  std::vector<DependentRow> dependent;  ///< ascending
  bool is_full() const { return dependent.empty(); }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.independent, self.dependent);
  }
};

/// Uses a QR factorisation of Gᵀ with columns scaled to length one. Up to 400 columns of G it has
/// column pivoting, so that the independent rows are well conditioned. For larger G, a sparse LDLᵀ
/// factorisation of G Gᵀ is used if its result is clear, otherwise a sparse QR factorisation that
/// moves dependent columns to the end. A row is dependent if the sine of its angle to the span of
/// the others is below `dependent_below`.
inline constexpr double dependent_by_rounding = 1e-12;
ConstraintRank constraint_rank(const FixedMatrix& G, double dependent_below = dependent_by_rounding);

}  // namespace pleuel
