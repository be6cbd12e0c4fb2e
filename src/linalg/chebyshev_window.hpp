// Chebyshev interpolation of functions on a short interval.
#pragma once

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// Functions of τ on [0, length], given by their values at
///
///     τ_j = ½ length (1 − cos(jπ/N)),   j = 0 … N,   N = 14,
///
/// One function per row, one point per column. Differentiation and integration are those of the
/// interpolation polynomial of degree N [Tre00, ch. 6]. The degree balances truncation and rounding
/// errors; the second derivative amplifies rounding by N⁴/15 at the ends.
class ChebyshevWindow {
 public:
  static constexpr int degree = 14;
  static constexpr int n_points = degree + 1;

  explicit ChebyshevWindow(double length);

  double length() const { return length_; }
  double point(int j) const { return points_[j]; }

  Matrix derivative(const Matrix& values) const { return values * D_.transpose(); }
  /// Integral from 0 to each point, by the polynomial of degree N − 1 through all points except the
  /// first.
  Matrix integral(const Matrix& values) const;

  /// The larger of the last two Chebyshev coefficients, maximised over rows. It is relative to the
  /// largest coefficient of the row, or to a hundredth of that of all rows if larger.
  static double tail(const Matrix& values);

 private:
  double length_;
  Vector points_;
  Matrix D_, S_;
};

}  // namespace pleuel
