// A square DAE with explicit matrices E and J.
#pragma once

#include "pleuel/dae/dae.hpp"
#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel {

/// Provides E and J = ∂(r − Eẏ)/∂y (∂c/∂y on algebraic rows) with fixed sparsity patterns. α E − β
/// J is factored without elimination: dense if it is small or full, otherwise sparse. Mechanical
/// systems use the more efficient matrices of mechanics/formulation/.
class DifferentiatedDae : public Dae {
 public:
  std::unique_ptr<NewtonMatrix> newton_matrix(const ShiftCounts& shifts) final;

  /// Sparsity patterns of E and J.
  const FixedMatrix& E_pattern() const { return E_pattern_; }
  const FixedMatrix& J_pattern() const { return J_pattern_; }
  /// Evaluates both matrices at (t, y, ẏ). No allocation.
  virtual void differentiate(double t, ConstVec y, ConstVec ydot, FixedMatrix& E, FixedMatrix& J) = 0;

 protected:
  /// Throws InvalidInput unless the numbers of rows and unknowns are equal.
  explicit DifferentiatedDae(DaeInfo info);

  FixedMatrix E_pattern_, J_pattern_;
};

}  // namespace pleuel
