#include "pleuel/mechanics/state_condensation.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

#include "pleuel/base/thread_pool.hpp"

namespace pleuel::testing {
namespace state_condensation_test {

using ComplexMatrix = Eigen::MatrixXcd;
using Entries = std::vector<std::pair<int, int>>;

/// Blocks of different sizes that touch some rows and columns; `is_full`: all entries of a block,
/// except columns of the `n_passive` last states.
struct Sample {
  Sample(const std::vector<int>& sizes, int n, bool is_full, int n_passive = 0) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> value(-1, 1);
    Entries in_B, in_S, in_sigma;
    int first = 0;
    for (std::size_t b = 0; b < sizes.size(); ++b) {
      blocks.push_back({first, sizes[b], n_passive});
      const int shift = static_cast<int>(b / 3) * 2 % (n - 4);  // three points of an element
      for (int s = first; s < first + sizes[b]; ++s)
        for (int k = 0; k < 5; ++k) {
          const bool is_kept = is_full || value(random) > 0;
          if (is_kept && s < first + 3) in_B.emplace_back(shift + k, s);
          if (is_kept) in_S.emplace_back(s, shift + 4 - k);
        }
      for (int i = first; i < first + sizes[b]; ++i)
        for (int j = first; j < first + sizes[b] - n_passive; ++j)
          if (is_full || i == j || value(random) > 0) in_sigma.emplace_back(i, j);
      first += sizes[b];
    }
    B = FixedMatrix(n, first, in_B);
    S = FixedMatrix(first, n, in_S);
    sigma = FixedMatrix(first, first, in_sigma);
    Entries in_C;
    StateCondensation::append_entries(blocks, B, S, in_C);
    C = FixedMatrix(n, n, in_C);
    for (FixedMatrix* m : {&B, &S, &sigma})
      for (double& x : m->value) x = value(random);
    condensation = StateCondensation(blocks, B, S, [this](int i, int j) { return C.slot(i, j); });
  }

  std::vector<StateBlock> blocks;
  FixedMatrix B, S, sigma, C;
  StateCondensation condensation;
};

std::vector<Sample> samples() {
  std::vector<Sample> list;
  list.emplace_back(std::vector<int>(40, 7), 12, true);
  list.emplace_back(std::vector<int>{1, 1, 4, 4, 4, 2, 8, 8, 20, 3}, 9, false);
  list.emplace_back(std::vector<int>(40, 7), 12, true, 1);
  list.emplace_back(std::vector<int>{5, 5, 6, 8, 8, 20}, 9, false, 2);
  return list;
}

double alpha_of(double) { return 6.5; }
Complex alpha_of(Complex) { return {5.5, 3.0}; }

/// T = (α I − σ_s)⁻¹ and C = B T S against dense matrices. The blocks are diagonally dominant, so
/// their inverses have errors of some rounding units.
template <class Scalar>
void expect_dense_result(const Sample& x) {
  const Scalar alpha = alpha_of(Scalar());
  StateInverse<Scalar> T(x.blocks);
  ASSERT_EQ(T.invert(alpha, x.sigma), -1);
  const int n_s = x.sigma.rows;
  const ComplexMatrix dense_T =
      (Complex(alpha) * ComplexMatrix::Identity(n_s, n_s) - x.sigma.dense().cast<Complex>()).inverse();
  const ComplexMatrix expected = x.B.dense().cast<Complex>() * dense_T * x.S.dense().cast<Complex>();
  std::vector<Scalar> values(x.C.row.size(), Scalar(0));
  x.condensation.add(x.B, T, x.S, values.data());
  ComplexMatrix found = ComplexMatrix::Zero(x.C.rows, x.C.cols);
  for (int j = 0; j < x.C.cols; ++j)
    for (int k = x.C.start[j]; k < x.C.start[j + 1]; ++k) found(x.C.row[k], j) = values[k];
  EXPECT_LT((found - expected).norm(), 1e-13 * expected.norm());

  Vector re = Vector::LinSpaced(n_s, -1, 1), im = Vector::LinSpaced(n_s, 2, 1), y_re(n_s), y_im(n_s);
  const bool is_complex = !std::is_same_v<Scalar, double>;
  T.apply({re.data(), im.data()}, {y_re.data(), y_im.data()});
  if (!is_complex) im.setZero(), y_im.setZero();
  const Eigen::VectorXcd right = dense_T * (re.cast<Complex>() + Complex(0, 1) * im.cast<Complex>());
  EXPECT_LT((y_re.cast<Complex>() + Complex(0, 1) * y_im.cast<Complex>() - right).norm(),
            1e-13 * right.norm());
}

TEST(StateCondensation, EqualsTheDenseProduct) {
  for (const Sample& x : samples()) {
    expect_dense_result<double>(x);
    expect_dense_result<Complex>(x);
  }
}

TEST(StateCondensation, MultipliesVectorsLikeItsMatrices) {
  for (const Sample& x : samples()) {
    const Vector q = Vector::LinSpaced(x.S.cols, -1, 2), s = Vector::LinSpaced(x.B.cols, -3, 2);
    Vector rates = Vector::Ones(x.S.rows), rows = Vector::Ones(x.B.rows);
    x.condensation.add_rates(x.S, q.data(), rates.data());
    x.condensation.add_rows(-2.0, x.B, s.data(), rows.data());
    EXPECT_LT((rates - Vector::Ones(x.S.rows) - x.S.dense() * q).norm(), 1e-13 * rates.norm());
    EXPECT_LT((rows - Vector::Ones(x.B.rows) + 2 * x.B.dense() * s).norm(), 1e-13 * rows.norm());
  }
}

TEST(StateCondensation, HasTheSameBitsOnAnyNumberOfThreads) {
  const Sample x(std::vector<int>(600, 4), 200, true);
  const auto values = [&](ThreadPool* pool) {
    const ThreadPoolScope scope(pool);
    StateInverse<Complex> T(x.blocks);
    EXPECT_EQ(T.invert({5.5, 3.0}, x.sigma), -1);
    std::vector<Complex> c(x.C.row.size(), Complex(0));
    x.condensation.add(x.B, T, x.S, c.data());
    return c;
  };
  const auto alone = values(nullptr);
  for (const int n_threads : {2, 4, 16}) {
    ThreadPool pool(n_threads);
    EXPECT_EQ(values(&pool), alone);
  }
}

TEST(StateInverse, NamesAPassiveStateAtShiftZero) {
  FixedMatrix sigma(4, 4, {{0, 0}, {1, 0}, {2, 2}, {3, 2}});
  for (double& x : sigma.value) x = 1;
  StateInverse<double> T({{0, 2, 1}, {2, 2, 1}});
  EXPECT_EQ(T.invert(0, sigma), 1);
  EXPECT_EQ(T.invert(1, sigma), 0) << "an active one";
  EXPECT_EQ(T.invert(2, sigma), -1);
}

TEST(StateInverse, NamesTheStateWithoutAPivotAndFixesStatesAtInfiniteShift) {
  const std::vector<StateBlock> blocks = {{0, 2}, {2, 2}, {4, 2}};
  Entries entries;
  for (int b = 0; b < 6; b += 2)
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) entries.emplace_back(b + i, b + j);
  FixedMatrix sigma(6, 6, entries);
  sigma.value[sigma.slot(2, 2)] = sigma.value[sigma.slot(3, 3)] = 3;  // 3 I − σ_s vanishes there
  StateInverse<double> T(blocks);
  EXPECT_EQ(T.invert(3, sigma), 2);
  EXPECT_EQ(T.invert(4, sigma), -1);
  EXPECT_EQ(T.invert(std::numeric_limits<double>::infinity(), sigma), -1);
  EXPECT_TRUE(T.is_zero());
  Vector x = Vector::Ones(6), y = Vector::Ones(6);
  T.apply({x.data(), nullptr}, {y.data(), nullptr});
  EXPECT_EQ(y, Vector::Zero(6));
}

}  // namespace state_condensation_test
}  // namespace pleuel::testing
