// The formula of a block of equal steps, common to generalized Adams and blended methods.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "pleuel/linalg/types.hpp"

namespace pleuel {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A block of s steps h from t_n with the unknowns Y_1 … Y_s at t_n + i h:
///
///     Y_i = y_n + h ( b_i ẏ_n + Σ_j C_ij Ẏ_j ),   C regular,
///
/// or, solved for the derivatives,
///
///     Ẏ = 1/h D (Y − y_n) + e₀ ẏ_n,   D = C⁻¹, e₀ = −C⁻¹ b.
///
/// With residual(t_n + i h, Y_i, Ẏ_i) = 0 it applies to singular and state-dependent E and to more
/// rows than unknowns. All algebraic rows hold at every point of the block.
struct BlockFormula {
  /// From [b | C], s × (s + 1).
  BlockFormula(int order, const RowMajor& b_and_C);

  int points() const { return static_cast<int>(C.rows()); }

  int order;
  int error_order = 0;  ///< the estimated error behaves like h^error_order
  int dense_order = 0;  ///< order of the polynomial through y_n, Y_1, …, Y_s
  double gamma = 0;     ///< the matrix E/(hγ) − J is factored
  Vector b;
  RowMajor C;
  RowMajor D;
  Vector e0;
};

/// Σ_j w_ij x_j for i = 1 … s and j = 0 … s, the weights of x_0 apart.
struct BlockRows {
  BlockRows() = default;
  explicit BlockRows(const RowMajor& w) : start(w.col(0)), points(w.rightCols(w.rows())) {}

  Vector start;
  RowMajor points;
};

/// The m-th difference of m + 1 equally spaced values, and the mean of the two (m − 1)-th ones.
struct BlockDifference {
  explicit BlockDifference(int m);

  Vector weights;  ///< (−1)^(m−j) binom(m, j), j = 0 … m
  Vector mean_below;
};

/// ∫ ℓ_j over [from, to] for the Lagrange polynomials ℓ_j of the nodes first, …, last; j − first is
/// the index. Integers with last − first ≤ 12 and from, to between the nodes; the sums are exact.
std::vector<double> interpolatory_weights(int first, int last, int from, int to);

/// Writes ℓ_j(x) for the nodes first, …, last to weights[first … last]. Exact at the nodes.
void lagrange_at_integers(int first, int last, double x, double* weights);

}  // namespace pleuel
