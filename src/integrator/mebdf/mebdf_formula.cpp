#include "pleuel/integrator/mebdf/mebdf_formula.hpp"

#include <cassert>

namespace pleuel {

MebdfWeights::MebdfWeights(int k) {
  // p_j(1) = 1, p_j′(1) = H_j and p_j′(2) = (j+1) (H_{j+1} − 1), H_j = 1 + 1/2 + … + 1/j.
  const double first = bdf_leading_coefficient(k);
  const double second = bdf_leading_coefficient(k + 1);
  const double first_ahead = (k + 1) * (second - 1);
  const double second_ahead = (k + 2) * (bdf_leading_coefficient(k + 2) - 1);
  const double determinant = first * second_ahead - second * first_ahead;
  b = 1 / first;
  beta1 = (second_ahead - first_ahead) / determinant;
  beta2 = (first - second) / determinant;
}

MebdfFormula::MebdfFormula(const BdfFormula& predictor, const BdfSpacing& spacing)
    : weights(predictor.order - 1),
      ahead(predictor.order, 2 * predictor.h, spacing),
      coupling((predictor.order - 1) / predictor.h),
      delta(1 / predictor.h),
      growth(1) {
  const int p = predictor.order;
  assert(p >= 2);
  // ω^(p) = p! φ_{p+1} / (ψ_1 … ψ_p).
  for (int i = 1; i <= p; ++i) delta *= (i < p ? i : 1) * (predictor.h / spacing[i - 1]);
  for (int i = 0; i <= p; ++i) growth *= 1 + predictor.h / predictor.psi[i];
}

}  // namespace pleuel
