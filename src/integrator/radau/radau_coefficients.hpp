// Nodes and matrices of Radau IIA with s stages, computed from their definition.
#pragma once

#include <Eigen/Core>

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// Radau IIA of order 2s − 1 [HW96, IV.5 and IV.8].
///
/// Nodes: c are the zeros of P_s(2x − 1) − P_{s−1}(2x − 1), P the Legendre polynomials, so c_s = 1.
/// Collocation: A_ij = ∫₀^{c_i} ℓ_j, ℓ_j the Lagrange polynomials on c. With a node c_0 = 0 added
/// and ℓ̃_j the Lagrange polynomials on (0, c), the inverse is the differentiation matrix (A⁻¹)_ij
/// = ℓ̃_j′(c_i).
///
/// Error estimate: ŷ = y_n + h ( γ₀ f(t_n, y_n) + Σ b̂ᵢ f(Yᵢ) ) with some γ₀ and b̂ such that the
/// formula has order s [HW96, IV (8.17)]. Then ŷ − y_{n+1} = γ₀ h ( f(t_n, y_n) − u̇(t_n) ) with
/// the collocation polynomial u: the estimate is the defect of u at the start of the step, where f
/// is known. γ₀ is free; radau5 takes 1/γ̂ of RadauTransformation. The weights eᵢ of [HW96,
/// IV (8.18)] are −γ₀ ℓ̃ᵢ′(0).
struct RadauCoefficients {
  /// s is 1 to 7 (asserted).
  explicit RadauCoefficients(int stages);

  int stages() const { return static_cast<int>(c.size()); }
  int order() const { return 2 * stages() - 1; }

  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  Vector c;
  Vector b;  ///< equal to the last row of A: stiffly accurate
  RowMajor A;
  RowMajor A_inverse;
  Vector derivative_at_start;  ///< ℓ̃_j′(0), so that h u̇(t_n) = Σ ℓ̃_j′(0) Z_j
  Vector leading;              ///< coefficient of x^s in ℓ̃_j
  Vector next_to_leading;      ///< coefficient of x^(s−1) in ℓ̃_j
  /// point in (0, 1) where |x Π (x − c_i)|, and therefore the error of u, is largest
  double farthest = 0;

  /// Writes ℓ̃_j(x) for j = 1 … s to `values`: u(t_n + x h) = y_n + Σ ℓ̃_j(x) Z_j. Exact at x = 0
  /// and x = 1.
  void lagrange(double x, double* values) const;
};

/// The coefficients for 1 to 7 stages, computed at first use.
const RadauCoefficients& radau_coefficients(int stages);

}  // namespace pleuel
