#include "pleuel/integrator/mebdf/mebdf_formula.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace pleuel {
namespace mebdf_formula_test {

// β₁, β₂ and the error constant C of y_{n+1}, which multiplies ∇^(k+2) y, for k = 1 … 7 [Cas83].
struct Published {
  double beta1, beta2, error;
};
constexpr Published kPublished[] = {{},
                                    {3. / 2, -1. / 2, 5. / 12},
                                    {22. / 23, -4. / 23, 17. / 138},
                                    {150. / 197, -18. / 197, 111. / 1970},
                                    {1644. / 2501, -144. / 2501, 394. / 12505},
                                    {2940. / 4973, -200. / 4973, 690. / 34811},
                                    {7260. / 13327, -400. / 13327, 2515. / 186578},
                                    {106540. / 208903, -4900. / 208903, 12145. / 1253418}};

TEST(MebdfWeights, AreThePublishedOnes) {
  for (int k = 1; k <= 7; ++k) {
    const MebdfWeights w(k);
    EXPECT_NEAR(w.b * bdf_leading_coefficient(k), 1, 1e-15);
    EXPECT_NEAR(w.beta1, kPublished[k].beta1, 1e-14) << k;
    EXPECT_NEAR(w.beta2, kPublished[k].beta2, 1e-14) << k;
  }
}

/// Backward differences ∇^0 f … ∇^n f at t with distance h.
std::vector<double> differences(const auto& f, double t, double h, int n) {
  std::vector<double> value;
  for (int j = 0; j <= n; ++j) value.push_back(f(t - j * h));
  std::vector<double> result;
  for (int i = 0; i <= n; ++i) {
    result.push_back(value[0]);
    for (int j = 0; j + 1 < static_cast<int>(value.size()); ++j) value[j] -= value[j + 1];
    value.pop_back();
  }
  return result;
}

/// One step for ẏ = f′(t) from exact values at equal distances.
struct Quadrature {
  double first, ahead, last;  // y of the stages

  Quadrature(int p, double t, double h, const auto& f, const auto& slope) {
    BdfSpacing spacing{};
    for (int i = 0; i < kBdfDifferences; ++i) spacing[i] = (i + 1) * h;
    const BdfFormula predictor(p, bdf_leading_coefficient(p - 1), h, spacing);
    const MebdfFormula of(predictor, spacing);
    const std::vector<double> phi = differences(f, t, h, p);
    double y = 0, ydot = 0, y_ahead = 0, ydot_ahead = 0;
    for (int i = 0; i <= p; ++i) {
      y += predictor.beta[i] * phi[i];
      ydot += predictor.gamma[i] * predictor.beta[i] * phi[i];
      y_ahead += of.ahead.value[i] * phi[i];
      ydot_ahead += of.ahead.slope[i] * phi[i];
    }
    const double delta = of.delta * phi[p];
    const double r1 = slope(t + h) - ydot, r2 = slope(t + 2 * h) - ydot_ahead;
    const double e1 = (r1 + delta) / predictor.alpha;
    const double e2 = (r2 + delta + of.coupling * e1) / predictor.alpha;
    const MebdfWeights& w = of.weights;
    const double e3 = (r1 + (w.beta2 * r2 + (w.beta1 - w.b) * r1) / w.b) / predictor.alpha;
    first = y + e1;
    ahead = y_ahead + e2;
    last = y + e3;
  }
};

constexpr double kT = 0.7, kH = 0.1;

TEST(MebdfFormula, StagesOneAndTwoAreBdfOfOneOrderLess) {
  const auto f = [](double t) { return std::sin(2 * t); };
  const auto slope = [](double t) { return 2 * std::cos(2 * t); };
  for (int p = 2; p <= 8; ++p) {
    const int k = p - 1;
    const Quadrature step(p, kT, kH, f, slope);
    // h ẏ = Σ_{i ≤ k} ∇^i y / i, with the results of stages 1 and 2 at their ends.
    const auto bdf = [&](double end, const auto& y) {
      const std::vector<double> d = differences(y, end, kH, k);
      double sum = 0;
      for (int i = 1; i <= k; ++i) sum += d[i] / i;
      return sum;
    };
    const auto past = [&](double t) {
      return t > kT + 1.5 * kH ? step.ahead : t > kT + 0.5 * kH ? step.first : f(t);
    };
    EXPECT_NEAR(bdf(kT + kH, past), kH * slope(kT + kH), 1e-13) << p;
    EXPECT_NEAR(bdf(kT + 2 * kH, past), kH * slope(kT + 2 * kH), 1e-13) << p;
  }
}

TEST(MebdfFormula, HasOrderPWithThePublishedErrorConstant) {
  for (int p = 2; p <= 8; ++p)
    for (int degree = 0; degree <= p + 1; ++degree) {
      const auto f = [&](double t) { return std::pow(t, degree); };
      const auto slope = [&](double t) { return degree > 0 ? degree * std::pow(t, degree - 1) : 0.0; };
      const Quadrature step(p, kT, kH, f, slope);
      // ∇^(p+1) t^(p+1) = (p+1)! h^(p+1).
      const double error =
          degree <= p ? 0 : kPublished[p - 1].error * std::tgamma(p + 2) * std::pow(kH, p + 1);
      EXPECT_NEAR(std::abs(f(kT + kH) - step.last), error, 1e-14) << "order " << p << ", degree " << degree;
    }
}

TEST(BdfExtrapolation, IsThePolynomialThroughUnevenPoints) {
  const BdfSpacing spacing{0.1, 0.25, 0.3, 0.5};
  const auto f = [](double t) { return 1 + t * (2 + t * (3 + t * 4)); };
  // φ_i = ψ_1 … ψ_{i−1} [y_n, …, y_{n−i+1}] with t_n = 0.
  const double t[] = {0, -0.1, -0.25, -0.3};
  double divided[4], phi[4];
  for (int i = 0; i < 4; ++i) divided[i] = f(t[i]);
  for (int level = 1; level < 4; ++level)
    for (int i = 3; i >= level; --i) divided[i] = (divided[i] - divided[i - 1]) / (t[i] - t[i - level]);
  double product = 1;
  for (int i = 0; i < 4; ++i) {
    phi[i] = product * divided[i];
    product *= spacing[i];
  }
  const double since = 0.37;
  const BdfExtrapolation at(3, since, spacing);
  double value = 0, slope = 0;
  for (int i = 0; i < 4; ++i) {
    value += at.value[i] * phi[i];
    slope += at.slope[i] * phi[i];
  }
  EXPECT_NEAR(value, f(since), 1e-13);
  EXPECT_NEAR(slope, 2 + since * (6 + since * 12), 1e-12);
}

}  // namespace mebdf_formula_test
}  // namespace pleuel
