// Sparse matrices with a border of full rows and columns, like those of elastic bodies in moving
// frames.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pleuel/linalg/bordered_order.hpp"
#include "pleuel/linalg/sparse_system.hpp"

namespace pleuel {
namespace bordered_test {

using Entries = std::vector<std::pair<int, int>>;

template <class Scalar>
struct Bordered : ::testing::Test {};
using Scalars = ::testing::Types<double, Complex>;
TYPED_TEST_SUITE(Bordered, Scalars);

/// A grid of side × side, M + w²K with w² a complex number where Scalar is one, and after it a
/// border of n_border saddle rows and columns, some of them full, without a diagonal.
template <class Scalar>
class Grid {
 public:
  static constexpr bool is_complex = !std::is_same_v<Scalar, double>;

  Grid(int side, int n_border, double size = 1) : n_(side * side), n_border_(n_border), size_(size) {
    const auto couple = [&](int i, int j) { entries_.insert(entries_.end(), {{i, j}, {j, i}}); };
    for (int x = 0; x < side; ++x)
      for (int y = 0; y < side; ++y) {
        const int i = x * side + y;
        entries_.emplace_back(i, i);
        if (x + 1 < side) couple(i, i + side);
        if (y + 1 < side) couple(i, i + 1);
      }
    for (int k = 0; k < n_border; ++k)
      for (int i = 0; i < n_; ++i)
        if (k % 2 == 0 || i == k) couple(i, n_ + k);
    pattern_ = FixedMatrix(n_ + n_border, n_ + n_border, entries_);
    for (int k = 0; k < n_border; ++k) last_.push_back(n_ + k);
  }

  Complex value(int i, int j) const {
    const Complex w2 = is_complex ? Complex(0.3, 0.4) : Complex(0.5);
    if (i == j) return size_ * (1.0 + 4.0 * w2);
    if (i < n_ && j < n_) return -size_ * w2;
    return 1.0 + std::sin(1.0 + i * 0.37 + j * 0.81);  // unlike its transpose
  }

  void fill(SparseSystem<Scalar>& lu) const {
    for (int j = 0; j < pattern_.cols; ++j)
      for (int k = pattern_.start[j]; k < pattern_.start[j + 1]; ++k) {
        const Complex x = value(pattern_.row[k], j);
        lu.re()[lu.place(pattern_.row[k], j)] = x.real();
        if (is_complex) lu.im()[lu.place(pattern_.row[k], j)] = x.imag();
      }
  }

  /// max |b − A x| / (|A||x| + |b|) for b = A x₀, whose parts in the border balance those in the
  /// grid as forces of constraints do.
  double backward_error(SparseSystem<Scalar>& lu) const {
    const int n = pattern_.rows;
    Eigen::VectorXcd b = Eigen::VectorXcd::Zero(n), x(n);
    const auto multiply = [&](auto visit) {
      for (int j = 0; j < n; ++j)
        for (int k = pattern_.start[j]; k < pattern_.start[j + 1]; ++k)
          visit(pattern_.row[k], j, value(pattern_.row[k], j));
    };
    multiply([&](int i, int j, Complex a) { b[i] += j < n_ ? a : size_ * a; });
    for (int i = 0; i < n; ++i) {
      lu.b_re()[i] = b[i].real();
      if (is_complex) lu.b_im()[i] = b[i].imag();
    }
    lu.solve();
    for (int i = 0; i < n; ++i) x[i] = {lu.x_re()[i], is_complex ? lu.x_im()[i] : 0.0};
    Eigen::VectorXcd residual = b;
    Vector size = b.cwiseAbs();
    multiply([&](int i, int j, Complex a) {
      residual[i] -= a * x[j];
      size[i] += std::abs(a * x[j]);
    });
    return (residual.cwiseAbs().array() / size.array()).maxCoeff();
  }

  const FixedMatrix& pattern() const { return pattern_; }
  const std::vector<int>& last() const { return last_; }
  FixedMatrix inner() const {
    Entries entries;
    for (const auto& e : entries_)
      if (e.first < n_ && e.second < n_) entries.push_back(e);
    return {n_, n_, entries};
  }
  int n() const { return n_; }
  int n_border() const { return n_border_; }

 private:
  int n_, n_border_;
  double size_;
  Entries entries_;
  FixedMatrix pattern_;
  std::vector<int> last_;
};

// The factors of B, and for the border full rows of L, full columns of U and a dense corner.
TYPED_TEST(Bordered, FillsNoMoreThanTheRestAloneAndItsBorder) {
  for (const double size : {1.0, 1e-15, 1e9}) {
    const Grid<TypeParam> grid(30, 12, size);
    SparseSystem<TypeParam> alone(grid.inner());
    // fill is that of the pattern
    for (int j = 0; j < grid.n(); ++j) alone.re()[alone.place(j, j)] = 1;
    ASSERT_FALSE(alone.factor().has_value());
    SparseSystem<TypeParam> lu(grid.pattern(), grid.last());
    grid.fill(lu);
    ASSERT_FALSE(lu.factor().has_value());
    const long border = 2L * grid.n_border() * (grid.n() + grid.n_border());
    EXPECT_LE(lu.counts().entries, alone.counts().entries + border) << size;
    EXPECT_LE(grid.backward_error(lu), 1e-12) << size;
  }
}

TYPED_TEST(Bordered, KeepsItsPivotsWhenValuesChangeLittle) {
  Grid<TypeParam> grid(12, 6);
  SparseSystem<TypeParam> lu(grid.pattern(), grid.last());
  for (int k = 0; k < 5; ++k) {
    grid.fill(lu);
    for (int i = 0; i < lu.n_places(); ++i) lu.re()[i] *= 1 + 0.01 * k;
    ASSERT_FALSE(lu.factor().has_value());
  }
  EXPECT_EQ(lu.counts().pivot_choices, 1);
}

/// Two uncoupled parts: a chain, and a border that is a rotation by `angle`.
template <class Scalar>
double error_of_turned_border(SparseSystem<Scalar>& lu, int n, double angle) {
  lu.set_zero();
  for (int i = 0; i + 2 < n; ++i) lu.re()[lu.place(i, i)] = 2;
  const double c = std::cos(angle), s = std::sin(angle);
  lu.re()[lu.place(n - 2, n - 2)] = lu.re()[lu.place(n - 1, n - 1)] = c;
  lu.re()[lu.place(n - 2, n - 1)] = -s;
  lu.re()[lu.place(n - 1, n - 2)] = s;
  if (lu.factor().has_value()) return std::nan("");
  std::fill_n(lu.b_re(), n, 2.0);
  std::fill_n(lu.b_im(), n, 0.0);
  lu.b_re()[n - 2] = c - s;
  lu.b_re()[n - 1] = c + s;
  lu.solve();
  double error = 0;
  for (int i = 0; i < n; ++i) error = std::max(error, std::abs(lu.x_re()[i] - 1));
  return error;
}

TYPED_TEST(Bordered, ChoosesPivotsAnewWhenThoseOfTheBorderVanish) {
  const int n = 60;
  Entries entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i);
    if (i + 3 < n) entries.emplace_back(i + 1, i);
  }
  entries.insert(entries.end(), {{n - 2, n - 1}, {n - 1, n - 2}});
  SparseSystem<TypeParam> lu(FixedMatrix(n, n, entries), {n - 2, n - 1});
  constexpr double quarter = 1.5707963267948966;
  EXPECT_LE(error_of_turned_border(lu, n, 0.0), 1e-15);
  EXPECT_LE(error_of_turned_border(lu, n, 0.3), 1e-15);
  EXPECT_EQ(lu.counts().pivot_choices, 1);
  EXPECT_LE(error_of_turned_border(lu, n, quarter - 1e-9), 1e-14);
  EXPECT_EQ(lu.counts().pivot_choices, 2);
  EXPECT_LE(error_of_turned_border(lu, n, quarter), 1e-14);
}

TYPED_TEST(Bordered, NamesTheColumnWithoutPivot) {
  const Grid<TypeParam> grid(8, 4);
  for (const int column : {7, grid.n() + 2}) {
    SparseSystem<TypeParam> lu(grid.pattern(), grid.last());
    grid.fill(lu);
    for (int i = 0; i < grid.pattern().rows; ++i)
      if (const int k = lu.place(i, column); k >= 0) {
        lu.re()[k] = 0;
        if (Grid<TypeParam>::is_complex) lu.im()[k] = 0;
      }
    const auto zero = lu.factor();
    ASSERT_TRUE(zero.has_value());
    EXPECT_EQ(zero->column, column);
    grid.fill(lu);
    ASSERT_FALSE(lu.factor().has_value());
    EXPECT_LE(grid.backward_error(lu), 1e-12);
  }
}

TEST(BorderedOrder, HasTheRestOnItsDiagonalAndTheBorderLast) {
  const Grid<double> grid(10, 5);
  const PivotOrder order = bordered_order(grid.pattern(), grid.last());
  ASSERT_EQ(order.rows.size(), order.cols.size());
  for (int k = 0; k < grid.n(); ++k) {
    EXPECT_EQ(order.rows[k], order.cols[k]);
    EXPECT_LT(order.cols[k], grid.n());
  }
  for (std::vector<int> numbers : {order.rows, order.cols}) {
    std::sort(numbers.begin(), numbers.end());
    for (int k = 0; k < grid.pattern().rows; ++k) EXPECT_EQ(numbers[k], k);
  }
}

}  // namespace bordered_test
}  // namespace pleuel
