// Condition numbers in the 1-norm.
#pragma once

#include <Eigen/LU>

#include "pleuel/linalg/types.hpp"

namespace pleuel {

inline double condition(const Matrix& A) {
  const auto norm = [](const Matrix& X) { return X.cwiseAbs().colwise().sum().maxCoeff(); };
  return norm(A) * norm(A.partialPivLu().inverse());
}

/// Rows and columns divided by the square roots of their largest entries, three times over.
inline Matrix equilibrated(Matrix A) {
  for (int sweep = 0; sweep < 3; ++sweep) {
    const Vector rows = A.cwiseAbs().rowwise().maxCoeff().cwiseSqrt();
    const Vector columns = A.cwiseAbs().colwise().maxCoeff().cwiseSqrt();
    A = rows.cwiseInverse().asDiagonal() * A * columns.cwiseInverse().asDiagonal();
  }
  return A;
}

}  // namespace pleuel
