// Which constraints are independent, and of which others the rest are combinations.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// A row of G that is a combination of independent ones.
struct DependentRow {
  int row = 0;
  std::vector<int> of;  ///< the independent rows that share in it, ascending
};

struct ConstraintRank {
  std::vector<int> independent;         ///< ascending
  std::vector<DependentRow> dependent;  ///< ascending
  bool is_full() const { return dependent.empty(); }
};

/// By a QR factorisation of Gᵀ, columns scaled to length one: with column pivoting where G has up
/// to 400 columns, so that the independent rows are about the best conditioned ones; beyond by a
/// sparse LDLᵀ factorisation of G Gᵀ where that leaves no doubt, else by a sparse QR factorisation,
/// where a column goes last of which those before it leave nothing. A row counts as dependent when
/// the sine of its angle to the span of the others is below `dependent_below`.
inline constexpr double dependent_by_rounding = 1e-12;
ConstraintRank constraint_rank(const FixedMatrix& G, double dependent_below = dependent_by_rounding);

}  // namespace pleuel
