// Selects the unknowns of an elastic body that remain.
#pragma once

#include <vector>

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel::fem {

/// Splits n unknowns into kept ones, renumbered in their order, and fixed ones, which are zero.
class DofSelection {
 public:
  /// `fixed` may contain duplicates in any order.
  DofSelection(int n, const std::vector<int>& fixed);

  int n_all() const { return static_cast<int>(place_.size()); }
  int n_kept() const { return static_cast<int>(kept_.size()); }
  const std::vector<int>& kept() const { return kept_; }
  /// New number, −1 if fixed.
  int place(int dof) const { return place_[dof]; }

  Vector restrict(const Vector& x) const;
  /// Inserts zeros for fixed unknowns.
  Vector extend(const Vector& x) const;
  /// Rows and columns of the kept unknowns, with their pattern.
  FixedMatrix restrict(const FixedMatrix& A) const;

 private:
  std::vector<int> kept_, place_;
};

}  // namespace pleuel::fem
