// Incomplete LDLᵀ factorisation of the block of a matrix, without pivoting.
#pragma once

#include <cstdint>
#include <vector>

#include "pleuel/linalg/block_analysis.hpp"
#include "pleuel/linalg/types.hpp"

namespace pleuel {

struct IncompleteLdlOptions {
  double drop = 1e-3;  ///< entries of L below this are dropped; the diagonal is scaled to 1
  double fill = 3;     ///< most entries of L, as a multiple of those of the matrix
};

/// L D Lᵀ ≈ s S s with S = (B + Bᵀ)/2, s_i = |S_ii|^(−1/2), in the elimination order of the
/// analysis: a preconditioner of B. Column by column, with the columns to its left [LSC03]; small
/// entries are dropped. L is stored in single precision, and of each row only the distance from the
/// row before in its column. A distance that is too large for its type is bridged by zeros.
///
/// If a pivot becomes too small by this, the diagonal is enlarged and the factorisation repeated.
/// If L has more entries than allowed, it is repeated with twice the limit of small entries, which
/// is kept for later matrices.
template <class Scalar>
class IncompleteLdl {
 public:
  using Stored = std::conditional_t<std::is_same_v<Scalar, double>, float, std::complex<float>>;

  IncompleteLdl(const BlockAnalysis& analysis, const IncompleteLdlOptions& options);

  /// Returns false if no shift of the diagonal gives pivots.
  [[nodiscard]] bool factor(const double* re, const double* im);
  /// x = S̃⁻¹ x for rows [first, end) of the elimination order, which must be whole parts.
  void solve(int first, int end, Scalar* x) const;
  /// visit(row, column, value) for the entries of B in supernodes [first, end), by the values of a
  /// matrix, which need not be the factored one.
  template <class Visit>
  void for_each_entry(int first, int end, const double* re, const double* im, Visit visit) const {
    for (int k = a_.entry_start[first]; k < a_.entry_start[end]; ++k) {
      const auto& e = a_.entries[k];
      if (e.lower >= 0) visit(entry_row_[k], e.column, value(e.lower, re, im));
      if (e.upper >= 0 && entry_row_[k] != e.column) visit(e.column, entry_row_[k], value(e.upper, re, im));
    }
  }
  /// y −= B x for these supernodes.
  void subtract_product(int first, int end, const double* re, const double* im, const Scalar* x,
                        Scalar* y) const;
  /// s of a row of the elimination order.
  double scale(int i) const { return scale_[i]; }
  /// Memory of L in units of a Scalar.
  long n_numbers() const;

 private:
  static Scalar value(int k, const double* re, const double* im) {
    (void)im;
    if constexpr (std::is_same_v<Scalar, double>)
      return re[k];
    else
      return {re[k], im[k]};
  }
  Scalar entry(const BlockAnalysis::Entry& e, const double* re, const double* im) const;
  void find_scales(const double* re, const double* im);
  [[nodiscard]] bool factor_shifted(const double* re, const double* im, double shift);
  void subtract_columns(int k);
  void wait_for_row(int j, int row);
  [[nodiscard]] bool store(int k);

  const BlockAnalysis& a_;
  IncompleteLdlOptions options_;
  bool is_overfull_ = false;       // the last attempt had too many entries
  std::vector<int> entry_row_;     // of each entry of the analysis
  std::vector<int> column_entry_;  // first entry of each column in the analysis
  std::vector<double> scale_;
  std::vector<Scalar> inverse_;  // of D
  using Distance = std::uint16_t;
  std::vector<long> start_;
  std::vector<Distance> distance_;  // of an entry from the one before, or from the diagonal
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
