// The energy of a deformed body as a function of its unknowns.
#pragma once

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel::fem {

/// W(q) with −∇W(q) for the elastic forces. One object serves all threads; evaluation allocates
/// nothing.
class StrainEnergy {
 public:
  virtual ~StrainEnergy() = default;

  /// Of ∂²W/∂q².
  virtual const FixedMatrix& pattern() const = 0;
  int size() const { return pattern().rows; }

  virtual double energy(ConstVec q) const = 0;
  /// out = ∇W(q).
  virtual void gradient(ConstVec q, Vec out) const = 0;
  /// K = ∂²W/∂q², K of pattern().
  virtual void tangent(ConstVec q, FixedMatrix& K) const = 0;
};

}  // namespace pleuel::fem
