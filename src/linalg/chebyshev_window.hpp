// Functions on a short interval as polynomials through Chebyshev points.
#pragma once

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// Functions of τ on [0, length], given by their values at
///
///     τ_j = ½ length (1 − cos(jπ/N)),   j = 0 … N,   N = 14,
///
/// one function a row, one point a column. Differentiation and integration are those of the
/// polynomial of degree N [Tre00, ch. 6]. The degree balances truncation against rounding, which
/// the second derivative multiplies by N⁴/15 at the ends.
class ChebyshevWindow {
 public:
  static constexpr int degree = 14;
  static constexpr int n_points = degree + 1;

  explicit ChebyshevWindow(double length);

  double length() const { return length_; }
  double point(int j) const { return points_[j]; }

  Matrix derivative(const Matrix& values) const { return values * D_.transpose(); }
  /// From 0 to each point, by the polynomial of degree N − 1 through all points but the first.
  Matrix integral(const Matrix& values) const;

  /// Largest of the last two Chebyshev coefficients of any row, relative to the largest of that
  /// row, or to a hundredth of the largest of all rows where that is more.
  static double tail(const Matrix& values);

 private:
  double length_;
  Vector points_;
  Matrix D_, S_;
};

}  // namespace pleuel
