#include "pleuel/linalg/dense_cholesky.hpp"

#include <cmath>

namespace pleuel {
namespace {

/// Start of the register that contains row i.
int register_of(int i) { return i / lanes * lanes; }

}  // namespace

std::optional<ZeroPivot> DenseCholesky::factor(const FixedMatrix& A) {
  L_.set_zero();
  for (int j = 0; j < A.cols; ++j)
    for (int k = A.start[j]; k < A.start[j + 1]; ++k) {
      double* const column = L_.column(A.row[k]);
      for (int l = k; l < A.start[j + 1]; ++l) column[A.row[l]] += A.value[k] * A.value[l];
    }
  const int stride = padded(n_);
  for (int k = 0; k < n_; ++k) {
    double* const pivot = L_.column(k);
    for (int i = register_of(k); i < k; ++i) pivot[i] = 0;  // left by operations on whole registers
    if (!(pivot[k] > 0 && std::isfinite(pivot[k]))) return ZeroPivot{k, pivot[k]};
    const double inverse = 1 / std::sqrt(pivot[k]);
    inverse_[k] = inverse;
    for (int i = register_of(k); i < stride; i += lanes) lanes_at(pivot + i) *= inverse;
    for (int j = k + 1; j < n_; ++j) {
      const double multiple = pivot[j];
      if (multiple == 0) continue;
      double* const column = L_.column(j);
      for (int i = register_of(j); i < stride; i += lanes)
        lanes_at(column + i) -= multiple * lanes_at(pivot + i);
    }
  }
  return std::nullopt;
}

void DenseCholesky::solve(double* x) const {
  const int stride = padded(n_);
  for (int k = 0; k < n_; ++k) {
    const double y = x[k] * inverse_[k];
    const double* const column = L_.column(k);
    for (int i = register_of(k); i < stride; i += lanes) lanes_at(x + i) -= y * lanes_at(column + i);
    x[k] = y;
  }
  for (int k = n_ - 1; k >= 0; --k) {
    const double y = x[k];
    x[k] = 0;
    const int first = register_of(k);
    x[k] = (y - PaddedMatrix::dot(L_.column(k) + first, x + first, stride - first)) * inverse_[k];
  }
}

}  // namespace pleuel
