// The energy of a body with few shapes, including a cubic part.
#pragma once

#include <vector>

#include "pleuel/fem/strain_energy.hpp"

namespace pleuel::fem {

/// W = ½ qᵀK q + ½ Σ_i q_i qᵀT_i q with symmetric matrices. With T_i of BeamShapes it couples
/// bending and stretching [Sim96]. W is not bounded below; it is valid only for small q.
class ShapeEnergy final : public StrainEnergy {
 public:
  ShapeEnergy(const Matrix& K, std::vector<Matrix> T);

  const FixedMatrix& pattern() const override { return K_; }
  double energy(ConstVec q) const override;
  void gradient(ConstVec q, Vec out) const override;
  void tangent(ConstVec q, FixedMatrix& K) const override;

 private:
  FixedMatrix K_;  // full
  std::vector<Matrix> T_;
};

}  // namespace pleuel::fem
