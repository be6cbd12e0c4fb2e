// Pivots kept from an earlier matrix that are far too small for the present one.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/linalg/sparse_lu.hpp"

namespace pleuel {
namespace {

/// A cycle with the given diagonal: eliminated along the diagonal, its last pivot grows like diagonal^(1 −
/// n).
template <class Scalar>
double error_after_change_of_diagonal(double before, double after) {
  const int n = 60;
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < n; ++j) {
    entries.emplace_back(j, j);
    entries.emplace_back((j + 1) % n, j);
  }
  SparseLu<Scalar> lu(FixedMatrix(n, n, entries));
  for (double diagonal : {before, after}) {
    lu.set_zero();
    for (int j = 0; j < n; ++j) {
      lu.re()[lu.place(j, j)] = diagonal;
      lu.re()[lu.place((j + 1) % n, j)] = 1.0;
    }
    if (lu.factor().has_value()) return std::nan("");
    std::fill_n(lu.b_re(), n, 1.0 + diagonal);  // so that the solution is one
    std::fill_n(lu.b_im(), n, 0.0);
    lu.solve();
  }
  double error = 0;
  for (int i = 0; i < n; ++i) {
    const double value = lu.x_re()[i];
    error = std::isfinite(value) ? std::max(error, std::abs(value - 1.0)) : value;
  }
  return error;
}

TEST(KeptPivots, AreGivenUpWhenEliminationOverflowsWithThem) {
  EXPECT_LE(error_after_change_of_diagonal<double>(3.0, 1e-14), 1e-14);
  EXPECT_LE(error_after_change_of_diagonal<Complex>(3.0, 1e-14), 1e-14);
}

/// A chain with a full row and a full column, 2 on the diagonal but for one entry, which is small beside the border's.
template <class Scalar>
void expect_sparse_factors(double small) {
  const int n = 400, border = n - 1;
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < n; ++j) {
    entries.insert(entries.end(), {{j, j}, {border, j}, {j, border}});
    if (j + 1 < n) entries.insert(entries.end(), {{j + 1, j}, {j, j + 1}});
  }
  const FixedMatrix pattern(n, n, entries);
  SparseLu<Scalar> lu(pattern);
  const auto value = [&](int i, int j) {
    if (i == j) return i == n / 2 ? small : 2.0;
    return i == border || j == border ? 1.0 + 0.001 * (i + j)
                                      : (i + j == n || i + j == n - 1 || i + j == n + 1 ? 1e-5 : 0.5);
  };
  Vector b = Vector::Zero(n);
  for (int j = 0; j < n; ++j)
    for (int k = pattern.start[j]; k < pattern.start[j + 1]; ++k) {
      lu.re()[lu.place(pattern.row[k], j)] = value(pattern.row[k], j);
      b[pattern.row[k]] += value(pattern.row[k], j);
    }
  ASSERT_FALSE(lu.factor().has_value());
  EXPECT_LT(lu.n_factor_entries(), 2L * pattern.n_entries());
  std::copy_n(b.data(), n, lu.b_re());
  std::fill_n(lu.b_im(), n, 0.0);
  lu.solve();
  for (int i = 0; i < n; ++i)
    EXPECT_NEAR(lu.x_re()[i], 1, 1e-9) << i;  // 1e-16 over the small pivot, and room
}

TEST(Pivots, SmallOnesOnTheDiagonalSpareFillBesideAFullRow) {
  for (const double small : {2.0, 1e-2, 5e-4, 1e-5}) {
    expect_sparse_factors<double>(small);
    expect_sparse_factors<Complex>(small);
  }
}

}  // namespace
}  // namespace pleuel
