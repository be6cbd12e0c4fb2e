#include "pleuel/linalg/pivot_signs.hpp"

#include <Eigen/SparseCholesky>
#include <vector>

namespace pleuel {

std::optional<LowestPivot> lowest_pivot(const FixedMatrix& A) {
  using Sparse = Eigen::SparseMatrix<double>;
  std::vector<Eigen::Triplet<double>> entries;
  for (int j = 0; j < A.cols; ++j)
    for (int k = A.start[j]; k < A.start[j + 1]; ++k)
      if (A.row[k] >= j) entries.emplace_back(A.row[k], j, A.value[k]);
  Sparse matrix(A.rows, A.cols);
  matrix.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SimplicialLDLT<Sparse, Eigen::Lower> ldl(matrix);
  if (ldl.info() != Eigen::Success) return std::nullopt;
  const auto& D = ldl.vectorD();
  LowestPivot lowest;
  Eigen::Index place = 0;
  lowest.value = D.minCoeff(&place);
  // Row p of P A Pᵀ is row permutationPinv().indices()[p] of A.
  lowest.column = ldl.permutationPinv().indices()[place];
  lowest.n_negative = static_cast<int>((D.array() < 0).count());
  return lowest;
}

}  // namespace pleuel
