// A coarse space that corrects the smooth errors of an incomplete factorisation.
#pragma once

#include <vector>

#include "pleuel/linalg/block_analysis.hpp"
#include "pleuel/linalg/dense_lu.hpp"
#include "pleuel/linalg/incomplete_ldl.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// For the block B with an incomplete factorisation B̃: x = B̃⁻¹ r, then
///
///     x ← x + V (Vᴴ B V)⁻¹ Vᴴ (r − B x).
///
/// The rows of B are divided into at most 64 connected aggregates. Errors that x ← x − B̃⁻¹ B x
/// reduces slowly are found once, from random vectors and ten such steps, as in adaptive
/// aggregation [BFMMMR04]; their parts in each aggregate, orthonormalised, are the columns of V. In
/// elastic bodies they are like rigid motions of the aggregates. No coordinates are needed. V is
/// stored in single precision. All memory is allocated at construction.
template <class Scalar>
class CoarseSpace {
 public:
  explicit CoarseSpace(const BlockAnalysis& analysis);

  /// False if the block is so small that it has no aggregates.
  bool is_possible() const { return n_aggregates_ > 0; }
  bool is_used() const { return is_used_; }
  /// Finds V for this matrix, and factors Vᴴ B V.
  void find(const IncompleteLdl<Scalar>& ldl, const double* re, const double* im);
  /// Factors Vᴴ B V for a new matrix.
  void factor(const IncompleteLdl<Scalar>& ldl, const double* re, const double* im);
  /// r is replaced by the corrected x. `re` and `im` are values of the matrix, which may be newer
  /// than the factors. r is zero outside of the part.
  void solve(const IncompleteLdl<Scalar>& ldl, const double* re, const double* im,
             const BlockAnalysis::Part& part, Scalar* r);
  long n_numbers() const;

 private:
  using Stored = typename IncompleteLdl<Scalar>::Stored;

  void find_aggregates();
  void orthonormalise();
  void correct(const BlockAnalysis::Part& part, Scalar* x);
  Stored* vectors(int row) { return vectors_.data() + static_cast<std::size_t>(row) * n_vectors; }

  static constexpr int n_vectors = 6;  // rigid motions in space; three in the plane

  const BlockAnalysis& a_;
  int n_aggregates_ = 0;
  bool is_used_ = false;
  std::vector<int> aggregate_;   // of each row of the elimination order
  std::vector<Stored> vectors_;  // V, row by row
  DenseLu<Scalar> lu_;
  std::vector<Scalar> coarse_, rest_, start_;
  std::vector<double> lengths_;  // of a vector in each aggregate
};

extern template class CoarseSpace<double>;
extern template class CoarseSpace<Complex>;

}  // namespace pleuel
