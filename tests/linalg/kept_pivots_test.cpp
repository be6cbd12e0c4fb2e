// Pivots kept from an earlier matrix that are far too small for the present one.
#include <gtest/gtest.h>

#include <cmath>

#include "pleuel/linalg/sparse_system.hpp"

namespace pleuel {
namespace kept_pivots_test {

/// A cycle with the given diagonal: eliminated along the diagonal, its last pivot grows like
/// diagonal^(1 − n).
template <class Scalar>
double error_after_change_of_diagonal(double before, double after) {
  const int n = 60;
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < n; ++j) {
    entries.emplace_back(j, j);
    entries.emplace_back((j + 1) % n, j);
  }
  SparseSystem<Scalar> lu(FixedMatrix(n, n, entries));
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

}  // namespace kept_pivots_test
}  // namespace pleuel
