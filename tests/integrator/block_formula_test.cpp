// The coefficients of generalized Adams and blended implicit methods.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/integrator/bim/bim_formula.hpp"
#include "pleuel/integrator/gam/gam_formula.hpp"
#include "pleuel/linalg/decompositions.hpp"

namespace pleuel {
namespace block_formula_test {

const int kBimOrders[] = {4, 6, 8, 10, 12, 14};
const int kGamOrders[] = {3, 5, 7, 9};

/// How far row i is from integrating x^(m−1) over [0, i], relative to the sum of absolute values.
double order_defect(const BlockFormula& f, int row, int m) {
  double sum = -std::pow(row + 1, m) / m, size = -sum;
  const auto add = [&](double term) {
    sum += term;
    size += std::abs(term);
  };
  if (m == 1) add(f.b[row]);
  for (int j = 1; j <= f.points(); ++j) add(f.C(row, j - 1) * std::pow(j, m - 1));
  return std::abs(sum) / size;
}

// Rounding of thirteen terms. Rows of lower order are far above it.
constexpr double kRowTolerance = 3e-15;
constexpr double kLowerOrder = 1e-12;

TEST(BimFormula, InnerRowsHaveOrderKAndTheLastOneTheOrderOfTheMethod) {
  for (const int order : kBimOrders) {
    const BimFormula f(order);
    const int k = f.points();
    for (int m = 1; m <= k; ++m)
      for (int row = 0; row < k; ++row) EXPECT_LT(order_defect(f, row, m), kRowTolerance) << order;
    for (int m = k + 1; m <= order; ++m) EXPECT_LT(order_defect(f, k - 1, m), kRowTolerance) << order;
    EXPECT_GT(order_defect(f, 0, k + 1), kLowerOrder)
        << "no higher order in the first row of order " << order;
    EXPECT_GT(order_defect(f, k - 1, order + 1), kLowerOrder) << order;
  }
}

TEST(BimFormula, HasThePublishedRationals) {
  const BimFormula four(4), six(6), fourteen(14);
  const double row[] = {41, 107, -37, 9};
  EXPECT_NEAR(four.b[0], row[0] / 120, 1e-15);
  for (int j = 0; j < 3; ++j) EXPECT_NEAR(four.C(0, j), row[j + 1] / 120, 1e-15);
  const double difference[] = {-4.0 / 3, 3, -4, 25.0 / 12};  // BDF of order 4
  for (int j = 0; j < 4; ++j) EXPECT_NEAR(six.D(3, j), difference[j], 1e-13);
  EXPECT_NEAR(six.c[0], -3.0 / 40, 1e-16);
  EXPECT_NEAR(six.c[1], 4.0 / 45, 1e-16);
  EXPECT_NEAR(fourteen.c[0], 1036369961.0 / 1279935820800.0, 1e-17);
  EXPECT_NEAR(fourteen.c[10], -73906363.0 / 1083022617600.0, 1e-17);
}

// The eigenvalues of C are those of the Padé denominator; γ is the smallest modulus.
TEST(BimFormula, GammaContractsTheIterationOnEveryUndampedOscillation) {
  const double worst[] = {0.340, 0.529, 0.630, 0.688, 0.728, 0.756};
  int i = 0;
  for (const int order : kBimOrders) {
    const BimFormula f(order);
    const auto system = eigen_system(Matrix(f.C));
    ASSERT_TRUE(system);
    double rate = 0;  // max |μ − γ|²/(2γ|μ|) at hω = 1/γ
    for (const Complex mu : system->values)
      rate = std::max(rate, std::norm(mu - f.gamma) / (2 * f.gamma * std::abs(mu)));
    EXPECT_NEAR(rate, worst[i++], 5e-4) << order;
  }
}

TEST(BimFormula, ErrorConstantsOfHigherIndexAreThoseOfTheReciprocals) {
  for (const int order : kBimOrders) {
    const BimFormula f(order);
    EXPECT_NEAR(f.error_constant[1], f.gamma / (f.points() + 1), 1e-10) << order;
  }
  const double third[] = {2.0 / 3, 5.0 / 6, 7.0 / 10, 761.0 / 1260, 671.0 / 1260, 6617.0 / 13860};
  int i = 0;
  for (const int order : kBimOrders) {
    const BimFormula f(order);
    EXPECT_NEAR(f.error_constant[2], f.gamma * f.gamma * third[i++], 1e-8) << order;
  }
}

TEST(GamFormula, EveryRowHasTheOrderOfTheMethod) {
  for (const int order : kGamOrders) {
    const GamFormula f(order);
    for (int m = 1; m <= order; ++m)
      for (int row = 0; row < f.points(); ++row) EXPECT_LT(order_defect(f, row, m), kRowTolerance) << order;
    EXPECT_GT(order_defect(f, 0, order + 1), kLowerOrder);
  }
}

TEST(GamFormula, HasThePublishedRationals) {
  const auto row = [](int order, int i, int first, const std::vector<double>& numerators,
                      double denominator) {
    const RowMajor rows = gam_rows(order, gam_points(order));
    for (std::size_t j = 0; j < numerators.size(); ++j)
      EXPECT_NEAR(rows(i - 1, first + static_cast<int>(j)), numerators[j] / denominator, 1e-15) << order << i;
  };
  row(3, 1, 0, {5, 8, -1}, 12);
  row(5, 1, 0, {251, 646, -264, 106, -19}, 720);
  row(5, 2, 0, {-19, 346, 456, -74, 11}, 720);
  row(7, 3, 0, {271, -2760, 30819, 37504, -6771, 1608, -191}, 60480);
  row(9, 4, 0, {-3233, 36394, -216014, 1909858, 2224480, -425762, 126286, -25706, 2497}, 3628800);
  EXPECT_NEAR(gam_truncation(5, 6)[0], 3.0 / 160, 1e-14);
  EXPECT_NEAR(gam_truncation(7, 8)[2], 191.0 / 120960, 1e-13);
}

// |L⁻¹B − I| has no eigenvalues but zero: its characteristic polynomial is λ^s.
TEST(GamFormula, TheSplittingLeavesNoErrorForInfiniteStiffness) {
  for (const int order : kGamOrders) {
    const GamFormula f(order);
    const int s = f.points();
    const RowMajor B = gam_rows(order, s).rightCols(s);
    RowMajor L = f.T;
    for (int i = s - 1; i > 0; --i) L.row(i) -= L.row(i - 1);
    Matrix N = inverse(Matrix(L)) * Matrix(B) - Matrix::Identity(s, s);
    Matrix M = Matrix::Identity(s, s);  // Faddeev and LeVerrier
    for (int m = 1; m <= s; ++m) {
      const Matrix P = N * M;
      const double coefficient = -P.trace() / m;
      EXPECT_LT(std::abs(coefficient), 1e-9) << "order " << order << ", coefficient " << m;
      M = P + coefficient * Matrix::Identity(s, s);
    }
  }
}

/// |R(iω)| of y′ = iωy over one block with ω in units of 1/h: the last of (I − iωC)⁻¹ (1 + iωb).
double amplification(const BlockFormula& f, double omega) {
  const int s = f.points();
  Matrix A(2 * s, 2 * s);
  A << Matrix::Identity(s, s), omega * f.C, -omega * f.C, Matrix::Identity(s, s);
  Vector rhs(2 * s);
  rhs << Vector::Ones(s), omega * f.b;
  const Vector x = solved(A, rhs);
  return std::hypot(x[s - 1], x[2 * s - 1]);
}

/// The largest |R| on 2000 points of the imaginary axis between 1e-3 and 1e5.
double largest_amplification(const BlockFormula& f) {
  double largest = 0;
  for (int i = 0; i <= 2000; ++i) largest = std::max(largest, amplification(f, std::pow(10, -3 + 0.004 * i)));
  return largest;
}

TEST(BimFormula, AllOrdersAreStableOnTheImaginaryAxisAndVanishAtInfinity) {
  for (const int order : kBimOrders) {
    const BimFormula f(order);
    EXPECT_LT(largest_amplification(f), 1 + 1e-9) << order;
    // e₀ ends with R(∞); D multiplies rounding errors by up to 765.
    EXPECT_NEAR(f.e0[f.points() - 1], 0, 1e-11) << order;
  }
}

TEST(GamFormula, OrdersUpToSevenAreStableOnTheImaginaryAxisAndNineIsNot) {
  const double at_infinity[] = {25.0 / 73, 0.5334, 0.6403, -0.8491};
  int i = 0;
  for (const int order : kGamOrders) {
    const GamFormula f(order);
    const double largest = largest_amplification(f);
    if (order < 9)
      EXPECT_LT(largest, 1 + 1e-9) << order;
    else
      EXPECT_NEAR(largest, 1.040, 1e-3);
    EXPECT_NEAR(f.e0[f.points() - 1], at_infinity[i++], 5e-5) << order;
  }
}

TEST(BlockFormula, LagrangePolynomialsAreExactAtTheirNodes) {
  double w[13] = {};
  for (int node = 0; node <= 12; ++node) {
    lagrange_at_integers(0, 12, node, w);
    for (int j = 0; j <= 12; ++j) EXPECT_EQ(w[j], j == node ? 1 : 0);
  }
}

}  // namespace block_formula_test
}  // namespace pleuel
