#include "pleuel/linalg/chebyshev_window.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pleuel/linalg/decompositions.hpp"

namespace pleuel {
namespace {

constexpr int N = ChebyshevWindow::degree;

double cosine(int jk) { return std::cos(jk % (2 * N) * std::numbers::pi / N); }

double end_weight(int j) { return j == 0 || j == N ? 2 : 1; }

}  // namespace

ChebyshevWindow::ChebyshevWindow(double length) : length_(length), points_(n_points), D_(n_points, n_points) {
  for (int j = 0; j <= N; ++j) points_[j] = 0.5 * length * (1 - cosine(j));
  // The product formula for differences of cosines avoids cancellation near the ends.
  const auto difference = [&](int i, int j) {
    const double half = 0.5 * std::numbers::pi / N;
    return length * std::sin((i + j) * half) * std::sin((i - j) * half);
  };
  for (int i = 0; i <= N; ++i) {
    D_(i, i) = 0;
    for (int j = 0; j <= N; ++j)
      if (i != j) D_(i, j) = end_weight(i) / end_weight(j) * ((i + j) % 2 == 0 ? 1 : -1) / difference(i, j);
    D_(i, i) = -D_.row(i).sum();  // constants have derivative zero
  }
  S_ = inverse(D_.bottomRightCorner(N, N));
}

Matrix ChebyshevWindow::integral(const Matrix& values) const {
  Matrix result(values.rows(), n_points);
  result.col(0).setZero();
  result.rightCols(N) = values.rightCols(N) * S_.transpose();
  return result;
}

double ChebyshevWindow::tail(const Matrix& values) {
  Matrix transform(n_points, n_points);
  for (int j = 0; j <= N; ++j)
    for (int k = 0; k <= N; ++k) transform(j, k) = 2.0 / N * cosine(j * k) / (end_weight(j) * end_weight(k));
  const Matrix coefficients = (values * transform).cwiseAbs();
  const double all = coefficients.size() > 0 ? coefficients.maxCoeff() : 0;
  if (all == 0) return 0;
  double worst = 0;
  for (Eigen::Index i = 0; i < coefficients.rows(); ++i)
    worst = std::max(
        worst, coefficients.row(i).tail(2).maxCoeff() / std::max(coefficients.row(i).maxCoeff(), 0.01 * all));
  return worst;
}

}  // namespace pleuel
