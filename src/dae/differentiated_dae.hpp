// A square DAE whose matrices are known entry by entry.
#pragma once

#include "pleuel/dae/dae.hpp"
#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// Gives E and J = ∂(r − Eẏ)/∂y (∂c/∂y on algebraic rows) with fixed patterns; α E − β J is
/// factored as it is, densely when small or full, sparsely when large and empty. Nothing is
/// eliminated: a mechanism has better (mechanics/formulation/).
class DifferentiatedDae : public Dae {
 public:
  std::unique_ptr<NewtonMatrix> newton_matrix(const ShiftCounts& shifts) final;

  /// Matrices with the patterns of these equations.
  const FixedMatrix& E_pattern() const { return E_pattern_; }
  const FixedMatrix& J_pattern() const { return J_pattern_; }
  /// Fills both at (t, y, ẏ). No allocation.
  virtual void differentiate(double t, ConstVec y, ConstVec ydot, FixedMatrix& E, FixedMatrix& J) = 0;

 protected:
  /// Throws InvalidInput unless there are as many rows as unknowns.
  explicit DifferentiatedDae(DaeInfo info);

  FixedMatrix E_pattern_, J_pattern_;
};

}  // namespace pleuel
