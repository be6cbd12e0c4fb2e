// Matrices of fixed pattern and their products.
#include <gtest/gtest.h>

#include <random>

#include "pleuel/linalg/product.hpp"

namespace pleuel {
namespace fixed_matrix_test {

FixedMatrix random_matrix(int rows, int cols, int n_entries, std::mt19937& random) {
  std::uniform_int_distribution<int> row(0, rows - 1), col(0, cols - 1);
  std::uniform_real_distribution<double> value(-1, 1);
  std::vector<std::pair<int, int>> entries;
  for (int k = 0; k < n_entries; ++k) entries.emplace_back(row(random), col(random));
  FixedMatrix m(rows, cols, entries);
  for (double& x : m.value) x = value(random);
  return m;
}

TEST(FixedMatrix, SortsItsEntriesAndDropsRepeatedOnes) {
  const FixedMatrix m(3, 4, {{2, 1}, {0, 3}, {2, 1}, {0, 1}, {1, 0}});
  EXPECT_EQ(m.start, (std::vector<int>{0, 1, 3, 3, 4}));
  EXPECT_EQ(m.row, (std::vector<int>{1, 0, 2, 0}));
  EXPECT_EQ(m.value, std::vector<double>(4, 0.0));
  EXPECT_EQ(m.n_entries(), 4);
  EXPECT_FALSE(m.is_empty());
  EXPECT_TRUE(FixedMatrix(3, 4).is_empty());
}

TEST(FixedMatrix, FindsEverySlotOfItsPatternAndNoOther) {
  std::mt19937 random(1);
  const FixedMatrix m = random_matrix(7, 5, 15, random);
  int found = 0;
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 7; ++i) {
      const int k = m.slot(i, j);
      if (k < 0) {
        EXPECT_EQ(m.dense()(i, j), 0.0);
        continue;
      }
      ++found;
      EXPECT_EQ(m.row[k], i);
      EXPECT_EQ(m.dense()(i, j), m.value[k]);
    }
  EXPECT_EQ(found, m.n_entries());
}

TEST(FixedMatrix, TransposesAndMultipliesAsItsDenseCopyDoes) {
  std::mt19937 random(2);
  const FixedMatrix m = random_matrix(6, 9, 25, random);
  EXPECT_EQ(m.transposed().dense(), Matrix(m.dense().transpose()));
  EXPECT_EQ(m.transposed().transposed().dense(), m.dense());
  const Vector x = Vector::Random(9), z = Vector::Random(6);
  Vector y = Vector::Ones(6), w = Vector::Ones(9);
  m.multiply_add(-2.0, x.data(), y.data());
  m.multiply_transposed_add(0.5, z.data(), w.data());
  const Vector y_dense = Vector::Ones(6) - 2.0 * m.dense() * x;
  const Vector w_dense = Vector::Ones(9) + 0.5 * m.dense().transpose() * z;
  EXPECT_LE((y - y_dense).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LE((w - w_dense).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(ProductPlan, AddsTheProductIntoALargerPattern) {
  std::mt19937 random(3);
  const FixedMatrix a = random_matrix(5, 4, 9, random), b = random_matrix(4, 6, 11, random);
  const FixedMatrix pattern = product_pattern(a, b);
  std::vector<std::pair<int, int>> entries = {{0, 0}, {4, 5}};
  for (int j = 0; j < 6; ++j)
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) entries.emplace_back(pattern.row[k], j);
  FixedMatrix c(5, 6, entries);
  const ProductPlan plan(a, b, c);
  plan.add(3.0, a.value.data(), b.value.data(), c.value.data());
  plan.add(-1.0, a.value.data(), b.value.data(), c.value.data());
  EXPECT_LE((c.dense() - 2.0 * a.dense() * b.dense()).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(ProductPlan, MultipliesRealByComplexValues) {
  std::mt19937 random(4);
  const FixedMatrix a = random_matrix(4, 4, 8, random), b = random_matrix(4, 3, 8, random);
  const FixedMatrix c = product_pattern(a, b);
  std::vector<Complex> b_values(b.value.begin(), b.value.end()), found(c.n_entries());
  for (Complex& z : b_values) z *= Complex(1, 2);
  ProductPlan(a, b, c).add(Complex(0, 1), a.value.data(), b_values.data(), found.data());
  const Matrix real = a.dense() * b.dense();
  for (int j = 0; j < 3; ++j)
    for (int k = c.start[j]; k < c.start[j + 1]; ++k)
      EXPECT_LE(std::abs(found[k] - Complex(-2, 1) * real(c.row[k], j)), 1e-14);
}

}  // namespace fixed_matrix_test
}  // namespace pleuel
