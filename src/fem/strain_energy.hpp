// The strain energy of a body as a function of its unknowns.
#pragma once

#include "pleuel/linalg/fixed_matrix.hpp"

namespace pleuel::fem {

/// W(q); the elastic forces are −∇W(q). One object may be shared by threads; evaluation does not
/// allocate.
class StrainEnergy {
 public:
  virtual ~StrainEnergy() = default;

  /// Pattern of ∂²W/∂q².
  virtual const FixedMatrix& pattern() const = 0;
  int size() const { return pattern().rows; }

  virtual double energy(ConstVec q) const = 0;
  /// out = ∇W(q).
  virtual void gradient(ConstVec q, Vec out) const = 0;
  /// K = ∂²W/∂q², with the pattern of pattern().
  virtual void tangent(ConstVec q, FixedMatrix& K) const = 0;
};

}  // namespace pleuel::fem
