#include "pleuel/integrator/radau/radau_coefficients.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/integrator/radau/radau_transformation.hpp"

namespace pleuel {
namespace radau_coefficients_test {

class RadauCoefficientsTest : public ::testing::TestWithParam<int> {
 protected:
  RadauCoefficients radau{GetParam()};
  int s = GetParam();
};

INSTANTIATE_TEST_SUITE_P(Stages, RadauCoefficientsTest, ::testing::Range(1, 8));

class RadauTransformationTest : public RadauCoefficientsTest {
 protected:
  RadauTransformation radau_T{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(OddStages, RadauTransformationTest, ::testing::Values(1, 3, 5, 7));

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

using RowMajor = RadauCoefficients::RowMajor;

/// |X Y − Z| of each entry, against what rounding the entries of X and Y leaves: s products, each
/// wrong by 2 ε of its size. Written out, because Eigen's products take a minute to compile.
void expect_product(const RowMajor& X, const RowMajor& Y, const RowMajor& Z) {
  const int s = static_cast<int>(X.rows());
  constexpr double epsilon = 2.3e-16;
  for (int i = 0; i < s; ++i) {
    for (int j = 0; j < s; ++j) {
      double sum = 0, size = std::abs(Z(i, j));
      for (int k = 0; k < s; ++k) {
        sum += X(i, k) * Y(k, j);
        size += std::abs(X(i, k) * Y(k, j));
      }
      EXPECT_NEAR(sum, Z(i, j), 2 * epsilon * size) << "entry " << i << ", " << j;
    }
  }
}

TEST_P(RadauCoefficientsTest, InverseIsTheInverse) {
  expect_product(radau.A, radau.A_inverse, RowMajor::Identity(s, s));
}

TEST_P(RadauTransformationTest, MakesTheInverseBlockDiagonal) {
  ASSERT_EQ(radau_T.n_pairs(), (s - 1) / 2);
  expect_product(radau_T.T_inverse, radau_T.T, RowMajor::Identity(s, s));
  // A⁻¹ T = T diag(γ̂, [α̂ −β̂; β̂ α̂], …), column by column.
  RowMajor scaled(s, s);
  for (int i = 0; i < s; ++i) {
    scaled(i, 0) = radau_T.gamma * radau_T.T(i, 0);
    for (int k = 0; k < radau_T.n_pairs(); ++k) {
      const double alpha = radau_T.pairs[k].real(), beta = radau_T.pairs[k].imag();
      EXPECT_GT(beta, 0);
      const double re = radau_T.T(i, 1 + 2 * k), im = radau_T.T(i, 2 + 2 * k);
      scaled(i, 1 + 2 * k) = alpha * re + beta * im;
      scaled(i, 2 + 2 * k) = alpha * im - beta * re;
    }
  }
  expect_product(radau.A_inverse, radau_T.T, scaled);
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

// x^s and x^(s−1) of the polynomial through 0 and the values of x^q at the nodes.
TEST_P(RadauCoefficientsTest, LeadingCoefficientsAreExactForDegreeS) {
  for (int q = 1; q <= s; ++q) {
    double leading = 0, next = 0, size = 0, next_size = 0;
    for (int j = 0; j < s; ++j) {
      const double power = std::pow(radau.c[j], q);
      leading += radau.leading[j] * power;
      next += radau.next_to_leading[j] * power;
      size += std::abs(radau.leading[j] * power);
      next_size += std::abs(radau.next_to_leading[j] * power);
    }
    EXPECT_NEAR(leading, q == s ? 1.0 : 0.0, 1e-15 * s * size);
    EXPECT_NEAR(next, q == s - 1 ? 1.0 : 0.0, 1e-15 * s * next_size);
  }
}

// [HW96, IV.3]: det(I − zA) has the leading coefficient ± (s − 1)!/(2s − 1)!, the inverse of the
// product of its zeros.
TEST_P(RadauTransformationTest, EigenvaluesHaveTheProductOfThePadeDenominator) {
  double product = radau_T.gamma, expected = 1;
  for (const Complex& pair : radau_T.pairs) product *= std::norm(pair);
  for (int k = s; k <= 2 * s - 1; ++k) expected *= k;
  EXPECT_NEAR(product / expected, 1, 4e-16 * s);
}

// [HW96, IV.5 and IV.8]: closed forms for three stages.
TEST(RadauCoefficients, ThreeStagesHaveTheClassicValues) {
  const RadauCoefficients radau(3);
  const RadauTransformation radau_T(3);
  const double root6 = std::sqrt(6.0), a = std::cbrt(81.0), b = std::cbrt(9.0);
  EXPECT_NEAR(radau.c[0], (4 - root6) / 10, 1e-16);
  EXPECT_NEAR(radau.c[1], (4 + root6) / 10, 1e-16);
  EXPECT_NEAR(radau.A(0, 0), (88 - 7 * root6) / 360, 1e-16);
  EXPECT_NEAR(radau.A(1, 2), (-2 - 3 * root6) / 225, 1e-16);
  EXPECT_NEAR(radau_T.gamma, 30 / (6 + a - b), 1e-15);
  const Complex eigenvalue = 1.0 / Complex((12 - a + b) / 60, std::sqrt(3.0) * (a + b) / 60);
  EXPECT_NEAR(radau_T.pairs[0].real(), eigenvalue.real(), 1e-15);
  EXPECT_NEAR(radau_T.pairs[0].imag(), -eigenvalue.imag(), 1e-15);
  // e = γ₀/3 (−13 − 7√6, −13 + 7√6, −1), and e = −γ₀ ℓ̃'(0).
  EXPECT_NEAR(radau.derivative_at_start[0], (13 + 7 * root6) / 3, 4e-15);
  EXPECT_NEAR(radau.derivative_at_start[1], (13 - 7 * root6) / 3, 4e-15);
  EXPECT_NEAR(radau.derivative_at_start[2], 1.0 / 3, 1e-15);
}

TEST(RadauCoefficients, OneStageIsTheImplicitEulerMethod) {
  const RadauCoefficients radau(1);
  EXPECT_EQ(radau.A(0, 0), 1.0);
  EXPECT_EQ(RadauTransformation(1).gamma, 1.0);
  EXPECT_EQ(radau.order(), 1);
}

}  // namespace radau_coefficients_test
}  // namespace pleuel
