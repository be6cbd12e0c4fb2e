#include "pleuel/integrator/bdf/bdf_formula.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace pleuel {

namespace {

// MEBDF asks for two more than its order.
constexpr int kHarmonicNumbers = kLargestMultistepOrder + 3;

/// 1 + 1/2 + … + 1/k.
constexpr auto harmonic_numbers() {
  std::array<double, kHarmonicNumbers> sums{};
  for (int k = 1; k < kHarmonicNumbers; ++k) sums[k] = sums[k - 1] + 1.0 / k;
  return sums;
}

}  // namespace

double bdf_leading_coefficient(int order) {
  static constexpr auto sums = harmonic_numbers();
  assert(0 <= order && order < kHarmonicNumbers);
  return sums[order];
}

BdfFormula::BdfFormula(int k, double step, const BdfSpacing& spacing)
    : BdfFormula(k, bdf_leading_coefficient(k), step, spacing) {}

BdfFormula::BdfFormula(int k, double leading_coefficient, double step, const BdfSpacing& spacing)
    : order(k), h(step), leading(leading_coefficient), alpha(leading_coefficient / step) {
  assert(1 <= k && k <= kLargestMultistepOrder);
  psi[0] = h;
  beta[0] = 1;
  gamma[0] = 0;
  double sum = 0;  // of h/ψ_j
  for (int i = 1; i <= k + 1; ++i) {
    psi[i] = spacing[i - 1] + h;
    beta[i] = beta[i - 1] * (psi[i - 1] / spacing[i - 1]);
    gamma[i] = gamma[i - 1] + 1 / psi[i - 1];
    sum += h / psi[i - 1];
  }
  const double last = h / psi[k];  // α_{k+1}, the contribution of interpolation between the points
  error_constant = std::max(last, std::abs(sum - bdf_leading_coefficient(k)));
}

double BdfFormula::equal_step_constant(int j) const {
  double constant = h / psi[0];
  for (int i = 1; i <= j; ++i) constant *= i * (h / psi[i]);
  return constant;
}

BdfExtrapolation::BdfExtrapolation(int k, double since, const BdfSpacing& spacing) : degree(k) {
  assert(1 <= k && k <= kLargestMultistepOrder);
  value[0] = 1;
  double sum = 0;  // of 1/(distance to an earlier point)
  for (int i = 1; i <= k; ++i) {
    const double distance = since + (i > 1 ? spacing[i - 2] : 0.0);
    value[i] = value[i - 1] * (distance / spacing[i - 1]);
    sum += 1 / distance;
    slope[i] = sum * value[i];
  }
}

}  // namespace pleuel
