// Incomplete LDLᵀ factorisation of the block of a matrix, without pivoting.
#pragma once

#include <vector>

#include "pleuel/linalg/block_analysis.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel {

struct IncompleteLdlOptions {
  double drop = 1e-3;  ///< entries of L below this are dropped; the diagonal is scaled to 1
  double fill = 3;     ///< entries of L per column, as a multiple of those of the matrix
};

/// L D Lᵀ ≈ s S s with S = (B + Bᵀ)/2, s_i = |S_ii|^(−1/2), in the elimination order of the
/// analysis: a preconditioner of B. Column by column, with the columns to its left [LSC03]; small
/// entries are dropped, and only the largest ones are kept. L is stored in single precision.
///
/// If a pivot becomes too small by this, the diagonal is enlarged and the factorisation repeated.
template <class Scalar>
class IncompleteLdl {
 public:
  IncompleteLdl(const BlockAnalysis& analysis, const IncompleteLdlOptions& options);

  /// Returns false if no shift of the diagonal gives pivots.
  [[nodiscard]] bool factor(const double* re, const double* im);
  /// x = S̃⁻¹ x for rows [first, end) of the elimination order, which must be whole parts.
  void solve(int first, int end, Scalar* x) const;
  /// s of a row of the elimination order.
  double scale(int i) const { return scale_[i]; }
  long n_entries() const { return start_.empty() ? 0 : start_.back(); }
  /// Memory in bytes.
  double n_bytes() const;

 private:
  using Stored = std::conditional_t<std::is_same_v<Scalar, double>, float, std::complex<float>>;

  Scalar entry(const BlockAnalysis::Entry& e, const double* re, const double* im) const;
  int row_of(int node, const BlockAnalysis::Entry& e) const;
  void find_scales(const double* re, const double* im);
  [[nodiscard]] bool factor_shifted(const double* re, const double* im, double shift);
  void subtract_columns(int k);
  void store(int k);

  const BlockAnalysis& a_;
  IncompleteLdlOptions options_;
  std::vector<int> column_entry_;  // first entry of each column in the analysis
  std::vector<double> scale_;
  std::vector<Scalar> inverse_;  // of D
  std::vector<long> start_;
  std::vector<int> row_;
  std::vector<Stored> value_;
  // Work of one column: its values, its rows, and for each earlier column the next entry below.
  std::vector<Scalar> column_;
  std::vector<int> rows_, mark_;
  std::vector<long> next_;
  std::vector<int> first_column_, next_column_;  // columns whose next entry is in a row, as a list
};

extern template class IncompleteLdl<double>;
extern template class IncompleteLdl<Complex>;

}  // namespace pleuel
