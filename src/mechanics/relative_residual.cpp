#include "pleuel/mechanics/relative_residual.hpp"

#include <cmath>

namespace pleuel {

Vector term_sizes(const FixedMatrix& A, ConstVec x) {
  constexpr double least = 1e-3;
  Vector size = Vector::Zero(A.rows);
  for (int j = 0; j < A.cols; ++j)
    for (int k = A.start[j]; k < A.start[j + 1]; ++k)
      size[A.row[k]] += std::abs(A.value[k]) * (std::abs(x[j]) + least);
  return size;
}

double relative_residual(ConstVec r, ConstVec size) {
  double worst = 0;
  for (Eigen::Index i = 0; i < r.size(); ++i) {
    const double absolute = std::abs(r[i]);
    if (std::isnan(absolute)) return absolute;
    if (absolute > worst * size[i]) worst = absolute / size[i];
  }
  return worst;
}

}  // namespace pleuel
