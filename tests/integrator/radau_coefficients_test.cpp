#include "pleuel/integrator/radau/radau_coefficients.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pleuel {
namespace {

class RadauCoefficientsTest : public testing::TestWithParam<int> {
 protected:
  RadauCoefficients radau{GetParam()};
  int s = GetParam();
};

INSTANTIATE_TEST_SUITE_P(Stages, RadauCoefficientsTest, testing::Values(1, 3, 5, 7));

// Sums of s ≤ 7 terms below 1 in size: 1e-15 is a few roundings.
TEST_P(RadauCoefficientsTest, QuadratureHasOrderTwoSMinusOne) {
  for (int q = 1; q <= 2 * s - 1; ++q) {
    double sum = 0;
    for (int i = 0; i < s; ++i) sum += radau.b[i] * std::pow(radau.c[i], q - 1);
    EXPECT_NEAR(sum, 1.0 / q, 1e-15) << "B(" << q << ")";
  }
  double beyond = 0;
  for (int i = 0; i < s; ++i) beyond += radau.b[i] * std::pow(radau.c[i], 2 * s - 1);
  EXPECT_GT(std::abs(beyond - 1.0 / (2 * s)), 1e-9) << "the order is 2s - 1 and no more";
}

TEST_P(RadauCoefficientsTest, StagesHaveOrderS) {
  for (int q = 1; q <= s; ++q) {
    for (int i = 0; i < s; ++i) {
      double sum = 0;
      for (int j = 0; j < s; ++j) sum += radau.A(i, j) * std::pow(radau.c[j], q - 1);
      EXPECT_NEAR(sum, std::pow(radau.c[i], q) / q, 1e-15) << "C(" << q << "), stage " << i;
    }
  }
}

TEST_P(RadauCoefficientsTest, AdjointStagesHaveOrderSMinusOne) {
  for (int q = 1; q <= s - 1; ++q) {
    for (int j = 0; j < s; ++j) {
      double sum = 0;
      for (int i = 0; i < s; ++i) sum += radau.b[i] * std::pow(radau.c[i], q - 1) * radau.A(i, j);
      EXPECT_NEAR(sum, radau.b[j] / q * (1 - std::pow(radau.c[j], q)), 1e-15)
          << "D(" << q << "), stage " << j;
    }
  }
}

TEST_P(RadauCoefficientsTest, MethodIsStifflyAccurate) {
  EXPECT_EQ(radau.c[s - 1], 1.0);
  for (int j = 0; j < s; ++j) EXPECT_NEAR(radau.A(s - 1, j), radau.b[j], 1e-16);
}

TEST_P(RadauCoefficientsTest, InverseIsTheInverse) {
  const Matrix A = radau.A;
  const Matrix inverse = radau.A_inverse;
  // Entries of A⁻¹ reach about s²·3; each product sums s of them with rounding 1e-16.
  const double rounding = 4 * s * A.cwiseAbs().maxCoeff() * inverse.cwiseAbs().maxCoeff() * 1.2e-16;
  EXPECT_LT((A * inverse - Matrix::Identity(s, s)).cwiseAbs().maxCoeff(), rounding);
}

TEST_P(RadauCoefficientsTest, TransformationMakesTheInverseBlockDiagonal) {
  const Matrix T = radau.T, T_inverse = radau.T_inverse, A_inverse = radau.A_inverse;
  Matrix blocks = Matrix::Zero(s, s);
  blocks(0, 0) = radau.gamma;
  ASSERT_EQ(radau.n_pairs(), (s - 1) / 2);
  for (int k = 0; k < radau.n_pairs(); ++k) {
    const double alpha = radau.pairs[k].real(), beta = radau.pairs[k].imag();
    EXPECT_GT(beta, 0);
    blocks.block<2, 2>(1 + 2 * k, 1 + 2 * k) << alpha, -beta, beta, alpha;
  }
  EXPECT_LT((T_inverse * T - Matrix::Identity(s, s)).cwiseAbs().maxCoeff(),
            s * 2.3e-16 * (T_inverse.cwiseAbs() * T.cwiseAbs()).maxCoeff());
  EXPECT_LT((A_inverse * T - T * blocks).cwiseAbs().maxCoeff(),
            s * 2.3e-16 * (A_inverse.cwiseAbs() * T.cwiseAbs()).maxCoeff());
}

TEST_P(RadauCoefficientsTest, LagrangePolynomialsReproducePolynomialsOfDegreeS) {
  std::vector<double> values(s);
  for (double x : {0.0, 0.3, 1.0, 1.7}) {
    radau.lagrange(x, values.data());
    for (int q = 1; q <= s; ++q) {
      double sum = 0, size = 0;
      for (int j = 0; j < s; ++j) {
        sum += values[j] * std::pow(radau.c[j], q);
        size += std::abs(values[j]);
      }
      EXPECT_NEAR(sum, std::pow(x, q), 1e-15 * (2 + s * size));
    }
  }
  radau.lagrange(1.0, values.data());
  for (int j = 0; j < s; ++j) EXPECT_EQ(values[j], j == s - 1 ? 1.0 : 0.0);
}

TEST_P(RadauCoefficientsTest, DerivativeAtTheStartIsExactForDegreeS) {
  for (int q = 1; q <= s; ++q) {
    double sum = 0, size = 0;
    for (int j = 0; j < s; ++j) {
      sum += radau.derivative_at_start[j] * std::pow(radau.c[j], q);
      size += std::abs(radau.derivative_at_start[j]) * std::pow(radau.c[j], q);
    }
    EXPECT_NEAR(sum, q == 1 ? 1.0 : 0.0, 1e-15 * s * size);
  }
}

// [HW96, IV.5 and IV.8]: closed forms for three stages.
TEST(RadauCoefficients, ThreeStagesHaveTheClassicValues) {
  const RadauCoefficients radau(3);
  const double root6 = std::sqrt(6.0), a = std::cbrt(81.0), b = std::cbrt(9.0);
  EXPECT_NEAR(radau.c[0], (4 - root6) / 10, 1e-16);
  EXPECT_NEAR(radau.c[1], (4 + root6) / 10, 1e-16);
  EXPECT_NEAR(radau.A(0, 0), (88 - 7 * root6) / 360, 1e-16);
  EXPECT_NEAR(radau.A(1, 2), (-2 - 3 * root6) / 225, 1e-16);
  EXPECT_NEAR(radau.gamma, 30 / (6 + a - b), 1e-15);
  const Complex eigenvalue = 1.0 / Complex((12 - a + b) / 60, std::sqrt(3.0) * (a + b) / 60);
  EXPECT_NEAR(radau.pairs[0].real(), eigenvalue.real(), 1e-15);
  EXPECT_NEAR(radau.pairs[0].imag(), -eigenvalue.imag(), 1e-15);
  // e = γ₀/3 (−13 − 7√6, −13 + 7√6, −1), and e = −γ₀ ℓ̃'(0).
  EXPECT_NEAR(radau.derivative_at_start[0], (13 + 7 * root6) / 3, 4e-15);
  EXPECT_NEAR(radau.derivative_at_start[1], (13 - 7 * root6) / 3, 4e-15);
  EXPECT_NEAR(radau.derivative_at_start[2], 1.0 / 3, 1e-15);
}

TEST(RadauCoefficients, OneStageIsTheImplicitEulerMethod) {
  const RadauCoefficients radau(1);
  EXPECT_EQ(radau.A(0, 0), 1.0);
  EXPECT_EQ(radau.gamma, 1.0);
  EXPECT_EQ(radau.order(), 1);
}

}  // namespace
}  // namespace pleuel
